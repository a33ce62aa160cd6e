import Foundation
import Systemd
import TestSupport
import Testing

@testable import Gateway

@Suite("Watching the rules folder")
struct RulesWatcherTests {
    /// Runs the loop until the watcher speaks; false if it does not within the limit.
    static func hears(_ folder: String, within limit: Duration = .seconds(5), after change: () throws -> Void) throws
        -> Bool
    {
        let loop = try EventLoop()
        var calls = 0
        let watcher = try RulesWatcher(loop, folder: folder) { calls += 1 }
        defer { watcher.cancel() }
        try change()
        let end = ContinuousClock.now + limit
        while calls == 0, ContinuousClock.now < end { try loop.turn(waitingAtMost: .milliseconds(100)) }
        return calls > 0
    }

    static func house() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/rules.d", withIntermediateDirectories: true)
        try folder.write("a", to: "rules.d/a.rules")
        try folder.write("a", to: "hearth.conf")
        return folder
    }

    @Test(
        "a written file, a renamed one, a new one and a removed one are noticed",
        arguments: ["write", "rename", "new", "remove", "conf"])
    func changes(kind: String) throws {
        let folder = try Self.house()
        let file = "\(folder.path)/rules.d/a.rules"
        #expect(
            try Self.hears(folder.path) {
                switch kind {
                case "write": try folder.write("b", to: "rules.d/a.rules")
                case "rename":
                    try folder.write("b", to: "rules.d/.a.swp")
                    rename("\(folder.path)/rules.d/.a.swp", file)
                case "new": try folder.write("b", to: "rules.d/b.rules")
                case "remove": unlink(file)
                default: try folder.write("b", to: "hearth.conf")
                }
            })
    }

    @Test("a rules.d that comes later is watched from then on")
    func laterFolder() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        var calls = 0
        let watcher = try RulesWatcher(loop, folder: folder.path) { calls += 1 }
        defer { watcher.cancel() }
        try FileManager.default.createDirectory(atPath: "\(folder.path)/rules.d", withIntermediateDirectories: true)
        while calls == 0 { try loop.turn(waitingAtMost: .milliseconds(100)) }
        try folder.write("x", to: "rules.d/a.rules")
        while calls == 1 { try loop.turn(waitingAtMost: .milliseconds(100)) }
    }

    @Test("many changes in a row count once")
    func burst() throws {
        let folder = try Self.house()
        let loop = try EventLoop()
        var calls = 0
        let watcher = try RulesWatcher(loop, folder: folder.path) { calls += 1 }
        defer { watcher.cancel() }
        for index in 0..<50 { try folder.write("\(index)", to: "rules.d/a.rules") }
        while calls == 0 { try loop.turn(waitingAtMost: .milliseconds(100)) }
        #expect(calls == 1)
    }
}
