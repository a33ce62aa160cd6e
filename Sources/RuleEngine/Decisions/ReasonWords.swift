import RuleLanguage

extension Reason {
    /// The reason as a sentence: `temperature(kitchen) is 26.5 °C, above 26 °C`.
    package var words: String { ReasonWords(reason: self).sentence() }
}

/// Makes a sentence of a reason.
struct ReasonWords {
    let reason: Reason

    func sentence() -> String {
        let words = conditionWords
        return (words.isEmpty ? causeSentence : words) + (reason.isRepetition ? ", sent again" : "")
    }

    private var conditionWords: String {
        guard let capture = reason.capture else { return "" }
        let unit = reason.plan.units[capture.template]
        let explainer = ConditionWords(plan: reason.plan, capture: capture)
        switch reason.rules {
        case .remembered:
            return ""
        case .fired:
            return unit.script.map { explainer.describe($0.trigger) } ?? ""
        case .chose(let chosen, let former):
            return words(of: unit, chosen, former, explainer)
        }
    }

    private func words(of unit: UnitTemplate, _ chosen: Int, _ former: Int?, _ explainer: ConditionWords) -> String {
        if unit.cases[chosen].condition != Operation.none {
            return explainer.describe(unit.cases[chosen].condition)
        }
        // Why none of the others: first of all the one that held before.
        if let former, former != chosen, unit.cases[former].condition != Operation.none {
            return explainer.describe(unit.cases[former].condition)
        }
        let known = unit.cases.filter {
            $0.condition != Operation.none && !explainer.capture.values[Int($0.condition)].isUnknown
        }
        return known.prefix(2).map { explainer.describe($0.condition) }.joined(separator: "; ")
    }

    private var causeSentence: String {
        if case .remembered = reason.rules { return "it was said before the gateway was started again" }
        return switch reason.cause {
        case .message(let name): "message on \(name)"
        case .time: "it was time"
        case .start: "at the start"
        case .reload: "the rules were changed"
        case .reconnect: "the connection is back"
        }
    }
}

/// Says why a condition has the value that it has, with the values that make it so.
struct ConditionWords {
    let plan: Plan
    let capture: Reason.Capture
    private let unit: UnitTemplate

    init(plan: Plan, capture: Reason.Capture) {
        self.plan = plan
        self.capture = capture
        unit = plan.units[capture.template]
    }

    private func operation(_ place: Int32) -> Operation {
        plan.operations[unit.operations.lowerBound + Int(place)]
    }

    private func value(_ place: Int32) -> Value {
        capture.values[Int(place)]
    }

    func describe(_ place: Int32) -> String {
        let operation = operation(place)
        let value = value(place)
        switch operation.code {
        case .not:
            return describe(operation.a)
        case .and:
            return combine([operation.a, operation.b], telling: value.isTrue ? nil : value)
        case .or:
            return combine([operation.a, operation.b], telling: value.isFalse ? nil : value)
        case .occurred, .valid:
            return describe(operation.a)
        case .becomes, .changes:
            return "\(ruleText(operation.a)) is now \(shown(operation.a))"
        case .begins, .ends:
            return describe(operation.a)
        case .held:
            return describeHeld(operation, value)
        case .within:
            if self.value(operation.a).isTrue || !value.isTrue { return describe(operation.a) }
            return "\(ruleText(operation.a)) within the last \(DurationText.written(operation.duration))"
        case .until:
            return describeUntil(operation, value)
        case .isKnown, .isUnknown:
            return "\(ruleText(operation.a)) is \(shown(operation.a))"
        case .link:
            return describeLink(place, value)
        default:
            return describeComparison(operation, value)
        }
    }

    /// The parts of an `and` or `or`; where one decided it alone, only that one.
    private func combine(_ places: [Int32], telling: Value?) -> String {
        let shown = places.filter { telling == nil || value($0) == telling }
        return shown.map { describe($0) }.joined(separator: " and ")
    }

