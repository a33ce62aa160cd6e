import Foundation
import Glibc

/// A real mosquitto on a free port of loopback, for one test. Ended by its pid with ``stop()`` or when released.
package final class Broker: @unchecked Sendable {
    package struct Failure: Error {
        package let output: [String]
    }

    package let port: UInt16
    private let folder: TemporaryFolder
    private let settings: String
    private var process: RunningProcess?

    /// Starts a broker and returns once it listens. Without users it lets anybody in.
    package init(_ options: BrokerOptions = BrokerOptions()) throws {
        folder = try TemporaryFolder()
        port = FreePort.find()
        settings = try folder.write(options.configuration(port: port, folder: folder), to: "mosquitto.conf")
        try start()
    }

    deinit {
        kill()
    }

    /// Starts it again at the same port after ``stop()`` or ``kill()``.
    package func start() throws {
        let process = try RunningProcess(Self.executable, ["-c", settings])
        self.process = process
        guard process.waitForLine(where: { $0.contains(" running") && $0.contains("mosquitto version") }) != nil else {
            process.kill()
            throw Failure(output: process.lines)
        }
    }

    /// Ends it as an administrator would; persistent state is saved.
    package func stop() {
        process?.terminate()
        process = nil
    }

    /// Ends it with SIGKILL: nothing is saved, nobody is told.
    package func kill() {
        process?.kill()
        process = nil
    }

    /// Sends it a signal, for instance SIGSTOP.
    package func send(_ signal: Int32) {
        process?.send(signal)
    }

    /// What it has logged since it was started last.
    package var log: [String] { process?.lines ?? [] }

    /// Waits until it logs a line that contains the text; `nil` if it does not within 20 s.
    @discardableResult
    package func waitForLog(_ text: String) -> String? {
        process?.waitForLine { $0.contains(text) }
    }

    /// Debian installs it where only root's PATH looks.
    package static let executable =
        ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "/usr/bin/mosquitto"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        ?? "mosquitto"
}
