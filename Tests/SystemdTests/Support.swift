import CSystemd
import Foundation
import Testing

@testable import Systemd

/// Runs the loop until a handler stops it, and fails the test when none does for ten seconds.
func run(_ loop: EventLoop) throws {
    let limit = try TimerSource(loop) { loop.stop(exitCode: 99) }
    limit.arm(at: SystemClock.monotonic + 10_000_000_000)
    let code = try loop.run()
    #expect(code != 99, "nothing stopped the loop")
    limit.cancel()
}

/// Tells whether an object is still alive without keeping it so.
struct Weak<Object: AnyObject> {
    weak var object: Object?

    init(_ object: Object?) { self.object = object }
}

/// Both ends of a pipe, closed at the end.
final class Pipe2 {
    let readEnd: Int32
    let writeEnd: Int32

    init() {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func put(_ text: String) {
        precondition(write(writeEnd, text, text.utf8.count) == text.utf8.count)
    }

    /// All that is in the pipe now.
    func take() -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        var text: [UInt8] = []
        while poll(&request, 1, 0) == 1, request.revents & Int16(POLLIN) != 0 {
            let count = read(readEnd, &bytes, bytes.count)
            guard count > 0 else { break }
            text += bytes.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// A folder that is removed at the end.
final class TemporaryFolder {
    let path: String

    init() {
        path = NSTemporaryDirectory() + "systemd-tests-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }
}

/// Plays the service manager or the journal: a local socket that datagrams arrive at.
final class DatagramReceiver {
    let path: String
    let descriptor: Int32

    init(path: String) {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        if path.hasPrefix("@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(2 + bytes.count + (path.hasPrefix("@") ? 0 : 1))
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        precondition(bound == 0, "cannot bind \(path)")
    }

    deinit { close(descriptor) }

    /// The next datagram that has arrived, nil when there is none.
    func next() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    func nextText() -> String? { next().map { String(decoding: $0, as: UTF8.self) } }
}

extension ServiceEnvironment {
    static func with(_ variables: [String: String]) -> ServiceEnvironment {
        ServiceEnvironment { variables[$0] }
    }
}