    private func describeHeld(_ operation: Operation, _ value: Value) -> String {
        let inner = describe(operation.a)
        let duration = DurationText.written(operation.duration)
        guard self.value(operation.a).isTrue else { return inner }
        return value.isTrue ? "\(inner) for \(duration)" : "\(inner) for less than \(duration)"
    }

    private func describeUntil(_ operation: Operation, _ value: Value) -> String {
        let ends = [operation.b, operation.c].filter { $0 != Operation.none }
        if value.isTrue {
            if self.value(operation.a).isTrue { return describe(operation.a) }
            let end = ends.map { ruleText($0) }.joined(separator: " or ")
            return "\(ruleText(operation.a)) was so, and \(end) has not come since"
        }
        if let end = ends.first(where: { self.value($0).isTrue }) { return describe(end) }
        return describe(operation.a)
    }

    private func describeLink(_ place: Int32, _ value: Value) -> String {
        let inner = capture.inner[place] ?? []
        if case .startup = unit.links[Int(operation(place).a)].target { return "the gateway started" }
        if case .clock(let index) = unit.links[Int(operation(place).a)].target { return clockText(index, value) }
        guard let own = inner.first else { return "\(ruleText(place)) is \(shown(place))" }
        let template = plan.units[own.template]
        switch template.kind {
        case .aggregate:
            let elements = inner.dropFirst().map { ConditionWords(plan: plan, capture: $0) }
            if value.kind == .truth, let first = elements.first {
                let more = elements.count > 1 ? " and others" : ""
                return first.describe(first.unit.result) + more
            }
            return value.isTrue ? ruleText(place) : "not " + ruleText(place)
        case .letValue where value.kind == .truth:
            let words = ConditionWords(plan: plan, capture: own)
            return "\(ruleText(place)): \(words.describe(template.result))"
        default:
            return "\(ruleText(place)) is \(shown(place))"
        }
    }

    /// `it is 22:00..06:00`, `it is 07:00`.
    private func clockText(_ index: Int, _ value: Value) -> String {
        let range = plan.clockRanges[index]
        let text = program.sources.text(of: range)
        return value.isFalse ? "not \(text)" : text
    }

    private func describeComparison(_ operation: Operation, _ value: Value) -> String {
        guard operation.a != Operation.none else { return "it is so" }
        // "count of door(*) is open is 2" would be one "is" too many.
        let verb = isAggregate(operation.a) ? ": " : " is "
        let subject = ruleText(operation.a) + verb + shown(operation.a)
        guard !self.value(operation.a).isUnknown else { return subject }
        let other =
            operation.b == Operation.none || operation.code == .oneOf ? "" : operand(operation.b, beside: operation.a)
        switch (operation.code, value.isTrue) {
        case (.greater, true): return "\(subject), above \(other)"
        case (.greater, false): return "\(subject), not above \(other)"
        case (.greaterOrEqual, true): return "\(subject), at least \(other)"
        case (.greaterOrEqual, false), (.less, true): return "\(subject), below \(other)"
        case (.less, false): return "\(subject), not below \(other)"
        case (.lessOrEqual, true): return "\(subject), at most \(other)"
        case (.lessOrEqual, false): return "\(subject), above \(other)"
        case (.equal, true), (.notEqual, true), (.oneOf, _): return subject
        case (.equal, false), (.notEqual, false):
            return value.isUnknown ? "\(ruleText(operation.b)) is unknown" : subject
        case (.contains, let holds): return "\(subject), \(holds ? "with" : "without") \(other) in it"
        case (.between, let holds):
            let range = "\(operand(operation.b, beside: operation.a)) to \(operand(operation.c, beside: operation.a))"
            return "\(subject), \(holds ? "within" : "outside") \(range)"
        default: return subject
        }
    }

    private func isAggregate(_ place: Int32) -> Bool {
        let operation = operation(place)
        guard operation.code == .link, case .unit(let inner) = unit.links[Int(operation.a)].target,
            case .aggregate = plan.units[inner].kind
        else { return false }
        return true
    }

    // MARK: Values and names

