import Foundation
import Glibc

/// A port that takes connections and never says a word, or does not even take them.
final class BlackHole {
    let port: UInt16
    private let listener: Int32
    private var fillers: [Int32] = []

    enum Kind { case silent, full }

    init(_ kind: Kind) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        try Self.with(&address) { pointer, size in
            guard bind(listener, pointer, size) == 0, listen(listener, kind == .full ? 0 : 16) == 0,
                getsockname(listener, pointer, &length) == 0
            else { throw POSIXError(.EADDRINUSE) }
        }
        port = UInt16(bigEndian: address.sin_port)
        // Once the queue is full the kernel drops further SYNs.
        guard kind == .full else { return }
        for _ in 0..<4 {
            let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue) | O_CLOEXEC, 0)
            _ = Self.with(&address) { connect(filler, $0, $1) }
            fillers.append(filler)
        }
    }

    deinit {
        for filler in fillers { close(filler) }
        close(listener)
    }

    private static func with<Result>(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) throws -> Result
    ) rethrows -> Result {
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
