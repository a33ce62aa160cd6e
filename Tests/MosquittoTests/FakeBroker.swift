import Foundation
import Glibc
import TestSupport

/// A broker that does exactly what a test's script says, packet by packet, on a thread of its own. One script for each
/// connection, in order; what a script throws fails the test in ``verify()``.
final class FakeBroker: @unchecked Sendable {
    typealias Script = @Sendable (FakeConnection) throws -> Void

    let port: UInt16
    private let listener: Int32
    private let done = DispatchSemaphore(value: 0)
    private var failure: (any Error)?

    init(_ scripts: Script...) {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        port = FreePort.bindLoopback(listener)
        listen(listener, 8)
        Thread.detachNewThread { [self] in
            do {
                for script in scripts { try serve(script) }
            } catch {
                failure = error
                print("fake broker: \(error)")
            }
            close(listener)
            done.signal()
        }
    }

    private func serve(_ script: Script) throws {
        var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 10_000) == 1 else { throw FakeConnection.Failure("nobody connected") }
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { throw FakeConnection.Failure("accept failed") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let connection = FakeConnection(descriptor)
        defer { connection.close() }
        try script(connection)
    }

    /// Waits for the scripts' end and throws the first thing that was not as expected.
    func verify() throws {
        done.wait()
        if let failure { throw failure }
    }
}

/// One client's connection, seen from the fake broker.
final class FakeConnection: @unchecked Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private var descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends bytes as they are.
    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure("the client closed while bytes were sent to it") }
            sent += count
        }
    }

    /// Sends each byte in a segment of its own.
    func sendByByte(_ bytes: [UInt8]) throws {
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
        for byte in bytes { try send([byte]) }
    }

    /// Reads one whole packet: header, length and body as they came.
    func packet() throws -> [UInt8] {
        var result = try bytes(2)
        var length = Int(result[1] & 0x7F)
        var shift = 7
        while result[result.count - 1] & 0x80 != 0 {
            let next = try bytes(1)
            length |= Int(next[0] & 0x7F) << shift
            shift += 7
            result += next
        }
        return result + (try bytes(length))
    }

    /// Reads one packet, which has to be exactly this.
    func expect(_ expected: [UInt8]) throws {
        let actual = try packet()
        if actual != expected { throw Failure("expected \(hex(expected)), got \(hex(actual))") }
    }

    /// Reads CONNECT, whatever it says, and accepts it.
    func acceptConnect(_ connack: [UInt8] = [0x20, 2, 0, 0]) throws {
        try expectConnect()
        try send(connack)
    }

    /// Reads CONNECT, whatever it says.
    func expectConnect() throws {
        let connect = try packet()
        if connect[0] != 0x10 { throw Failure("expected CONNECT, got \(hex(connect))") }
    }

    /// Reads until the client closes or resets.
    func expectEnd() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 || (count < 0 && errno == ECONNRESET) { return }
            if count < 0 { throw Failure("the client did not close") }
        }
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count)
        var have = 0
        while have < count {
            let got = result.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + have, count - have, 0) }
            guard got > 0 else { throw Failure("the client closed, or sent nothing for 10 s") }
            have += got
        }
        return result
    }

    /// Closes with a reset instead of an orderly end.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        close()
    }

    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
}

/// Packets for scripts.
enum Packet {
    /// Any packet with a body shorter than 128 bytes.
    static func of(_ header: UInt8, _ body: [UInt8]) -> [UInt8] {
        precondition(body.count < 128)
        return [header, UInt8(body.count)] + body
    }

    /// A text with its length before it.
    static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }

    /// PUBLISH of MQTT 3.1.1.
    static func publish(
        _ topic: String, _ payload: String, qos: UInt8 = 0, packetID: UInt16 = 0, flags: UInt8 = 0
    ) -> [UInt8] {
        let id: [UInt8] = qos == 0 ? [] : [UInt8(packetID >> 8), UInt8(packetID & 0xFF)]
        return of(0x30 | qos << 1 | flags, text(topic) + id + Array(payload.utf8))
    }
}
