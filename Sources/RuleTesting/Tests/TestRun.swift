import RuleEngine
import RuleLanguage

/// One test while it runs: an engine, a clock that goes when it is told to, and what was sent since the last group.
struct TestRun {
    private let test: Test
    private let program: Program
    private let report: TestReport
    private let clock: LocalTime
    private let scope: TestScope
    /// The conditions that the test looks at, and behind them what it names.
    private let probes: [Expression]
    private let conditionCount: Int
    /// Index of the last group's last step: what is sent after it is not looked at.
    private let lastExpectation: Int
    private var engine: Engine
    private var moment: Moment
    /// The first instant has been.
    private var isStarted = false
    private var sent: [SentMessage] = []
    /// Commands since the last group to outputs that the test does not look at.
    private var otherCommands = 0
    /// Since the last group.
    private var timeline: Timeline
    /// Since the start, where that is wanted.
    private var wholeTimeline: Timeline?

    /// Where the virtual clock begins, in nanoseconds; any value does.
    private static let startOfTime: Int64 = 1_000_000_000_000

    init(_ test: Test, of program: Program, reporting report: TestReport) {
        self.test = test
        self.program = program
        self.report = report
        clock = LocalTime(zone: program.settings.zone)
        scope = TestScope(of: test, in: program)
        let conditions = test.steps.compactMap { step in
            if case .expectCondition(let condition) = step.step { condition } else { nil }
        }
        conditionCount = conditions.count
        probes = conditions + NamedThings(of: test, in: program).expressions
        lastExpectation = test.steps.lastIndex { $0.step.isExpectation } ?? -1
        var start = CivilDateTime(year: 2026, month: 1, day: 1, second: 0)
        if case .clock(let date)? = test.steps.first?.step {
            start = date
        }
        moment = Moment(monotonic: Self.startOfTime, wall: clock.moment(of: start))
        engine = Engine(program, probing: probes, at: moment)
        if report.contains(.coverage) { engine.reached = Reached(in: program) }
        timeline = Timeline(of: program, clock: clock, limit: .glance)
        if report.contains(.timeline) { wholeTimeline = Timeline(of: program, clock: clock, limit: .whole) }
    }

    /// Goes through the steps, to the first failure.
    mutating func run() -> TestOutcome {
        let failure = firstFailure()
        return TestOutcome(
            title: test.title, range: test.range, failure: failure, timeline: wholeTimeline?.lines ?? [],
            reached: engine.reached)
    }

    private mutating func firstFailure() -> TestFailure? {
        var index = 0
        var probe = 0
        while index < test.steps.count {
            guard test.steps[index].step.isExpectation else {
                perform(test.steps[index].step, at: index)
                index += 1
                continue
            }
            startIfNeeded()
            let group = Array(test.steps[index...].prefix { $0.step.isExpectation })
            if let failure = check(group, firstProbe: probe) { return failure }
            probe += group.count { if case .expectCondition = $0.step { true } else { false } }
            index += group.count
        }
        startIfNeeded()
        return nil
    }

    // MARK: Steps

    private mutating func perform(_ step: Test.Step, at index: Int) {
        let isStart = index == 0 && step.isClock
        if !isStart && !step.isRetainedMessage { startIfNeeded() }
        switch step {
        case .clock(let date):
            // The first one was the start; a later one moves the wall clock only.
            guard !isStart else { return }
            moment.wall = clock.moment(of: date)
            note("the clock is set to \(date.dayText) \(date.timeText)")
            take(engine.advance(to: moment), at: index)
        case .message(let input, let topic, let payload, let retained):
            note(.message(input, topic: topic, payload: payload, retained: retained))
            take(receive(topic, payload, retained), at: index)
        case .receive(let topic, let payload, let retained):
            note(.message(nil, topic: topic, payload: payload, retained: retained))
            take(receive(topic, payload, retained), at: index)
        case .wait(let duration):
            wait(duration, at: index)
        case .waitUntil(let time):
            // One that never comes within a year is no time to wait for; the checker has said so.
            wait((engine.nextMoment(of: time, after: moment.wall) ?? moment.wall) - moment.wall, at: index)
        case .restart(let away):
            restart(after: away)
        case .offline(let duration):
            take(engine.disconnected(at: moment), at: index)
            note("the connection breaks")
            wait(duration, at: index)
            note("the connection is back")
            take(engine.settled(at: moment), at: index)
        case .expectNothing, .expectCommand, .expectPublish, .expectCondition:
            preconditionFailure("expectations are checked as a group")
        }
    }

