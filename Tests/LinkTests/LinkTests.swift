import Testing

@testable import Link
