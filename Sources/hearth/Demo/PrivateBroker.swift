import Glibc

/// A mosquitto for this demo alone: loopback, a port that was free, nothing stored, no names or passwords.
struct PrivateBroker {
    let port: Int
    let process: ChildProcess

    private static let attempts = 3
    private static let patience = 5 * Monotonic.second

    /// Starts it, and returns once it answers.
    /// - Parameter shallGoOn: asked while it does not.
    /// - Returns: nil if the answer was no.
    static func start(in folder: TemporaryFolder, while shallGoOn: () -> Bool) throws(DemoFailure) -> PrivateBroker? {
        guard let mosquitto = Executables.find("mosquitto") else {
            throw DemoFailure(
                "The demo needs the MQTT broker mosquitto, which is not installed.",
                details: ["Install it with:  sudo apt install mosquitto"])
        }
        var lastLines: [String] = []
        for attempt in 1...attempts {
            guard let port = freePort() else { break }
            let settings = "\(folder.path)/mosquitto-\(attempt).conf"
            try FileText.write(text(port: port), to: settings)
            let process = try ChildProcess(name: "The broker", command: [mosquitto, "-c", settings])
            let deadline = Monotonic.now() + patience
            while process.end == nil, Monotonic.now() < deadline {
                if answers(port: port) { return PrivateBroker(port: port, process: process) }
                var waiting = pollfd(fd: process.errorPipe, events: Int16(POLLIN), revents: 0)
                poll(&waiting, process.errorPipe >= 0 ? 1 : 0, 20)
                process.look()
                guard shallGoOn() else {
                    process.stop(patience: 1)
                    return nil
                }
            }
            process.stop(patience: 1)
            lastLines = process.lastLines
        }
        throw DemoFailure("The broker (\(mosquitto)) did not start.", details: lastLines)
    }

    /// As root it would change to a user of its own, and the kernel would forget that it is to die with the demo.
    private static func text(port: Int) -> String {
        """
        listener \(port) 127.0.0.1
        allow_anonymous true
        persistence false
        log_dest stderr
        log_type error
        log_type warning
        \(geteuid() == 0 ? "user root" : "")

        """
    }

    /// A port of the loopback interface that nobody listens on just now.
    private static func freePort() -> Int? {
        withLoopbackSocket(port: 0) { descriptor, address, length in
            guard bind(descriptor, address, length) == 0 else { return nil }
            var size = length
            guard getsockname(descriptor, address, &size) == 0 else { return nil }
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }

    private static func answers(port: Int) -> Bool {
        withLoopbackSocket(port: port) { connect($0, $1, $2) == 0 } ?? false
    }

    private static func withLoopbackSocket<Result>(
        port: Int, _ body: (Int32, UnsafeMutablePointer<sockaddr>, socklen_t) -> Result?
    ) -> Result? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
