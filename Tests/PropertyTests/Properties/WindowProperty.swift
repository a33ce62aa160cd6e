import RuleLanguage
import Testing

/// Aggregates over time: exact at each message, and never older than a sixtieth of the time.
@Suite("Aggregates over time")
struct WindowProperty {
    private static let durations: [(nanoseconds: Int64, text: String)] = [
        (10_000_000_000, "10 s"), (60_000_000_000, "1 min"), (300_000_000_000, "5 min"),
    ]

    @Test("say what the definition of the language says", arguments: OverTimeFunction.allCases)
    func windows(function: OverTimeFunction) {
        for seed in Property.seeds(12) {
            let duration = Self.durations[Int(seed) % Self.durations.count]
            let program = Self.program(function, duration.text)
            let traffic = TrafficGenerator.traffic(seed: seed, for: program, steps: 40)
            guard let checked = program.checked else {
                Issue.record("\(program.text)")
                return
            }
            let look = Look(function: function, duration: duration.nanoseconds, program: checked, traffic: traffic)
            guard let problem = look.problem else { continue }
            Issue.record("seed \(seed): \(problem)\n\n\(program.text)\n\(traffic)")
            return
        }
    }

    private static func program(_ function: OverTimeFunction, _ duration: String) -> GeneratedProgram {
        var program = GeneratedProgram()
        let lines = ["input x from \"x\" as number", "output y to \"y\" as number", "keep y"]
        program.statements = lines.map { GeneratedProgram.Statement(lines: [Phrase(line: "\($0)")]) }
        program.statements[2].lines.append(Phrase(line: "\(function.rawValue) of x over \(duration) otherwise"))
        program.sources = [Thing(role: .input, name: "x", parameters: [], value: .number(unit: nil), topic: "x")]
        return program
    }
}

/// One run, and what was sent in it beside what should have been.
private struct Look {
    let function: OverTimeFunction
    let duration: Int64
    let program: Program
    let traffic: Traffic

    private static let millisecond: Int64 = 1_000_000
    /// Rounding of sums.
    private static let tolerance = 1e-6

    var problem: String? {
        let stages = EngineRun.stages(program, traffic).map { stage in
            stage.last { $0.command != nil }.flatMap { $0.command }.flatMap { Double($0.value) }
        }
        var history = ValueHistory()
        var time: Int64 = 0
        var sent = stages[0]
        // Of what the broker remembers only the last was ever seen: all of it came before the first instant.
        var remembered = ValueHistory()
        for case .message(_, let payload, _) in traffic.retained { hear(payload, &remembered, time) }
        if let value = remembered.last { history.note(value, at: time) }
        for (step, stage) in zip(traffic.steps, stages.dropFirst()) {
            switch step {
            case .message(_, let payload, _): hear(payload, &history, time)
            case .wait(let milliseconds): time += Int64(milliseconds) * Self.millisecond
            case .disconnect, .reconnect, .restart: continue
            }
            sent = stage ?? sent
            if let problem = compare(sent, history, at: time) { return problem }
        }
        return nil
    }

    private func hear(_ payload: String, _ history: inout ValueHistory, _ time: Int64) {
        switch PayloadMeaning(payload, for: program.inputs[0]) {
        case .value(let value): history.note(value.number, at: time)
        case .unknown, .empty: history.note(nil, at: time)
        case .nothing, .bad: return
        }
    }

    /// What was sent last must be what it was at some moment of the last sixtieth; an unknown value holds.
    private func compare(_ sent: Double?, _ history: ValueHistory, at time: Int64) -> String? {
        let oldest = time - duration / 60 - Self.millisecond
        var moments = Array(stride(from: oldest, through: time, by: Int64.Stride((time - oldest) / 40)))
        moments += (history.times + history.times.map { $0 + duration }).filter { $0 >= oldest && $0 <= time }
        let values = moments.map { history.value(of: function, over: duration, at: $0) }
        let known = values.compactMap { $0 }
        guard known.count == values.count, let least = known.min(), let greatest = known.max() else { return nil }
        if let sent, sent >= least - Self.tolerance, sent <= greatest + Self.tolerance { return nil }
        return
            "after \(time / Self.millisecond) ms it is \(least)..\(greatest), and \(sent.map { "\($0)" } ?? "nothing") was sent"
    }
}
