import RuleLanguage
import Testing

@testable import RuleEngine

@Suite("F37 to F48, B56: local time, over changes of the clock, clocks that are set, and sleep")
struct LocalTimeTests {
    @Test("each row can be read, and each of its moments is one of its zone")
    func rows() throws {
        let rows = try LocalTimeRow.read()
        #expect(rows.count >= 100)
        for row in rows {
            let clock = LocalTime(zone: row.zone)
            for instant in [row.start] + row.outcomes.map(\.instant) {
                #expect(clock.text(of: instant.wall) == instant.local, "\(row.title)")
            }
        }
    }

    @Test("holds", arguments: LocalTimeRow.all)
    func holds(row: LocalTimeRow) throws {
        var run = try LocalTimeRun(row)
        for step in row.steps { try run.perform(step) }
        let clock = LocalTime(zone: row.zone)
        let told = run.happened.map { "\($0.value) \(clock.text(of: $0.wall)) (\($0.wall / 1_000_000_000) s)" }
        #expect(run.happened.count == row.outcomes.count, "\(told)")
        for (happened, expected) in zip(run.happened, row.outcomes) {
            let tolerance: Int64 = expected.isAbout ? 180_000_000_000 : 0
            #expect(
                happened.value == expected.value && abs(happened.wall - expected.instant.wall) <= tolerance,
                "expected \(expected.value) \(expected.instant.local), happened: \(told)")
        }
    }
}

/// An engine that lives through a row.
struct LocalTimeRun {
    private(set) var happened: [(value: String, wall: Int64)] = []
    private var runner: EngineRunner
    private let rules: String
    private let isKeep: Bool

    init(_ row: LocalTimeRow) throws {
        rules = row.rules
        isKeep = row.isKeep
        runner = try EngineRunner(rules)
        runner.moment.wall = row.start.wall
        runner.engine = Engine(try EngineRunner.program(rules), at: runner.moment)
        note(runner.settle())
    }

    mutating func perform(_ step: LocalTimeRow.Step) throws {
        switch step {
        case .run(let duration): run(duration)
        case .runTo(let instant): run(instant.wall - runner.moment.wall)
        case .doze(let duration):
            runner.moment = runner.moment.advanced(by: duration)
        case .sleep(let duration):
            runner.moment = runner.moment.advanced(by: duration)
            note(runner.engine.advance(to: runner.moment))
        case .down(let duration):
            let snapshot = runner.engine.snapshot(at: runner.moment)
            runner.moment = runner.moment.advanced(by: duration)
            var unreadable = 0
            let saved = Snapshot(
                rows: snapshot.rows, time: snapshot.time, wall: snapshot.wall, unreadable: &unreadable)
            runner.engine = Engine(
                try EngineRunner.program(rules), restoring: saved, away: duration, at: runner.moment)
            note(runner.settle())
        case .step(let duration): set(to: runner.moment.wall + duration)
        case .stepTo(let instant): set(to: instant.wall)
        case .message(let payload): note(runner.receive("door", payload))
        case .otherRules:
            let further = "when time is 12:34\n    do  publish \"further\" to \"further\"\n"
            note(
                runner.engine.reload(
                    try EngineRunner.program(rules + further), awaitingRetained: false, at: runner.moment))
        }
    }

    private mutating func set(to wall: Int64) {
        runner.moment.wall = wall
        note(runner.engine.advance(to: runner.moment))
    }

    /// Wakes the engine when it wants to be, as the gateway does.
    private mutating func run(_ duration: Int64) {
        let end = runner.moment.advanced(by: duration)
        while let due = runner.engine.nextDeadline, due <= end.monotonic {
            runner.moment = runner.moment.advanced(by: max(0, due - runner.moment.monotonic))
            note(runner.engine.advance(to: runner.moment))
        }
        runner.moment = end
        note(runner.engine.advance(to: end))
    }

    private mutating func note(_ decisions: [Decision]) {
        for decision in decisions {
            switch decision {
            case .command(let command): happened.append((command.value, runner.moment.wall))
            case .publication(let publication) where publication.topic == "fired":
                happened.append(("", runner.moment.wall))
            case .publication, .log, .notice: break
            }
        }
    }
}

extension LocalTime {
    /// `2026-03-29 03:00:00`
    func text(of wall: Int64) -> String {
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = civil(wall).date
        let time = [date.second / 3_600, date.second / 60 % 60, date.second % 60].map(digits).joined(separator: ":")
        return "\(date.year)-\(digits(date.month))-\(digits(date.day)) \(time)"
    }
}
