import Testing

@testable import Mosquitto
