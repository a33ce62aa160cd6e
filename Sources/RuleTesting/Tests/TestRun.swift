import RuleEngine
import RuleLanguage

/// One test while it runs: an engine, a clock that goes when it is told to, and what was sent since the last group.
struct TestRun {
    private let test: Test
    private let program: Program
    private let probes: [Expression]
    private let clock: LocalTime
    private var engine: Engine
    private var moment: Moment
    /// The first instant has been.
    private var isStarted = false
    private var timeline: Timeline
    private var sent: [SentMessage] = []
    private let scope: TestScope

    /// Where the virtual clock begins, in nanoseconds; any value does.
    private static let startOfTime: Int64 = 1_000_000_000_000

    init(_ test: Test, of program: Program) {
        self.test = test
        self.program = program
        probes = test.steps.compactMap { step in
            if case .expectCondition(let condition) = step.step { condition } else { nil }
        }
        clock = LocalTime(zone: program.settings.zone)
        var start = CivilDateTime(year: 2026, month: 1, day: 1, second: 0)
        if case .clock(let date)? = test.steps.first?.step {
            start = date
        }
        moment = Moment(monotonic: Self.startOfTime, wall: clock.moment(of: start))
        engine = Engine(program, probing: probes, at: moment)
        timeline = Timeline(clock: clock)
        scope = TestScope(of: test, in: program)
    }

    /// Goes through the steps and gives the first failure.
    mutating func run() -> TestFailure? {
        var index = 0
        var probe = 0
        while index < test.steps.count {
            if test.steps[index].step.isExpectation {
                let group = test.steps[index...].prefix { $0.step.isExpectation }
                startIfNeeded()
                if let failure = check(Array(group), firstProbe: probe) { return failure }
                probe += group.count { if case .expectCondition = $0.step { true } else { false } }
                index += group.count
            } else {
                perform(test.steps[index].step, isFirst: index == 0)
                index += 1
            }
        }
        startIfNeeded()
        return nil
    }

    // MARK: Steps

    private mutating func perform(_ step: Test.Step, isFirst: Bool) {
        if !isStarted && !(step.isRetainedMessage || isFirst && step.isClock) {
            startIfNeeded()
        }
        switch step {
        case .clock(let date):
            // The first one was the start; a later one moves the wall clock only.
            guard !isFirst else { return }
            moment.wall = clock.moment(of: date)
            take(engine.advance(to: moment))
        case .message(let input, let topic, let payload, let retained):
            timeline.add("\(program.inputs[input].name): \(topic) \(payload)", at: moment)
            receive(topic, payload, retained)
        case .receive(let topic, let payload, let retained):
            timeline.add("\(topic) \(payload)", at: moment)
            receive(topic, payload, retained)
        case .wait(let duration):
            wait(duration)
        case .waitUntil(let time):
            wait(nextMoment(of: time) - moment.wall)
        case .restart(let away):
            restart(after: away)
        case .offline(let duration):
            take(engine.disconnected(at: moment))
            timeline.add("the connection breaks", at: moment)
            wait(duration)
            timeline.add("the connection is back", at: moment)
            take(engine.settled(at: moment))
        case .expectNothing, .expectCommand, .expectPublish, .expectCondition:
            preconditionFailure("expectations are checked as a group")
        }
    }

    private mutating func startIfNeeded() {
        guard !isStarted else { return }
        isStarted = true
        take(engine.settled(at: moment))
    }

    private mutating func receive(_ topic: String, _ payload: String, _ retained: Bool) {
        var topic = topic
        var payload = payload
        let decisions = topic.withUTF8 { topic in
            payload.withUTF8 { payload in
                engine.receive(
                    topic: UnsafeRawBufferPointer(topic), payload: UnsafeRawBufferPointer(payload), retained: retained,
                    at: moment)
            }
        }
        take(decisions)
    }

    /// Goes from deadline to deadline, so that each command bears the time at which it was decided.
    private mutating func wait(_ duration: Int64) {
        let end = moment.advanced(by: duration)
        while let due = engine.nextDeadline, due <= end.monotonic {
            moment = moment.advanced(by: max(0, due - moment.monotonic))
            take(engine.advance(to: moment))
        }
        moment = end
        take(engine.advance(to: moment))
    }

    private mutating func restart(after away: Int64) {
        let snapshot = engine.snapshot(at: moment)
        moment = moment.advanced(by: away)
        timeline.add("the gateway is started again", at: moment)
        engine = Engine(program, probing: probes, restoring: snapshot, at: moment)
        isStarted = false
    }

    /// One that never comes within a year is no time to wait for; the checker has said so.
    private func nextMoment(of time: ClockTimeSyntax) -> Int64 {
        engine.nextMoment(of: time, after: moment.wall) ?? moment.wall
    }

    private mutating func take(_ decisions: [Decision]) {
        for decision in decisions {
            switch decision {
            case .command(let command):
                sent.append(SentMessage(command))
                timeline.add(
                    "\(command.name) = \(command.value), since \(command.reason.words) (\(command.reason.rule))",
                    at: moment)
            case .publication(let publication):
                sent.append(SentMessage(publication))
                timeline.add(
                    "\(publication.topic) \(String(decoding: publication.payload, as: UTF8.self)), since \(publication.reason.words) (\(publication.reason.rule))",
                    at: moment)
            case .log(let line):
                timeline.add("log: \(line.text) (\(line.rule))", at: moment)
            case .notice(let notice):
                timeline.add(notice.message, at: moment)
            }
        }
    }

    // MARK: Expectations

    private mutating func check(_ group: [(step: Test.Step, range: SourceRange)], firstProbe: Int) -> TestFailure? {
        var probe = firstProbe
        var answersForCommands = false
        for item in group {
            if case .expectCondition = item.step {
                defer { probe += 1 }
                guard engine.probe(probe) != true else { continue }
                return failure("this does not hold: \(engine.wordsOfProbe(probe))", at: item.range)
            }
            answersForCommands = true
        }
        guard answersForCommands else { return nil }
        let looked = sent.filter { scope.looksAt($0) }
        let expectations = group.filter { if case .expectCondition = $0.step { false } else { true } }
        if let problem = CommandMatching(expectations, looked, program).firstProblem {
            return failure(problem.message, at: problem.range)
        }
        sent = []
        timeline.begin()
        return nil
    }

    private func failure(_ message: String, at range: SourceRange) -> TestFailure {
        TestFailure(diagnostic: Diagnostic(.testFailed, message, at: range), timeline: timeline.lines)
    }
}

extension Test.Step {
    var isExpectation: Bool {
        switch self {
        case .expectNothing, .expectCommand, .expectPublish, .expectCondition: true
        case .clock, .message, .receive, .wait, .waitUntil, .restart, .offline: false
        }
    }

    fileprivate var isRetainedMessage: Bool {
        switch self {
        case .message(_, _, _, let retained), .receive(_, _, let retained): retained
        default: false
        }
    }

    fileprivate var isClock: Bool {
        if case .clock = self { true } else { false }
    }
}
