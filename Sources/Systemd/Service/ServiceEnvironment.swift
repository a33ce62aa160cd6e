import Glibc

/// What the service manager tells a service in its environment. All of it is absent in a process that somebody started by hand.
package struct ServiceEnvironment {
    private let variable: (String) -> String?

    /// With a look-up of one's own, for tests.
    package init(_ variable: @escaping (String) -> String?) { self.variable = variable }

    /// The variables of this process.
    package static var ofProcess: ServiceEnvironment {
        ServiceEnvironment { name in getenv(name).map { String(cString: $0) } }
    }

    /// Where the service keeps what must survive a restart (`StateDirectory=`).
    package var stateFolder: String? { folder("STATE_DIRECTORY") }
    /// Where its settings lie (`ConfigurationDirectory=`).
    package var configurationFolder: String? { folder("CONFIGURATION_DIRECTORY") }
    /// For sockets and what may go at a reboot (`RuntimeDirectory=`).
    package var runtimeFolder: String? { folder("RUNTIME_DIRECTORY") }
    /// Where `LoadCredential=` and its like put secrets; `credential(named:)` reads them.
    package var credentialsFolder: String? { folder("CREDENTIALS_DIRECTORY") }

    /// Where the manager listens for `Notifier`.
    var notificationSocket: String? { text("NOTIFY_SOCKET") }
    /// The device and inode of the journal's stream, as `Journal` compares them with standard error's.
    var journalStream: String? { text("JOURNAL_STREAM") }
    /// True unless the person asks for plain output (`NO_COLOR`, https://no-color.org).
    var allowsColor: Bool { text("NO_COLOR") == nil && variable("TERM") != "dumb" }

    /// How often the manager wants to hear `WATCHDOG=1`, in nanoseconds; nil when it does not, or means another process.
    var watchdogInterval: Int64? {
        guard let microseconds = text("WATCHDOG_USEC").flatMap({ Int64($0) }),
            microseconds > 0, microseconds < Int64.max / 1_000
        else { return nil }
        if let process = text("WATCHDOG_PID"), Int32(process) != getpid() { return nil }
        return microseconds * 1_000
    }

    private func text(_ name: String) -> String? {
        guard let value = variable(name), !value.isEmpty else { return nil }
        return value
    }

    /// The first one: a unit may name several folders, which arrive with colons between them.
    private func folder(_ name: String) -> String? {
        text(name).map { String($0.prefix { $0 != ":" }) }
    }
}
