/// What is allowed and probably not meant.
extension Checking {
    mutating func warn() {
        for (keep, syntax) in zip(program.keeps, keepSyntax) {
            warnAboutCases(keep, syntax)
            warnAboutFlapping(keep)
            warnAboutUnknown(keep, syntax)
            for part in keep.cases {
                if let condition = part.condition { warnAboutCondition(condition) }
                warnAboutConditions(in: part.value)
            }
        }
        for (when, syntax) in zip(program.whens, whenSyntax) {
            if !reportNoMoment(when, syntax) {
                warnAboutCondition(when.trigger)
                if let condition = when.condition { warnAboutAsking(condition, of: when) }
            }
            for step in when.actions { for part in step.action.expressions { warnAboutConditions(in: part) } }
        }
        for id in letSyntax.indices { if let value = letValue(id) { warnAboutConditions(in: value) } }
        for input in program.inputs { if let condition = input.validWhile { warnAboutConditions(in: condition) } }
        for output in program.outputs { if let condition = output.resendWhen { warnAboutConditions(in: condition) } }
        warnAboutLevels()
        warnAboutDeclarations()
        // A name whose only use is mistyped would be said to be unused, which is the same mistake once more.
        if !findings.hasErrors { warnAboutUnused() }
    }

    private mutating func warnAboutUnused() {
        for symbol in symbols.symbols where !used.contains(symbol.name.text) {
            report(
                .unusedName, "nothing uses \"\(symbol.name.text)\"", at: symbol.name.range,
                help: "use it in a rule, or leave it out")
        }
    }

    /// What is said about whole conditions of cases and triggers, and about all in them.
    private mutating func warnAboutCondition(_ condition: Expression) {
        warnAboutConditions(in: condition)
        var whole = condition
        while case .reference(let id, _) = whole.kind, let value = letValue(id) { whole = value }
        guard case .aggregate(let function, let operand) = whole.kind, function == .all || function == .no,
            let name = undeclared(in: operand)
        else { return }
        report(
            .trueBeforeHeard, "\"\(function.rawValue)\" is true before anything is heard of \"\(name)\"",
            at: condition.range,
            help: "write \"for\" and a length of time behind it, or list the levels where \"\(name)\" is declared")
    }

    /// The input under an aggregate where nothing lists what its `*` runs over.
    private func undeclared(in operand: Expression) -> String? {
        for starred in Self.starred(in: operand) {
            guard case .input(let id) = starred.key.kind else { continue }
            let input = program.inputs[id]
            let isOpen = zip(starred.key.arguments, input.parameters).contains { $0 == .star && $1.members == nil }
            if isOpen { return input.name }
        }
        return nil
    }

    // MARK: Thresholds

    private mutating func warnAboutFlapping(_ keep: Keep) {
        for part in keep.cases {
            guard let condition = part.condition, let threshold = bareThreshold(in: condition), !isNever(condition)
            else { continue }
            report(
                .willFlap, "this will flap: a number near its threshold crosses it again and again", at: threshold.at,
                help: threshold.help)
        }
    }

    /// A comparison of a number that is read, without `until`, `for` or `within` around it.
    func bareThreshold(in condition: Expression) -> (at: SourceRange, help: String)? {
        switch condition.kind {
        case .until, .held, .within: return nil
        case .reference(let id, _): return letThresholds[id].map { (condition.range, $0) }
        case .comparison(let sign, let left, let right):
            guard let opposite = sign.opposite, isReading(left) || isReading(right), truth(of: condition) == nil else {
                return nil
            }
            let text = written(condition.range)
            return (
                condition.range,
                "write where it ends: \(text) until \(written(left.range)) \(opposite.rawValue) …, or \(text) for 5 min"
            )
        case .between(let value, _, _):
            let text = written(condition.range)
            return isReading(value) && truth(of: condition) == nil
                ? (condition.range, "write how long it must last: \(text) for 5 min") : nil
        default:
            for child in condition.children where child.type == .condition {
                if let found = bareThreshold(in: child) { return found }
            }
            return nil
        }
    }

    /// Whether a number comes from an input as it is; what is counted or averaged over time does not jitter.
    func isReading(_ value: Expression) -> Bool {
        switch value.kind {
        case .input(let id, _): if case .number = program.inputs[id].type { true } else { false }
        case .reference(let id, _): letReadings[id]
        case .overTime, .aggregate(.count, _): false
        default: value.children.contains { $0.isValue && isReading($0) }
        }
    }

    // MARK: Unknown

    private mutating func warnAboutUnknown(_ keep: Keep, _ syntax: KeepSyntax) {
        var use = InputUse()
        for part in keep.cases {
            if let condition = part.condition { use.collect(condition, isAsked: false, lets: letInputs) }
        }
        let silent = use.read.first { program.inputs[$0.id].staleAfter != nil && !use.asked.contains($0.id) }
        guard let silent else { return }
        let name = program.inputs[silent.id].name
        let last = keep.cases.last.map { written($0.value.range) } ?? "OFF"
        let read = written(silent.range)
        // What stands in an aggregate has a star, which means something there alone.
        let condition = read.contains("*") ? "no (\(read) is known) for 10 min" : "\(read) is unknown for 10 min"
        report(
            .noCaseForUnknown, "\"\(name)\" can go stale, and no case says what to do then", at: syntax.output.range,
            help: "write a case, as in: \(last) while \(condition)")
    }
}

/// The inputs that a condition reads, and those of them that it asks whether they are known.
struct InputUse {
    private(set) var read: [(id: InputID, range: SourceRange)] = []
    private(set) var asked: Set<InputID> = []

    mutating func collect(_ expression: Expression, isAsked: Bool, lets: [InputUse]) {
        switch expression.kind {
        case .input(let id, _): add(id, expression.range, isAsked: isAsked)
        case .reference(let id, _):
            for (input, range) in lets[id].read { add(input, range, isAsked: isAsked) }
            asked.formUnion(lets[id].asked)
        case .isKnown(let inner), .isUnknown(let inner): collect(inner, isAsked: true, lets: lets)
        default:
            for child in expression.children { collect(child, isAsked: isAsked, lets: lets) }
        }
    }

    private mutating func add(_ id: InputID, _ range: SourceRange, isAsked: Bool) {
        if isAsked { asked.insert(id) }
        if !read.contains(where: { $0.id == id }) { read.append((id, range)) }
    }
}

extension ComparisonOperator {
    /// The other direction; nil where it has none.
    var opposite: ComparisonOperator? {
        switch self {
        case .less, .lessOrEqual: .greater
        case .greater, .greaterOrEqual: .less
        case .equal, .notEqual, .contains, .beginsWith, .endsWith: nil
        }
    }
}

extension When.Action {
    var expressions: [Expression] {
        switch self {
        case .set(_, _, let value), .publish(let value, _, _, _), .waitUntil(let value, _), .log(let value): [value]
        case .toggle, .wait: []
        }
    }
}
