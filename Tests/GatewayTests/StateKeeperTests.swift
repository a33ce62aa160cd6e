import Foundation
import RuleLanguage
import TestSupport
import Testing

@testable import Gateway
@testable import RuleEngine
@testable import Systemd

/// The state keeper on a real disk, with an engine beside it and a clock of the test's.
@Suite("The state keeper")
struct StateKeeperTests {
    private static let second: Int64 = 1_000_000_000

    private final class House {
        let folder: TemporaryFolder
        let loop: EventLoop
        let entries = JournalEntries()
        let rules: LoadedRules
        var clock = HouseClock()
        var engine: Engine

        init() throws {
            folder = try TemporaryFolder()
            loop = try EventLoop()
            var sources = SourceSet()
            _ = sources.add(
                name: "a.rules",
                text: Array(
                    "input level from \"level\" as number\noutput copy to \"copy\" as number\nkeep copy\n    level otherwise\n"
                        .utf8))
            rules = try RulesLoader.compile(sources).get()
            engine = Engine(rules.program, at: clock.now)
        }

        func keeper(log path: String = "state.recent") throws -> StateKeeper {
            try StateKeeper(
                loop, StateFile(folder: folder.path), log: "\(folder.path)/\(path)",
                journal: GatewayJournal(Journal(sink: entries)))
        }

        /// Saves, and waits until that is done.
        func save(_ keeper: StateKeeper, at now: Moment) throws {
            var isDone = false
            keeper.onFinished = { isDone = true }
            keeper.save(engine, at: now)
            while !isDone { try loop.turn(waitingAtMost: .milliseconds(100)) }
        }

        /// A message, recorded before the engine is told.
        func hear(_ value: String, _ keeper: StateKeeper, at now: Moment) {
            Array("level".utf8).withUnsafeBytes { topic in
                Array(value.utf8).withUnsafeBytes { payload in
                    keeper.record(message: topic, payload, id: 0, isRetained: false, at: now)
                    _ = engine.receive(topic: topic, payload: payload, retained: false, at: now)
                }
            }
        }

        /// What another process knows of the level.
        func levelFound() throws -> Snapshot.Stored? {
            let keeper = try keeper()
            let found = keeper.begin(rules, &clock)
            keeper.saveAtEnd(engine, at: clock.now)
            return found?.engine.snapshot(at: clock.now).inputs.first?.heard
        }
    }

    @Test("a log for which there is no room is asked for again after a minute, with the next state")
    func logLater() throws {
        let house = try House()
        let keeper = try house.keeper(log: "later/state.recent")
        let now = house.clock.now
        #expect(
            house.entries.all.first?.message.contains("a kill of the gateway costs the last second until then") == true)
        #expect(keeper.begin(house.rules, &house.clock) == nil)
        try FileManager.default.createDirectory(
            atPath: "\(house.folder.path)/later", withIntermediateDirectories: false)
        try house.save(keeper, at: now.advanced(by: Self.second))
        #expect(keeper.log == nil)
        try house.save(keeper, at: now.advanced(by: 62 * Self.second))
        #expect(keeper.log?.isComplete == true)
        #expect(house.entries.all.count == 1, "it is said once")
        keeper.saveAtEnd(house.engine, at: now.advanced(by: 63 * Self.second))
    }

    @Test("what was told after the state was saved is known to the next process")
    func goesOn() throws {
        let house = try House()
        var former: StateKeeper? = try house.keeper()
        _ = former?.begin(house.rules, &house.clock)
        let now = house.clock.now
        if let former {
            try house.save(former, at: now)
            house.hear("7", former, at: now.advanced(by: Self.second))
        }
        former = nil
        #expect(try house.levelFound() == .number(7))
    }

    @Test("what could not be told again is not: after a change of the zone another session begins")
    func beginsAnew() throws {
        let house = try House()
        var former: StateKeeper? = try house.keeper()
        _ = former?.begin(house.rules, &house.clock)
        let now = house.clock.now
        if let former {
            house.hear("7", former, at: now)
            try house.save(former, at: now)
            house.hear("8", former, at: now.advanced(by: Self.second))
            former.beginAnew(at: now.advanced(by: Self.second))
            #expect(former.deadline != nil, "a state is saved as soon as may be")
            house.hear("9", former, at: now.advanced(by: 2 * Self.second))
        }
        former = nil
        #expect(try house.levelFound() == .number(7), "what is only in the log has nothing to stand on")
    }
}
