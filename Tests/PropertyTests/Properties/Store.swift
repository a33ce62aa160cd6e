import RuleLanguage
import Testing

@testable import RuleEngine

/// A state that is saved now and then, and a log of what happened since, in memory that outlives an engine.
final class Store {
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 8)
    private var log: EventLog
    private var saved: Snapshot
    private var steps = 0
    private var sessions: Int64 = 1

    init(_ engine: Engine, at moment: Moment) {
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        log = EventLog(memory)
        log.begin(session: 1)
        saved = engine.snapshot(at: moment)
        save(engine, at: moment)
    }

    deinit { memory.deallocate() }

    func record(_ record: EventRecord) { log.append(record) }

    /// Saves at every fifth step, loses the engine at every third, or when the log has no room left.
    func interrupt(_ engine: inout Engine, at moment: Moment, _ program: Program) {
        steps += 1
        if steps.isMultiple(of: 3) { recover(&engine, program) }
        if steps.isMultiple(of: 5) || !log.isComplete { save(engine, at: moment) }
    }

    private func save(_ engine: Engine, at moment: Moment) {
        if !log.isComplete {
            sessions += 1
            log.begin(session: sessions)
        }
        var snapshot = engine.snapshot(at: moment)
        snapshot.note(log.mark, log: "", fingerprint: 0, Undelivered(at: 0), Redeliveries())
        var unreadable = 0
        saved = Snapshot(rows: snapshot.rows, time: snapshot.time, wall: snapshot.wall, unreadable: &unreadable)
        #expect(unreadable == 0)
        log.saved(upTo: log.mark)
    }

    private func recover(_ engine: inout Engine, _ program: Program) {
        guard log.isComplete else { return }
        var found = EventLog(memory)
        guard let mark = saved.place?.mark, let records = found.resume(from: mark),
            var recovery = Recovery(saved, programs: { _ in program })
        else {
            Issue.record("the state cannot be found again")
            return
        }
        #expect(found.mark == log.mark)
        recovery.replay(records)
        engine = recovery.engine
        log = found
    }
}
