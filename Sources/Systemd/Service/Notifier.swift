import Glibc

/// Tells the service manager how the service is (the protocol of `sd_notify`). Without a manager every method does nothing.
package final class Notifier {
    private let socket: DatagramSocket?
    private let watchdogInterval: Int64?

    package init(_ environment: ServiceEnvironment = .ofProcess) {
        socket = environment.notificationSocket.flatMap(DatagramSocket.init(path:))
        watchdogInterval = environment.watchdogInterval
    }

    /// True where a service manager listens.
    package var isListenedTo: Bool { socket != nil }

    /// The service has started, or a reload has ended (well or not). `status` is the line that `systemctl status` shows.
    package func ready(status: String? = nil) {
        send("READY=1" + line(status), .short)
    }

    /// A reload has begun; `ready(status:)` must follow, whatever comes of it.
    package func reloading(status: String? = nil) {
        // The manager compares this with its own clock, CLOCK_MONOTONIC, to tell this reload from an earlier one.
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
        send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)" + line(status), .short)
    }

    /// The service has begun to stop.
    package func stopping(status: String? = nil) {
        send("STOPPING=1" + line(status), .short)
    }

    /// The line that `systemctl status` shows.
    package func status(_ text: String) {
        send("STATUS=" + escaped(text))
    }

    /// Lets `loop` tell the manager that it is alive, at half the interval that the manager asked for, as long as `isHealthy` says so.
    ///
    /// Nil when no watchdog is asked for. The caller holds the result; cancelling or losing it ends the messages, and then the manager
    /// restarts the service.
    package func startWatchdog(
        on loop: EventLoop, while isHealthy: @escaping () -> Bool
    ) throws(SystemError) -> Watchdog? {
        guard socket != nil, let watchdogInterval else { return nil }
        return try Watchdog(loop, interval: watchdogInterval / 2) { [self] in
            if isHealthy() { send("WATCHDOG=1") }
        }
    }

    private func line(_ status: String?) -> String {
        status.map { "\nSTATUS=" + escaped($0) } ?? ""
    }

    private func send(_ message: String, _ patience: DatagramSocket.Patience = .none) {
        guard let socket else { return }
        var message = message
        message.withUTF8 { bytes in
            // A manager that has gone, or does not read, is nothing that a service can help.
            _ = socket.send(UnsafeRawBufferPointer(bytes), patience)
        }
    }
}