    private mutating func startIfNeeded() {
        guard !isStarted else { return }
        isStarted = true
        take(engine.settled(at: moment), at: -1)
    }

    private mutating func receive(_ topic: String, _ payload: String, _ retained: Bool) -> [Decision] {
        var topic = topic
        var payload = payload
        return topic.withUTF8 { topic in
            payload.withUTF8 { payload in
                engine.receive(
                    topic: UnsafeRawBufferPointer(topic), payload: UnsafeRawBufferPointer(payload), retained: retained,
                    at: moment)
            }
        }
    }

    /// Goes from deadline to deadline, so that each command bears the time at which it was decided.
    private mutating func wait(_ duration: Int64, at index: Int) {
        let end = moment.advanced(by: duration)
        while let due = engine.nextDeadline, due <= end.monotonic {
            moment = moment.advanced(by: max(0, due - moment.monotonic))
            take(engine.advance(to: moment), at: index)
        }
        moment = end
        take(engine.advance(to: moment), at: index)
    }

    private mutating func restart(after away: Int64) {
        let snapshot = engine.snapshot(at: moment)
        let reached = engine.reached
        moment = moment.advanced(by: away)
        note("the gateway is started again")
        engine = Engine(program, probing: probes, restoring: snapshot, at: moment)
        engine.reached = reached
        isStarted = false
    }

    // MARK: What happens

    private mutating func note(_ text: String) {
        note(.note(text))
    }

    private mutating func note(_ event: Timeline.Event) {
        timeline.add(event, at: moment)
        wholeTimeline?.add(event, at: moment)
    }

    /// Takes note of what a step led to.
    private mutating func take(_ decisions: [Decision], at index: Int) {
        guard index < lastExpectation || wholeTimeline != nil else { return }
        for decision in decisions {
            wholeTimeline?.add(.decision(decision), at: moment)
            if let message = decision.message {
                guard scope.looksAt(message) else {
                    otherCommands += 1
                    continue
                }
                if index < lastExpectation { sent.append(message) }
            }
            timeline.add(.decision(decision), at: moment)
        }
    }

    // MARK: Expectations

    private mutating func check(_ group: [(step: Test.Step, range: SourceRange)], firstProbe: Int) -> TestFailure? {
        var problems: [CommandMatching.Problem] = []
        var probe = firstProbe
        var commands: [(step: Test.Step, range: SourceRange)] = []
        for item in group {
            guard case .expectCondition = item.step else {
                commands.append(item)
                continue
            }
            if engine.probe(probe) != true {
                problems.append(.init(message: "this does not hold: \(engine.wordsOfProbe(probe))", range: item.range))
            }
            probe += 1
        }
        if !commands.isEmpty, let problem = CommandMatching(commands, sent, program).firstProblem {
            problems.append(problem)
        }
        if let first = problems.min(by: { $0.range.start < $1.range.start }) { return failure(first) }
        let last = group[group.count - 1]
        wholeTimeline?.add(.note("as expected (\(program.sources.shortPlace(of: last.range)))"), at: moment)
        // Conditions alone leave the commands to the next group.
        guard !commands.isEmpty else { return nil }
        sent.removeAll(keepingCapacity: true)
        otherCommands = 0
        timeline.clear()
        return nil
    }

    private func failure(_ problem: CommandMatching.Problem) -> TestFailure {
        TestFailure(
            diagnostic: Diagnostic(.testFailed, problem.message, at: problem.range),
            timeline: timeline.lines, otherCommands: otherCommands,
            values: (conditionCount..<probes.count).map(words))
    }

    /// A thing that the test names, as it is now; of an output also what its `keep` says.
    private func words(of probe: Int) -> String {
        let value = engine.wordsOfProbe(probe)
        guard case .output(let output, let arguments) = probes[probe].kind else { return value }
        let levels = arguments.compactMap { if case .level(let level) = $0 { level } else { nil } }
        return engine.wordsOfKeep(of: output, levels).map { "\(value), \($0)" } ?? value
    }
}

extension Decision {
    fileprivate var message: SentMessage? {
        switch self {
        case .command(let command): .command(command)
        case .publication(let publication): .publication(publication)
        case .log, .notice: nil
        }
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
