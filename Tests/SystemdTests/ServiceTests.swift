import Foundation
import Testing

@testable import Systemd

@Suite("The service manager")
struct ServiceTests {
    @Test(
        "ready, reloading, status and stopping arrive at the manager's socket, on a path or in the abstract namespace",
        arguments: [true, false])
    func notify(isAbstract: Bool) throws {
        let folder = TemporaryFolder()
        let receiver = DatagramReceiver(path: isAbstract ? "@\(folder.path)" : "\(folder.path)/notify")
        let notifier = Notifier(.with(["NOTIFY_SOCKET": receiver.path]))
        #expect(notifier.isListenedTo)
        notifier.ready(status: "3 rules")
        #expect(receiver.nextText() == "READY=1\nSTATUS=3 rules")
        notifier.ready()
        #expect(receiver.nextText() == "READY=1")
        notifier.status("one\ntwo")
        #expect(receiver.nextText() == "STATUS=one\\ntwo", "a status is one line and forges no message")
        notifier.stopping()
        #expect(receiver.nextText() == "STOPPING=1")
        #expect(receiver.nextText() == nil)
    }

    @Test("a reload carries the time of its beginning on the manager's clock")
    func reloading() throws {
        let folder = TemporaryFolder()
        let receiver = DatagramReceiver(path: "\(folder.path)/notify")
        let before = microseconds()
        Notifier(.with(["NOTIFY_SOCKET": receiver.path])).reloading()
        let lines = try #require(receiver.nextText()).split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        let time = try #require(lines.last?.split(separator: "=").last.flatMap { Int64($0) })
        #expect(lines.last?.hasPrefix("MONOTONIC_USEC=") == true)
        #expect((before...microseconds()).contains(time))
    }

