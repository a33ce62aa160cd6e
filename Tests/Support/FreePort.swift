import Glibc

/// A TCP port on loopback that nobody listens on at the moment.
package enum FreePort {
    /// Lets the kernel choose one.
    package static func find() -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        precondition(descriptor >= 0, "no socket for finding a free port")
        defer { close(descriptor) }
        return bindLoopback(descriptor)
    }

    /// Binds the socket to 127.0.0.1 at a port of the kernel's choice, and gives that.
    package static func bindLoopback(_ descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let size = length
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        precondition(isBound, "no free port on loopback")
        return UInt16(bigEndian: address.sin_port)
    }
}
