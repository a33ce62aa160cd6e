import CMosquitto
import Glibc

/// libmosquitto sets up OpenSSL in the middle of its first TLS connect, unprotected: two threads that come there
/// together leave one of them with a wrong index, and the process aborts when a certificate is verified (seen with 2.0.11, and
/// 2.0.21 has the same code). So one connect is made beforehand, alone, to a socket of our own that never answers.
enum TLSPreparation {
    /// Runs once, whichever thread comes first; the others wait for it (about a millisecond).
    static let once: Void = run()

    private static func run() {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard listener >= 0 else { return }
        defer { close(listener) }
        guard let port = listen(on: listener), let client = mosquitto_new(nil, true, nil) else { return }
        defer { mosquitto_destroy(client) }
        // A folder that need not exist: no certificate will be looked at.
        guard mosquitto_tls_set(client, nil, "/etc/ssl/certs", nil, nil, nil) == MOSQ_ERR_SUCCESS.rawValue else {
            return
        }
        _ = mosquitto_connect(client, "127.0.0.1", port, 60)
    }

    /// Listens on loopback at a port of the kernel's choice. The kernel completes the connection; nobody accepts it.
    private static func listen(on descriptor: Int32) -> Int32? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let size = length
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && Glibc.listen(descriptor, 1) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        return isListening ? Int32(UInt16(bigEndian: address.sin_port)) : nil
    }
}
