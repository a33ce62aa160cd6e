import RuleLanguage

/// What an engine knows, for a person.
package struct StateReport: Sendable {
    package struct Reading: Sendable {
        /// `temperature(kitchen)`
        package var name: String
        /// `26.5 °C`, or `unknown`.
        package var value: String
        package var isStale: Bool
        /// How long ago the last message came, in nanoseconds.
        package var age: Int64
    }

    package struct Sent: Sendable {
        package var name: String
        package var value: String
        /// How long ago the last command was sent, in nanoseconds.
        package var age: Int64
        package var hasFailed: Bool
    }

    package struct Timer: Sendable {
        /// `climate.rules:7`
        package var rule: String
        /// What the rule's parameters stand for.
        package var levels: [String]
        /// The part of the rule, as it is written there.
        package var text: String
        /// How long it has been so, and how long it takes until that has an effect, if it is a matter of time; in nanoseconds.
        package var age: Int64
        package var rest: Int64?
    }

    package struct Wait: Sendable {
        package var rule: String
        package var levels: [String]
        package var age: Int64
        /// Until it goes on; nil where it waits for a condition.
        package var rest: Int64?
        /// Triggers that wait for it to end.
        package var queued: Int
    }

    package var readings: [Reading] = []
    package var sent: [Sent] = []
    package var timers: [Timer] = []
    package var waits: [Wait] = []
}

extension Engine {
    /// What is known, sent, counted and waited for at the present moment.
    package var report: StateReport {
        var report = StateReport()
        for (index, input) in inputs.enumerated() where input.isHeard && !code.traits[Int(input.input)].isEvent {
            let value = sources[Int(input.source)].value
            let definition = plan.inputs[Int(input.input)].definition
            report.readings.append(
                StateReport.Reading(
                    name: name(definition.name, inputLevels[index]), value: shown(value, definition.type),
                    isStale: value.isUnknown && !input.heard.isUnknown, age: time &- input.lastMessage))
        }
        for output in outputs where !output.sent.isUnknown {
            report.sent.append(
                StateReport.Sent(
                    name: output.target.name,
                    value: shown(output.sent, plan.outputs[output.target.output].definition.type),
                    age: time &- output.sentAt, hasFailed: sources[Int(output.failure)].value.isTrue))
        }
        for (index, unit) in units.enumerated() {
            report.timers += timers(of: unit, unitLevels[index].map { levels[$0] })
            if code.spans[Int(unit.template)].kind == .when { report.waits += wait(of: unit, unitLevels[index]) }
        }
        return report
    }

    private func shown(_ value: Value, _ type: ValueType) -> String {
        let text = value.isUnknown ? "unknown" : written(value, type)
        return value.kind == .number ? type.unit.map { "\(text) \($0)" } ?? text : EscapedText.line(text)
    }

    private func timers(of unit: UnitInstance, _ levels: [String]) -> [StateReport.Timer] {
        let template = plan.units[Int(unit.template)].template
        return template.operations.compactMap { index in
            let operation = plan.operations[index]
            guard operation.state != Operation.none else { return nil }
            let state = states[Int(unit.states) + Int(operation.state)]
            guard state.since != noTime, let rest = rest(of: operation, state) else { return nil }
            let range = plan.ranges[index]
            let words = plan.program.sources.text(of: range).split(whereSeparator: \.isWhitespace)
            return StateReport.Timer(
                rule: place(of: range), levels: levels, text: EscapedText.line(words.joined(separator: " ")),
                age: time &- state.since, rest: rest)
        }
    }

    /// How long a timer still runs; nil in nil where it runs for no length of time; nil where it does not run.
    private func rest(of operation: Operation, _ state: OperatorState) -> Int64?? {
        switch operation.code {
        case .held:
            return max(0, state.since &+ operation.duration &- time)
        case .within:
            if state.mark == 1 { return .some(nil) }
            let rest = state.since &+ operation.duration &- time
            return rest > 0 ? rest : nil
        case .until:
            return state.last.isTrue ? .some(nil) : nil
        default:
            return nil
        }
    }

    private func wait(of unit: UnitInstance, _ binding: [LevelID]) -> [StateReport.Wait] {
        let state = whens[Int(unit.companion)]
        guard let run = state.run else { return [] }
        return [
            StateReport.Wait(
                rule: place(of: plan.units[Int(unit.template)].template.range), levels: binding.map { levels[$0] },
                age: time &- run.triggeredAt, rest: run.due == never ? nil : max(0, run.due &- time),
                queued: state.queue.count)
        ]
    }
}
