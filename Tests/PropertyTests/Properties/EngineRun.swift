import RuleLanguage
import Testing

@testable import RuleEngine

/// An engine under traffic, on a clock that goes when it is told to.
struct EngineRun {
    /// What it decided since this was last emptied, in order.
    private var decisions: [Decided] = []
    private let program: Program
    private var engine: Engine
    private var moment: Moment
    private let restarts: Bool
    private let interruption: Interruption
    /// What is saved, and what was written down since.
    private var store: Store?

    /// What happens between two steps.
    enum Interruption {
        case none
        /// The engine is taken down into rows, and another one goes on with them.
        case continues
        /// Now and then the state is saved; now and then the engine is lost, and found again from the state and the log.
        case recovers
    }

    /// Where the virtual clock begins, in nanoseconds; any value does.
    private static let startOfTime: Int64 = 1_000_000_000_000

    /// - Parameters:
    ///   - restarts: Whether the steps that say so restart it. They take no time.
    static func decisions(
        _ program: Program, _ traffic: Traffic, restarts: Bool = true, interruption: Interruption = .none
    ) -> [Decided] {
        stages(program, traffic, restarts: restarts, interruption: interruption).flatMap { $0 }
    }

    /// What it decided in the first instant, and then in each step.
    static func stages(
        _ program: Program, _ traffic: Traffic, restarts: Bool = true, interruption: Interruption = .none
    ) -> [[Decided]] {
        var run = EngineRun(program, start: traffic.start, restarts: restarts, interruption: interruption)
        for step in traffic.retained { run.perform(step) }
        run.settle()
        var stages = [run.decisions]
        for step in traffic.steps {
            run.decisions = []
            run.perform(step)
            stages.append(run.decisions)
        }
        return stages
    }

    private init(_ program: Program, start: Int, restarts: Bool, interruption: Interruption) {
        self.program = program
        self.restarts = restarts
        self.interruption = interruption
        moment = Moment(monotonic: Self.startOfTime, wall: Int64(start) * 1_000_000)
        engine = Engine(program, at: moment)
        if interruption == .recovers { store = Store(engine, at: moment) }
    }

    private mutating func settle() {
        store?.record(.settled(moment))
        take(engine.settled(at: moment))
    }

    private mutating func perform(_ step: Traffic.Step) {
        switch interruption {
        case .none: break
        case .continues: goOnFromRows()
        case .recovers: store?.interrupt(&engine, at: moment, program)
        }
        switch step {
        case .message(var topic, var payload, let retained):
            store?.record(
                .message(moment, id: 0, topic: Array(topic.utf8), payload: Array(payload.utf8), isRetained: retained))
            let decided = topic.withUTF8 { topic in
                payload.withUTF8 { payload in
                    engine.receive(
                        topic: UnsafeRawBufferPointer(topic), payload: UnsafeRawBufferPointer(payload),
                        retained: retained, at: moment)
                }
            }
            take(decided)
        case .wait(let milliseconds): wait(Int64(milliseconds) * 1_000_000)
        case .disconnect:
            store?.record(.disconnected(moment))
            take(engine.disconnected(at: moment))
        case .reconnect: settle()
        case .restart:
            guard restarts else { return }
            engine = Engine(program, restoring: engine.snapshot(at: moment), at: moment)
            store?.record(.start(.init(moment: moment, away: nil, boot: "", fingerprint: 0)))
            settle()
        }
    }

    private mutating func goOnFromRows() {
        let saved = engine.snapshot(at: moment)
        var unreadable = 0
        let read = Snapshot(rows: saved.rows, time: saved.time, wall: saved.wall, unreadable: &unreadable)
        guard unreadable == 0, let progress = read.progress else {
            Issue.record("rows that cannot be read")
            return
        }
        engine = Engine(program, continuing: read, from: progress)
        take(engine.advance(to: moment))
    }

    /// Goes from deadline to deadline, so that each decision bears the time at which it was made.
    private mutating func wait(_ duration: Int64) {
        let end = moment.advanced(by: duration)
        while let due = engine.nextDeadline, due <= end.monotonic {
            moment = moment.advanced(by: max(0, due - moment.monotonic))
            store?.record(.time(moment))
            take(engine.advance(to: moment))
        }
        moment = end
        store?.record(.time(moment))
        take(engine.advance(to: moment))
    }

    private mutating func take(_ decided: [Decision]) {
        decisions += decided.map { Decided($0, at: moment) }
    }
}

/// A decision as a test compares it.
struct Decided: Equatable, CustomStringConvertible {
    enum Kind: Equatable { case command, publication, log, notice }

    var kind: Kind
    /// Milliseconds on the wall.
    var time: Int64
    var text: String
    var payload = ""
    /// What the reason says, and the rule; of a command or publication.
    var reason: (words: String, rule: String)?
    var command: Command?

    init(_ decision: Decision, at moment: Moment) {
        time = moment.wall / 1_000_000
        switch decision {
        case .command(let command):
            kind = .command
            self.command = command
            text = "\(command.name) = \(command.value)"
            payload = "\(command.topic) \(String(decoding: command.payload, as: UTF8.self))"
            reason = (command.reason.words, command.reason.rule)
        case .publication(let publication):
            kind = .publication
            text = publication.topic
            payload = String(decoding: publication.payload, as: UTF8.self)
            reason = (publication.reason.words, publication.reason.rule)
        case .log(let line):
            kind = .log
            text = line.text
        case .notice(let notice):
            kind = .notice
            text = notice.message
        }
    }

    static func == (a: Decided, b: Decided) -> Bool {
        a.kind == b.kind && a.time == b.time && a.text == b.text && a.payload == b.payload
    }

    var description: String { "\(time) \(kind) \(text)" }
}

extension [Decided] {
    /// Without notices, and in an order that does not depend on which instance came first: what is decided at one time for
    /// different outputs has no order. The commands of one output keep theirs.
    var comparable: [Decided] {
        filter { $0.kind != .notice }.enumerated()
            .sorted { a, b in
                let (one, other) = (a.element.sortKey, b.element.sortKey)
                return one != other ? one < other : a.offset < b.offset
            }
            .map(\.element)
    }
}

extension Decided {
    fileprivate var sortKey: (Int64, String) {
        let name = kind == .command ? text.prefixBefore(" = ") : "\(kind) \(text) \(payload)"
        return (time, name)
    }
}

extension String {
    fileprivate func prefixBefore(_ part: String) -> String {
        var end = startIndex
        while end < endIndex, !self[end...].hasPrefix(part) { end = index(after: end) }
        return String(self[..<end])
    }
}
