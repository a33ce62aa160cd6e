import Foundation
import Glibc

/// A device with a connection that stands: it publishes at QoS 1 and waits for nothing.
final class Publisher {
    private let descriptor: Int32
    private var packetID: UInt16 = 0

    init(_ port: UInt16) throws {
        descriptor = try Device.connected(to: port)
    }

    deinit { close(descriptor) }

    func publish(_ topic: String, _ payload: String) throws {
        packetID = packetID % 60_000 + 1
        let id = [UInt8(packetID >> 8), UInt8(packetID & 0xFF)]
        try Device.send(descriptor, Device.packet(0x32, Device.text(topic) + id + Array(payload.utf8)))
        // What the broker answers is of no interest, and must not fill the socket.
        var answers = [UInt8](repeating: 0, count: 4_096)
        while recv(descriptor, &answers, answers.count, Int32(MSG_DONTWAIT)) > 0 {}
    }
}