    private func microseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
    }

    @Test("without a manager, or with one that has gone or does not read, nothing happens and nobody waits")
    func noManager() throws {
        let loop = try EventLoop()
        for path in [nil, "", "relative", "/nonexistent/notify", "@" + UUID().uuidString] {
            let notifier = Notifier(.with(path.map { ["NOTIFY_SOCKET": $0, "WATCHDOG_USEC": ""] } ?? [:]))
            notifier.ready(status: "here")
            notifier.stopping()
            #expect(try notifier.startWatchdog(on: loop, while: { true }) == nil)
        }
        let folder = TemporaryFolder()
        let receiver = DatagramReceiver(path: "\(folder.path)/notify")
        let notifier = Notifier(.with(["NOTIFY_SOCKET": receiver.path]))
        for _ in 0..<5_000 { notifier.status("full") }
        #expect(receiver.nextText() == "STATUS=full")
    }

    @Test("a manager that is behind with reading still hears that the service is ready")
    func readyIsNotLost() throws {
        let folder = TemporaryFolder()
        let receiver = DatagramReceiver(path: "\(folder.path)/notify")
        let notifier = Notifier(.with(["NOTIFY_SOCKET": receiver.path]))
        for _ in 0..<5_000 { notifier.status("full") }
        nonisolated(unsafe) let shared = receiver
        let manager = Thread {
            var text: String?
            while text != "READY=1" { text = shared.nextText() ?? text }
        }
        manager.start()
        notifier.ready()
        while !manager.isFinished { sched_yield() }
    }

    @Test("the loop feeds the watchdog at once and at half its interval, as long as the service is healthy")
    func watchdog() throws {
        let folder = TemporaryFolder()
        let receiver = DatagramReceiver(path: "\(folder.path)/notify")
        let loop = try EventLoop()
        let notifier = Notifier(
            .with(["NOTIFY_SOCKET": receiver.path, "WATCHDOG_USEC": "4000", "WATCHDOG_PID": "\(getpid())"]))
        var looks: [Int64] = []
        let watchdog = try notifier.startWatchdog(on: loop) {
            looks.append(SystemClock.monotonic)
            if looks.count == 6 { loop.stop() }
            return looks.count <= 3
        }
        try #require(watchdog != nil)
        try run(loop)
        for _ in 0..<3 { #expect(receiver.nextText() == "WATCHDOG=1") }
        #expect(receiver.nextText() == nil, "an unhealthy service says nothing")
        #expect(zip(looks, looks.dropFirst()).allSatisfy { $1 - $0 >= 2_000_000 })
        watchdog?.cancel()
    }

    @Test("a cancelled watchdog is fed no more")
    func watchdogCancelled() throws {
        let folder = TemporaryFolder()
        let receiver = DatagramReceiver(path: "\(folder.path)/notify")
        let loop = try EventLoop()
        let notifier = Notifier(.with(["NOTIFY_SOCKET": receiver.path, "WATCHDOG_USEC": "2"]))
        let watchdog = try notifier.startWatchdog(on: loop) { true }
        #expect(receiver.nextText() == "WATCHDOG=1")
        watchdog?.cancel()
        for _ in 0..<3 { try loop.turn(waitingAtMost: .milliseconds(1)) }
        #expect(receiver.nextText() == nil)
    }

    @Test(
        "a watchdog that is meant for another process, or makes no sense, is none",
        arguments: [
            ["WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "-5"],
            ["WATCHDOG_USEC": "soon"], ["WATCHDOG_USEC": "9223372036854775807"], ["WATCHDOG_PID": "1"],
        ])
    func noWatchdog(variables: [String: String]) {
        #expect(ServiceEnvironment.with(variables).watchdogInterval == nil)
    }

    @Test("folders come from the manager, the first where there are several, and are absent without one")
    func folders() {
        let environment = ServiceEnvironment.with([
            "STATE_DIRECTORY": "/var/lib/a:/var/lib/b", "CONFIGURATION_DIRECTORY": "/etc/a", "RUNTIME_DIRECTORY": "",
        ])
        #expect(environment.stateFolder == "/var/lib/a")
        #expect(environment.configurationFolder == "/etc/a")
        #expect(environment.runtimeFolder == nil)
        #expect(environment.credentialsFolder == nil)
    }

    @Test("a credential is read byte for byte; one that is not there is nil")
    func credential() throws {
        let folder = TemporaryFolder()
        let environment = ServiceEnvironment.with(["CREDENTIALS_DIRECTORY": folder.path])
        try folder.write("s3cret\n", to: "mqtt-password")
        #expect(try environment.credential(named: "mqtt-password") == Array("s3cret\n".utf8))
        #expect(try environment.credential(named: "other") == nil)
        #expect(try ServiceEnvironment.with([:]).credential(named: "mqtt-password") == nil)
    }

    @Test("a credential's name never leads out of the folder")
    func credentialName() {
        let environment = ServiceEnvironment.with(["CREDENTIALS_DIRECTORY": "/tmp"])
        for name in ["", ".", "..", "../etc/passwd", "a/b", "a\0b"] {
            #expect(throws: SystemError.self) { try environment.credential(named: name) }
        }
    }

    @Test("a credential may be as large as the limit, and no larger")
    func credentialLimit() throws {
        let folder = TemporaryFolder()
        let environment = ServiceEnvironment.with(["CREDENTIALS_DIRECTORY": folder.path])
        let limit = ServiceEnvironment.credentialLimit
        try folder.write(String(repeating: "x", count: limit), to: "full")
        try folder.write(String(repeating: "x", count: limit + 1), to: "over")
        #expect(try environment.credential(named: "full")?.count == limit)
        #expect(throws: SystemError(attempt: "read credential 'over'", code: EFBIG)) {
            try environment.credential(named: "over")
        }
    }

    @Test("a credential that cannot be read is an error, not a missing one")
    func unreadableCredential() throws {
        let folder = TemporaryFolder()
        mkdir(folder.path + "/folder", 0o700)
        let environment = ServiceEnvironment.with(["CREDENTIALS_DIRECTORY": folder.path])
        #expect(throws: SystemError(attempt: "read credential 'folder'", code: EISDIR)) {
            try environment.credential(named: "folder")
        }
    }
}
