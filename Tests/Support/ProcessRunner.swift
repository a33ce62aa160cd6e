import Foundation
import Glibc

/// A program that a test started, with its standard error and output as lines. Ends by its pid.
package final class RunningProcess: @unchecked Sendable {
    package let pid: pid_t
    private let condition = NSCondition()
    private var collected: [String] = []
    private var isAtEnd = false
    private var status: Int32?

    /// Starts a program; both its outputs are collected.
    package init(_ executable: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        var ends: [Int32] = [0, 0]
        // Close-on-exec from the first moment: another test may be starting a program right now.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &ends) == 0 else {
            throw POSIXError(.EMFILE)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        // libmosquitto's sockets are not close-on-exec: a program that inherited one would keep the connection open.
        Self.closeInherited(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.resetSignals(&attributes)

        var variables = ProcessInfo.processInfo.environment
        variables.merge(environment) { $1 }
        let words = ([executable] + arguments).map { strdup($0) }
        let settings = variables.map { strdup("\($0.key)=\($0.value)") }
        defer { (words + settings).forEach { free($0) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, executable, &actions, &attributes, words + [nil], settings + [nil])
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL)
        }
        pid = child
        let reading = ends[0]
        Thread.detachNewThread { [self] in collect(from: reading) }
    }

    /// Closes all descriptors from 3 on in the program. A GNU function that Swift's Glibc module does not show.
    private static func closeInherited(_ actions: inout posix_spawn_file_actions_t) {
        typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
        _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
    }

    /// The test process ignores SIGPIPE and may block signals; the program shall not.
    private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
        var all = sigset_t()
        sigfillset(&all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    }

    private func collect(from descriptor: Int32) {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += buffer[..<count]
            while let end = rest.firstIndex(of: 10) {
                append(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
        }
        close(descriptor)
        if !rest.isEmpty { append(String(decoding: rest, as: UTF8.self)) }
        condition.lock()
        isAtEnd = true
        condition.broadcast()
        condition.unlock()
    }

    private func append(_ line: String) {
        condition.lock()
        collected.append(line)
        condition.broadcast()
        condition.unlock()
    }

    /// What it has printed so far.
    package var lines: [String] {
        condition.lock()
        defer { condition.unlock() }
        return collected
    }

    /// Whether its output is closed, which it is at the latest when it has ended.
    package var hasEnded: Bool {
        condition.lock()
        defer { condition.unlock() }
        return isAtEnd
    }

    /// Waits for a line that fulfils the condition; `nil` if the program closes its output or 20 s pass without one.
    package func waitForLine(where matches: (String) -> Bool) -> String? {
        let limit = Date(timeIntervalSinceNow: 20)
        condition.lock()
        defer { condition.unlock() }
        var seen = 0
        while true {
            while seen < collected.count {
                if matches(collected[seen]) { return collected[seen] }
                seen += 1
            }
            if isAtEnd || !condition.wait(until: limit) { return nil }
        }
    }

    /// Sends a signal to it, if it has not been waited for.
    package func send(_ signal: Int32) {
        if status == nil { Glibc.kill(pid, signal) }
    }

    /// Waits for its end. Gives the exit code, or 128 and the signal that ended it.
    @discardableResult
    package func wait() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
        let result = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + raw & 0x7F
        status = result
        return result
    }

    /// Ends it with SIGTERM and waits; after 5 s with SIGKILL. The signal is repeated, since mosquitto forgets one that
    /// comes while it starts.
    package func terminate() {
        for _ in 0..<50 {
            send(SIGTERM)
            if closesOutput(within: 0.1) { break }
        }
        kill()
    }

    /// Ends it with SIGKILL and waits.
    package func kill() {
        send(SIGKILL)
        wait()
    }

    private func closesOutput(within seconds: Double) -> Bool {
        let limit = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while !isAtEnd {
            if !condition.wait(until: limit) { return isAtEnd }
        }
        return true
    }
}

/// Runs a program to its end.
package enum ProcessRunner {
    /// Gives its exit code and everything it printed.
    @discardableResult
    package static func run(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let process = try RunningProcess(executable, arguments, environment: environment)
        _ = process.waitForLine { _ in false }
        let status = process.wait()
        return (status, process.lines.joined(separator: "\n"))
    }
}
