import Foundation
import TestSupport

/// Somebody else on the broker who writes down everything: `topic payload r=RETAINED q=QOS PROPERTIES`.
final class Observer {
    let process: RunningProcess
    private let port: UInt16

    init(_ port: UInt16, topic: String = "#", arguments: [String] = []) throws {
        self.port = port
        // Its output is buffered until the first message: that is this one, which comes when everything is subscribed.
        try Device.publish("observer/of/\(topic.utf8.count)", "here", retained: true, to: port)
        process = try RunningProcess(
            "mosquitto_sub",
            [
                "-h", "127.0.0.1", "-p", "\(port)", "-V", "mqttv5", "-q", "2", "-t", topic, "-t", "observer/of/+",
                "-F", "%t %p r=%r q=%q %P",
            ] + arguments)
        guard process.waitFor("observer/of/") else { throw House.Unexpected(lines: process.lines) }
    }

    deinit {
        process.terminate()
    }

    /// Waits for a message, `topic payload`.
    @discardableResult
    func sees(_ message: String, times: Int = 1) -> Bool {
        var count = 0
        return process.waitForLine { line in
            if line.hasPrefix(message + " ") { count += 1 }
            return count >= times
        } != nil
    }

    /// The commands so far.
    var commands: [String] { messages(on: "/set ") }

    func messages(on topic: String) -> [String] {
        process.lines.filter { $0.contains(topic) && $0.contains(" r=") }
            .map { String($0[..<($0.range(of: " r=")?.lowerBound ?? $0.endIndex)]) }
    }

    /// What a new subscriber is told of a topic.
    static func retained(_ topic: String, on port: UInt16) throws -> String {
        let look = ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-C", "1", "-W", "5", "-F", "%p r=%r"]
        let first = try ProcessRunner.run("mosquitto_sub", look).output
        // It came live while we looked: what the broker keeps of it shows to who asks now.
        return first.hasSuffix("r=0") ? try ProcessRunner.run("mosquitto_sub", look).output : first
    }
}

/// A device: publishes with an MQTT 3.1.1 session by hand, since a process for each message would be slow.
enum Device {
    static func publish(_ messages: [(topic: String, payload: [UInt8])], retained: Bool = false, to port: UInt16) throws
    {
        let descriptor = try connected(to: port)
        defer { close(descriptor) }
        for (topic, payload) in messages {
            try send(descriptor, packet(retained ? 0x31 : 0x30, text(topic) + payload))
        }
        // The answer to a ping tells that the broker has read all before it.
        try send(descriptor, [0xC0, 0])
        try receive(descriptor, count: 2)
        try send(descriptor, [0xE0, 0])
    }

    /// A socket on which the broker has accepted us.
    static func connected(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
        try send(descriptor, packet(0x10, text("MQTT") + [4, 2, 0, 60] + text("")))
        try receive(descriptor, count: 4)
        return descriptor
    }

    private static func receive(_ descriptor: Int32, count: Int) throws {
        var answer = [UInt8](repeating: 0, count: count)
        var have = 0
        while have < answer.count {
            let rest = answer.count - have
            let count = answer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + have, rest) }
            guard count > 0 else { throw POSIXError(.ECONNRESET) }
            have += count
        }
    }

    static func publish(_ topic: String, _ payload: String, retained: Bool = false, to port: UInt16) throws {
        try publish([(topic, Array(payload.utf8))], retained: retained, to: port)
    }

    static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }

    static func packet(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] {
        var length = body.count
        var header = [kind]
        repeat {
            header.append(UInt8(length & 0x7F) | (length > 0x7F ? 0x80 : 0))
            length >>= 7
        } while length > 0
        return header + body
    }

    static func send(_ descriptor: Int32, _ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + sent, bytes.count - sent) }
            guard count > 0 else { throw POSIXError(.EPIPE) }
            sent += count
        }
    }
}
