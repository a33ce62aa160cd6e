/// Expressions: what their words mean and what they give. Nil stands for an error that has been reported, and what
/// contains it stays silent.
extension Checking {
    /// An event in the result still has its value; `logic` makes a happening of it.
    mutating func check(_ syntax: ExpressionSyntax, in scope: Scope, hint: Hint = .none) -> Expression? {
        let range = syntax.range
        let inner = scope.inner()
        switch syntax.kind {
        case .missing: return nil
        case .number(let value, let unit):
            guard let unit = canonical(unit) else { return nil }
            return Expression(.number(value), type: .number(unit: unit), range: range)
        case .text(let text): return checkText(text, in: inner)
        case .reference(let reference): return checkReference(reference, in: inner, hint: hint)
        case .function(let name, let arguments): return checkFunction(name, arguments, at: range, in: inner)
        case .negate(let operand): return checkNegation(operand, at: range, in: inner)
        case .arithmetic(let sign, let left, let right): return checkArithmetic(sign, left, right, at: range, in: inner)
        case .not, .and, .or, .until, .held, .within: return checkConnective(syntax, in: scope)
        case .comparison(let sign, let left, let right): return checkComparison(sign, left, right, at: range, in: inner)
        case .between(let operand, let low, let high, let negated):
            return checkBetween(operand, low, high, negated: negated, at: range, in: inner)
        case .oneOf(let operand, let list, let negated):
            return checkOneOf(operand, list, negated: negated, at: range, in: inner)
        case .isKnown(let operand): return checkQuestion(operand, at: range, in: inner) { .isKnown($0) }
        case .isUnknown(let operand): return checkQuestion(operand, at: range, in: inner) { .isUnknown($0) }
        case .aggregate(let function, let operand): return checkAggregate(function, operand, at: range, in: inner)
        case .overTime(let function, let operand, let duration):
            return checkOverTime(function, operand, duration, at: range, in: inner)
        case .becomes, .changes, .begins, .ends, .every, .startup: return checkHappening(syntax, in: inner)
        case .timeIn, .timeIs, .dayIn, .dateIn, .sunIsUp, .sunIsDown: return checkClock(syntax)
        }
    }

    // MARK: Values

    /// An expression that gives a value: a number, a word or a text.
    mutating func value(_ syntax: ExpressionSyntax, in scope: Scope, hint: Hint = .none) -> Expression? {
        guard let checked = check(syntax, in: scope, hint: hint) else { return nil }
        switch checked.type {
        case .number, .words, .text: return checked
        case .condition:
            report(
                .conditionAsValue, "a value is needed here, and \(quote(syntax)) is a condition", at: syntax.range,
                help: "a condition is true or false; it can stand behind \"while\", \"when\" or \"if\"")
            return nil
        case .happening:
            report(
                .happeningAsValue, "a value is needed here, and \(quote(syntax)) is a happening", at: syntax.range,
                help: "a happening holds for an instant and has no value")
            return nil
        }
    }

    mutating func number(_ syntax: ExpressionSyntax, in scope: Scope, neededBy user: String) -> Expression? {
        guard let value = value(syntax, in: scope, hint: .number(of: user)) else { return nil }
        if case .number = value.type { return value }
        report(
            .typeMismatch, "\(user) needs a number, and \(quote(syntax)) is \(description(of: value.type))",
            at: syntax.range)
        return nil
    }

    private mutating func checkNegation(_ operand: ExpressionSyntax, at range: SourceRange, in scope: Scope)
        -> Expression?
    {
        guard let value = number(operand, in: scope, neededBy: "\"-\"") else { return nil }
        if case .number(let constant) = value.kind {
            return Expression(.number(-constant), type: value.type, range: range)
        }
        return Expression(.negate(value), type: value.type, range: range)
    }

