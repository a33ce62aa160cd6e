import Glibc

/// Sends datagrams to a local socket without waiting for it: what the receiver has no room for is lost, and the caller is told.
///
/// libsystemd's own senders (`sd_notify`, `sd_journal_sendv`) wait for a receiver that has stopped reading. A gateway must not stop
/// because the journal does, so the two protocols, both published as stable interfaces, are spoken here.
final class DatagramSocket {
    private let descriptor: Int32
    private let address: sockaddr_un
    private let addressLength: socklen_t

    /// `path` is absolute, or begins with `@` for the abstract namespace. Nil for anything else, and without sockets.
    init?(path: String) {
        guard let (address, length) = Self.address(of: path) else { return nil }
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        self.address = address
        addressLength = length
        var room: Int32 = 8 << 20
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout.size(ofValue: room)))
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
    }

    deinit { close(descriptor) }

    /// How long a send may wait for room.
    enum Patience {
        case none
        /// One second, for what is said once and must not be lost.
        case short
    }

    /// Returns 0, or the errno of the attempt: `EAGAIN` for a receiver that does not read, `ENOENT` or `ECONNREFUSED` for none.
    func send(_ bytes: UnsafeRawBufferPointer, _ patience: Patience = .none) -> Int32 {
        let flags = patience == .none ? MSG_NOSIGNAL | MSG_DONTWAIT : MSG_NOSIGNAL
        return withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let sent = sendto(
                    descriptor, bytes.baseAddress, bytes.count, Int32(flags), address, addressLength)
                return sent < 0 ? errno : 0
            }
        }
    }

    private static func address(of path: String) -> (sockaddr_un, socklen_t)? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        let isAbstract = bytes.first == UInt8(ascii: "@")
        guard isAbstract || bytes.first == UInt8(ascii: "/"), bytes.count > 1, !bytes.contains(0),
            bytes.count < MemoryLayout.size(ofValue: address.sun_path)
        else { return nil }
        if isAbstract { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // An abstract name is all of the length that is given; a path ends with a NUL.
        let length = MemoryLayout.size(ofValue: address.sun_family) + bytes.count + (isAbstract ? 0 : 1)
        return (address, socklen_t(length))
    }
}