    /// What a value is compared with: a constant as it is, anything else with its name.
    private func operand(_ place: Int32, beside other: Int32) -> String {
        let text = shown(place, unit: numberUnit(place) ?? numberUnit(other))
        guard operation(place).code != .constant else { return text }
        return "\(ruleText(place)), \(text)"
    }

    private func shown(_ place: Int32) -> String {
        shown(place, unit: numberUnit(place))
    }

    private func shown(_ place: Int32, unit: String?) -> String {
        let value = value(place)
        switch value.kind {
        case .text: return "\"" + EscapedText.escape(capture.texts[place] ?? "") + "\""
        case .number: return number(value.number, at: place) + (unit.map { " " + $0 } ?? "")
        case .unknown: return "unknown"
        case .truth: return value.isTrue ? "true" : "false"
        case .word: return program.words[value.wordID]
        }
    }

    /// What was measured or written stands as it is; what was computed has two decimals at most.
    private func number(_ value: Double, at place: Int32) -> String {
        let operation = operation(place)
        var isComputed = operation.code != .constant
        if operation.code == .link {
            if case .unit = unit.links[Int(operation.a)].target { isComputed = true } else { isComputed = false }
        }
        return NumberText.shortest(value, step: isComputed ? 0.01 : nil)
    }

    private func numberUnit(_ place: Int32) -> String? {
        let operation = operation(place)
        switch operation.code {
        case .overTime:
            return numberUnit(operation.a)
        case .link:
            return numberUnit(ofLink: unit.links[Int(operation.a)])
        case .add, .subtract, .least, .greatest:
            return numberUnit(operation.a) ?? numberUnit(operation.b)
        case .negate, .abs, .round, .floor, .ceil:
            return numberUnit(operation.a)
        default:
            return nil
        }
    }

    private func numberUnit(ofLink link: LinkSpec) -> String? {
        switch link.target {
        case .input(let id): return program.inputs[id].type.unit
        case .output(let id): return program.outputs[id].type.unit
        case .failure: return nil
        case .clock, .startup: return nil
        case .unit(let inner):
            switch plan.units[inner].kind {
            case .validated(let id): return program.inputs[id].type.unit
            case .letValue(let id):
                if case .number(let unit) = program.lets[id].value.type { return unit }
                return nil
            case .aggregate(let aggregate) where aggregate.function != .count:
                let element = plan.units[aggregate.element]
                return element.links.first.flatMap { numberUnit(ofLink: $0) }
            default: return nil
            }
        }
    }

    private var program: Program { plan.program }

    /// A part of a rule as it is written there, with what its parameters stand for.
    func ruleText(_ place: Int32) -> String {
        let operation = operation(place)
        switch operation.code {
        case .link: return name(of: unit.links[Int(operation.a)])
        case .constant:
            return shown(place)
        default:
            let range = plan.ranges[unit.operations.lowerBound + Int(place)]
            return program.sources.text(of: range)
        }
    }

    private func name(of link: LinkSpec) -> String {
        switch link.target {
        case .input(let id): named(program.inputs[id].name, link.arguments)
        case .output(let id), .failure(let id): named(program.outputs[id].name, link.arguments)
        case .startup: "the start"
        case .clock(let index): program.sources.text(of: plan.clockRanges[index])
        case .unit(let inner):
            switch plan.units[inner].kind {
            case .letValue(let id): named(program.lets[id].name, link.arguments)
            case .validated(let id): named(program.inputs[id].name, link.arguments)
            default: program.sources.text(of: plan.units[inner].range)
            }
        }
    }

    private func named(_ name: String, _ arguments: [PlanArgument]) -> String {
        InstanceName.written(
            name,
            arguments.map { argument in
                switch argument {
                case .parameter(let parameter): capture.binding[Int(parameter)]
                case .level(let level): plan.levelNames[level]
                case .any: "*"
                }
            })
    }
}

extension ValueType {
    fileprivate var unit: String? {
        if case .number(let number) = self { number.unit } else { nil }
    }
}