    private mutating func checkArithmetic(
        _ sign: ArithmeticOperator, _ left: ExpressionSyntax, _ right: ExpressionSyntax, at range: SourceRange,
        in scope: Scope
    ) -> Expression? {
        let first = number(left, in: scope, neededBy: "\"\(sign.rawValue)\"")
        let second = number(right, in: scope, neededBy: "\"\(sign.rawValue)\"")
        guard let first, let second else { return nil }
        let unit: String?
        switch sign {
        case .multiply: unit = Units.product(first.unit, second.unit)
        case .divide: unit = Units.quotient(first.unit, second.unit)
        case .add, .subtract:
            guard case .unit(let common) = Units.common(first.unit, second.unit) else {
                reportUnits(first, second, at: right.range, doing: sign == .add ? "added" : "subtracted")
                return nil
            }
            unit = common
        }
        return Expression(.arithmetic(sign, first, second), type: .number(unit: unit), range: range)
    }

    private mutating func checkFunction(
        _ name: NameSyntax, _ arguments: [ExpressionSyntax], at range: SourceRange, in scope: Scope
    ) -> Expression? {
        guard let function = Expression.Function(rawValue: name.text) else {
            reportUnknown(name, in: scope, hint: .none)
            return nil
        }
        let allowed: ClosedRange<Int>
        let usage: String
        switch function {
        case .abs, .floor, .ceil: (allowed, usage) = (1...1, "\(function.rawValue)(x)")
        case .round: (allowed, usage) = (1...2, "round(x) or round(x, step)")
        case .min, .max: (allowed, usage) = (2...1_000, "\(function.rawValue)(a, b, …)")
        case .clamp: (allowed, usage) = (3...3, "clamp(x, low, high)")
        }
        guard allowed.contains(arguments.count) else {
            report(
                .wrongArguments, "\"\(name.text)\" does not take \(Wording.count(arguments.count, "argument"))",
                at: range,
                help: "write \(usage)")
            return nil
        }
        let values = arguments.map { number($0, in: scope, neededBy: "\"\(name.text)\"") }
        var checked: [Expression] = []
        for value in values {
            guard let value else { return nil }
            checked.append(value)
        }
        var unit = checked[0].unit
        for (index, value) in checked.enumerated().dropFirst() {
            guard case .unit(let common) = Units.common(unit, value.unit) else {
                reportUnits(checked[0], value, at: arguments[index].range, doing: "compared")
                return nil
            }
            unit = common
        }
        if case .clamp = function, case .number(let low) = checked[1].kind, case .number(let high) = checked[2].kind,
            low > high
        {
            report(
                .emptyRange, "nothing is from \(written(arguments[1].range)) to \(written(arguments[2].range))",
                at: arguments[1].range.union(arguments[2].range), help: "write the lower end first")
            return nil
        }
        if case .round = function, checked.count == 2, case .number(let step) = checked[1].kind, step <= 0 {
            report(.emptyRange, "a step is greater than 0", at: arguments[1].range)
            return nil
        }
        return Expression(.function(function, checked), type: .number(unit: unit), range: range)
    }

    // MARK: Words for messages

    func quote(_ syntax: ExpressionSyntax) -> String {
        if case .text = syntax.kind { return written(syntax.range) }
        return "\"\(written(syntax.range))\""
    }

    func description(of type: Expression.ExpressionType) -> String {
        switch type {
        case .condition: "a condition"
        case .happening: "a happening"
        case .number(nil): "a number"
        case .number(let unit?): "a number in \(unit)"
        case .text: "a text"
        case .words(let ids): ids.count == 1 ? "the word \(program.words[ids[0]])" : "one of \(wordList(ids))"
        }
    }

    func wordList(_ ids: [WordID]) -> String {
        Wording.shortList(ids.map { program.words[$0] })
    }

    mutating func reportUnits(_ first: Expression, _ second: Expression, at range: SourceRange, doing verb: String) {
        report(
            .unitMismatch, "\(first.unit ?? "") and \(second.unit ?? "") cannot be \(verb)", at: range,
            help: "units are never converted: write both in the same unit, or a number without a unit, which fits any")
    }
}

extension Expression {
    /// Of a number.
    var unit: String? {
        guard case .number(let unit) = type else { return nil }
        return unit
    }
}
