import RuleLanguage
import Testing

@testable import RuleEngine

/// What a gateway begins with: the saved state, what the log says on top of it, and whether the next process could do the same.
@Suite("Recollection")
struct RecollectionTests {
    private let memory = EventLogTests.Memory()

    /// A state that was saved while the log stood there, and what came into the log afterwards.
    private func recollect(_ records: [EventRecord]) throws -> Recollection {
        let program = try EngineRunner.program(RecoveryTests.rules)
        var runner = try EngineRunner(RecoveryTests.rules)
        runner.settle()
        var log = EventLog(memory.bytes)
        log.begin(session: 5)
        var snapshot = runner.engine.snapshot(at: runner.moment)
        snapshot.note(log.mark, log: "a log", fingerprint: 7, Undelivered(at: 0), Redeliveries())
        for record in records { log.append(record) }
        let rows = snapshot.rows
        #expect(Recollection.log(of: rows) == "a log")
        var found: EventLog? = EventLog(memory.bytes)
        let moment = SavedMoment(
            engine: snapshot.time, wall: snapshot.wall, boot: runner.moment.monotonic, bootID: "first")
        return Recollection(rows, at: moment, log: &found) { $0 == 7 ? program : nil }
    }

    private func message(_ value: UInt8) -> EventRecord {
        .message(
            EngineRunner.start.advanced(by: 1_000_000_000), id: 0, topic: [108], payload: [value], isRetained: false)
    }

    @Test("what came after the saved state is known, and when that was")
    func replayed() throws {
        let found = try recollect([message(50)])
        #expect(found.undelivered.messages.map(\.payload) == [[50]])
        #expect(found.moment.boot == EngineRunner.start.monotonic + 1_000_000_000)
        #expect(found.moment.bootID == "first")
        #expect(found.goesOn)
    }

    @Test("the first state is waited for where another process could not begin with all of this")
    func mustBeSaved() throws {
        #expect(try !recollect([]).mustBeSaved(7))
        #expect(try !recollect([message(50)]).mustBeSaved(7))
        // With other rules: those of the state may be gone when the next process begins.
        #expect(try recollect([]).mustBeSaved(8))
        // After another start: each would have more to go through than the one before.
        let start = EventRecord.start(.init(moment: EngineRunner.start, away: nil, boot: "second", fingerprint: 7))
        let restarted = try recollect([start])
        #expect(restarted.mustBeSaved(7) && restarted.moment.bootID == "second")
        // With a log that cannot be followed.
        let lost = try recollect([.rules(EngineRunner.start, fingerprint: 9, awaitingRetained: false), message(50)])
        #expect(lost.mustBeSaved(7) && !lost.goesOn && lost.undelivered.messages.isEmpty)
    }

    @Test("its age is known by the machine's clock, or by the wall clock where that can be believed")
    func age() {
        let saved = SavedMoment(engine: 0, wall: 1_000, boot: 500, bootID: "first")
        func moment(_ monotonic: Int64, _ wall: Int64, isWallTrusted: Bool = true) -> Moment {
            Moment(monotonic: monotonic, wall: wall, isWallTrusted: isWallTrusted)
        }
        #expect(saved.age(at: moment(700, 5_000), bootID: "first") == 200)
        #expect(saved.age(at: moment(700, 5_000, isWallTrusted: false), bootID: "first") == 200)
        #expect(saved.age(at: moment(700, 5_000), bootID: "second") == 4_000)
        #expect(saved.age(at: moment(700, 500), bootID: "second") == 0)
        #expect(saved.age(at: moment(700, 5_000, isWallTrusted: false), bootID: "second") == nil)
        #expect(SavedMoment(engine: 0, wall: 0, boot: 500, bootID: "").age(at: moment(700, 9), bootID: "") == nil)
    }
}
