/// Aggregates over instances and over time.
extension Checking {
    mutating func checkAggregate(
        _ function: AggregateSyntax, _ operand: ExpressionSyntax, at range: SourceRange, in scope: Scope
    ) -> Expression? {
        let under = scope.underAggregate()
        let user = "\"\(function.words)\""
        let checked: Expression?
        let type: Expression.ExpressionType
        switch function {
        case .any, .all, .no, .count:
            checked = condition(
                operand, in: under, for: user, instead: "put \"within\" and a length of time behind it, in parentheses")
            type = function == .count ? .number(unit: nil) : .condition
        case .min, .max, .average, .sum:
            checked = number(operand, in: under, neededBy: user)
            type = .number(unit: checked?.unit)
        }
        guard let checked else { return nil }
        guard isHeld(checked, in: scope, at: operand.range), hasOneStar(checked, user: user, at: operand.range) else {
            return nil
        }
        return Expression(.aggregate(function, checked), type: type, range: range)
    }

    /// An aggregate is over the instances of one thing.
    private mutating func hasOneStar(_ operand: Expression, user: String, at range: SourceRange) -> Bool {
        let starred = Self.starred(in: operand)
        guard let first = starred.first else {
            report(
                .aggregateWithoutStar, "\(user) needs a \"*\" in what it is over", at: range,
                help: starHelp(operand) ?? "write * in place of the level that may be any, as in: temperature(*)")
            return false
        }
        guard let other = starred.dropFirst().first(where: { $0.key != first.key }) else { return true }
        report(
            .aggregateWithoutStar,
            "\(user) is over one thing, and here are two with \"*\": \(written(first.range)) and \(written(other.range))",
            at: other.range, help: "name one of them in a let, or use two aggregates")
        return false
    }

    private func starHelp(_ operand: Expression) -> String? {
        var help: String?
        operand.visit { part in
            guard help == nil else { return }
            switch part.kind {
            case .input(let id, let arguments) where !arguments.isEmpty:
                help = starred(program.inputs[id].name, arguments.count)
            case .output(let id, let arguments) where !arguments.isEmpty:
                help = starred(program.outputs[id].name, arguments.count)
            case .reference(let id, let arguments) where !arguments.isEmpty:
                help = starred(program.lets[id].name, arguments.count)
            default: break
            }
        }
        return help
    }

    private func starred(_ name: String, _ count: Int) -> String {
        "write, for example, \(name)(\(Array(repeating: "*", count: count).joined(separator: ", ")))"
    }

    /// The things that are named with `*`, without those of aggregates further in.
    static func starred(in operand: Expression) -> [(key: StarKey, range: SourceRange)] {
        switch operand.kind {
        case .aggregate: return []
        case .input(let id, let arguments) where arguments.contains(.star):
            return [(StarKey(kind: .input(id), arguments: arguments), operand.range)]
        case .output(let id, let arguments) where arguments.contains(.star),
            .isFailed(let id, let arguments) where arguments.contains(.star):
            return [(StarKey(kind: .output(id), arguments: arguments), operand.range)]
        case .reference(let id, let arguments) where arguments.contains(.star):
            return [(StarKey(kind: .binding(id), arguments: arguments), operand.range)]
        default: return operand.children.flatMap { starred(in: $0) }
        }
    }

    struct StarKey: Hashable {
        var kind: SymbolTable.Symbol.Kind
        var arguments: [Argument]
    }

    mutating func checkOverTime(
        _ function: OverTimeFunction, _ operand: ExpressionSyntax, _ duration: DurationSyntax, at range: SourceRange,
        in scope: Scope
    ) -> Expression? {
        let user = "\"\(function.rawValue) of … over\""
        guard let checked = number(operand, in: scope, neededBy: user), isPositive(duration, for: "\"over\"") else {
            return nil
        }
        guard isHeld(checked, in: scope, at: operand.range) else { return nil }
        return Expression(
            .overTime(function, checked, duration.nanoseconds), type: .number(unit: checked.unit), range: range)
    }
}

extension AggregateSyntax {
    /// As it is written.
    var words: String {
        switch self {
        case .any, .all, .no: rawValue
        case .count, .min, .max, .average, .sum: "\(rawValue) of"
        }
    }
}
