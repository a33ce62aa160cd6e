/// Comparisons and questions about values.
extension Checking {
    mutating func checkComparison(
        _ sign: ComparisonOperator, _ left: ExpressionSyntax, _ right: ExpressionSyntax, at range: SourceRange,
        in scope: Scope
    ) -> Expression? {
        if sign == .equal || sign == .notEqual, right.bareWord == "failed" {
            return checkFailed(left, negated: sign == .notEqual, at: range, in: scope)
        }
        guard let (first, second) = pair(left, right, in: scope),
            areComparable(first, second, sign, left: left, right: right)
        else { return nil }
        return comparison(sign, first, second, at: range, in: scope)
    }

    /// Both sides, of which the one that may be a bare word is read with what the other one is.
    mutating func pair(_ left: ExpressionSyntax, _ right: ExpressionSyntax, in scope: Scope) -> (
        Expression, Expression
    )? {
        if isLooseWord(left, in: scope), !isLooseWord(right, in: scope) {
            guard let second = value(right, in: scope) else { return nil }
            guard let first = value(left, in: scope, hint: hint(beside: second, right)) else { return nil }
            return (first, second)
        }
        guard let first = value(left, in: scope) else { return nil }
        guard let second = value(right, in: scope, hint: hint(beside: first, left)) else { return nil }
        return (first, second)
    }

    /// A bare word that is no name.
    private func isLooseWord(_ syntax: ExpressionSyntax, in scope: Scope) -> Bool {
        guard let word = syntax.bareWord else { return false }
        return symbols[word] == nil && scope.parameter(named: word) == nil
    }

    func hint(beside value: Expression, _ syntax: ExpressionSyntax) -> Hint {
        switch value.type {
        case .words(let ids): return .words(ids, of: written(syntax.range))
        case .text:
            if case .parameter = value.kind { return .level }
            return .text(of: written(syntax.range))
        case .number: return .number(of: written(syntax.range))
        case .condition, .happening: return .none
        }
    }

    private mutating func comparison(
        _ sign: ComparisonOperator, _ first: Expression, _ second: Expression, at range: SourceRange, in scope: Scope
    ) -> Expression {
        Expression(.comparison(sign, first, second), type: conditionType([first, second], in: scope), range: range)
    }

    /// What a comparison of these values is: with an event it holds for an instant.
    func conditionType(_ values: [Expression], in scope: Scope) -> Expression.ExpressionType {
        values.contains { !events(in: $0).isSubset(of: scope.heldEvents) } ? .happening : .condition
    }

    mutating func areComparable(
        _ first: Expression, _ second: Expression, _ sign: ComparisonOperator, left: ExpressionSyntax,
        right: ExpressionSyntax
    ) -> Bool {
        switch (first.type, second.type) {
        case (.number, .number):
            guard !sign.isForTexts else { break }
            guard case .unit = Units.common(first.unit, second.unit) else {
                reportUnits(first, second, at: right.range, doing: "compared")
                return false
            }
            return true
        case (.text, .text):
            if sign.isForTexts || sign == .equal || sign == .notEqual { return true }
            report(
                .typeMismatch, "\"\(sign.rawValue)\" compares numbers, and \(quote(left)) is a text", at: left.range,
                help: "texts can be compared with is, is not, contains, begins with and ends with")
            return false
        case (.words(let mine), .words(let theirs)):
            guard sign == .equal || sign == .notEqual else {
                report(
                    .typeMismatch, "words have no order, so \"\(sign.rawValue)\" cannot compare them",
                    at: left.range.union(right.range), help: "compare words with is, is not or in (…)")
                return false
            }
            if Set(mine).isDisjoint(with: theirs) {
                report(
                    .typeMismatch,
                    "\(quote(left)) is \(description(of: first.type)), and \(quote(right)) is \(description(of: second.type)): they have no word in common",
                    at: left.range.union(right.range))
                return false
            }
            return true
        default: break
        }
        reportMismatch(first, second, sign, left: left, right: right)
        return false
    }

    private mutating func reportMismatch(
        _ first: Expression, _ second: Expression, _ sign: ComparisonOperator, left: ExpressionSyntax,
        right: ExpressionSyntax
    ) {
        if sign.isForTexts {
            let wrong = first.type == .text ? (second, right) : (first, left)
            return report(
                .typeMismatch,
                "\"\(sign.rawValue)\" needs texts, and \(quote(wrong.1)) is \(description(of: wrong.0.type))",
                at: wrong.1.range)
        }
        var help: String?
        if case .words(let ids) = first.type, case .text(let pieces) = second.kind,
            case .literal(let text)? = pieces.first, pieces.count == 1,
            ids.contains(where: { program.words[$0] == text })
        {
            help = "write \(text) without quotes"
        }
        report(
            .typeMismatch,
            "\(quote(left)) is \(description(of: first.type)), and \(quote(right)) is \(description(of: second.type))",
            at: right.range, help: help)
    }

    // MARK: Lists and ranges

    mutating func checkBetween(
        _ operand: ExpressionSyntax, _ low: ExpressionSyntax, _ high: ExpressionSyntax, negated: Bool,
        at range: SourceRange, in scope: Scope
    ) -> Expression? {
        let value = number(operand, in: scope, neededBy: "\"in \(written(low.range))..\(written(high.range))\"")
        let first = number(low, in: scope, neededBy: "a range")
        let last = number(high, in: scope, neededBy: "a range")
        guard let value, let first, let last else { return nil }
        for (end, syntax) in [(first, low), (last, high)] {
            guard case .unit = Units.common(value.unit, end.unit) else {
                reportUnits(value, end, at: syntax.range, doing: "compared")
                return nil
            }
        }
        if case .number(let a) = first.kind, case .number(let b) = last.kind, a > b {
            report(
                .emptyRange, "nothing is in \(written(low.range.union(high.range)))", at: low.range.union(high.range),
                help: "write the lower end first")
            return nil
        }
        let type = conditionType([value, first, last], in: scope)
        guard negated else { return Expression(.between(value, first, last), type: type, range: range) }
        if type == .happening {
            let below = comparison(.less, value, first, at: range, in: scope)
            let above = comparison(.greater, value, last, at: range, in: scope)
            return Expression(.or(below, above), type: type, range: range)
        }
        return Expression(
            .not(Expression(.between(value, first, last), type: type, range: range)), type: type, range: range)
    }

    mutating func checkOneOf(
        _ operand: ExpressionSyntax, _ list: [ExpressionSyntax], negated: Bool, at range: SourceRange, in scope: Scope
    ) -> Expression? {
        guard let value = value(operand, in: scope) else { return nil }
        var choices: [Expression] = []
        var isGood = true
        for syntax in list {
            guard let choice = self.value(syntax, in: scope, hint: hint(beside: value, operand)),
                areComparable(value, choice, .equal, left: operand, right: syntax)
            else {
                isGood = false
                continue
            }
            choices.append(choice)
        }
        guard isGood, !choices.isEmpty else { return nil }
        let type = conditionType([value] + choices, in: scope)
        guard negated else { return Expression(.oneOf(value, choices), type: type, range: range) }
        if type == .happening {
            // An occurrence that is none of these: `not` would be true at all other times too.
            let others = choices.map { comparison(.notEqual, value, $0, at: range, in: scope) }
            return others.dropFirst().reduce(others[0]) { Expression(.and($0, $1), type: type, range: range) }
        }
        return Expression(.not(Expression(.oneOf(value, choices), type: type, range: range)), type: type, range: range)
    }

    // MARK: Questions

    mutating func checkQuestion(
        _ operand: ExpressionSyntax, at range: SourceRange, in scope: Scope, _ question: (Expression) -> Expression.Kind
    ) -> Expression? {
        guard let checked = check(operand, in: scope) else { return nil }
        let isInstant = checked.type == .happening || !events(in: checked).isSubset(of: scope.heldEvents)
        if isInstant {
            report(
                .happeningAsCondition, "a happening is never unknown, and \(quote(operand)) is one", at: range,
                help: "write \(written(operand.range)) alone for each occurrence, or \"within\" and a length of time")
            return nil
        }
        return Expression(question(checked), type: .condition, range: range)
    }

    private mutating func checkFailed(
        _ operand: ExpressionSyntax, negated: Bool, at range: SourceRange, in scope: Scope
    ) -> Expression? {
        guard let checked = value(operand, in: scope) else { return nil }
        guard case .output(let id, let arguments) = checked.kind else {
            report(.notConfirmed, "only an output can have failed, and \(quote(operand)) is none", at: operand.range)
            return nil
        }
        let isConfirmed = outputSyntax[id].options.contains { option in
            if case .confirmed = option { return true }
            return false
        }
        guard isConfirmed else {
            report(
                .notConfirmed, "nothing confirms \"\(program.outputs[id].name)\", so it never fails", at: range,
                help: "say in its declaration what confirms it: confirmed by INPUT within 5 s, 3 tries",
                notes: [.init("it is declared here", at: program.outputs[id].nameRange)])
            return nil
        }
        let failed = Expression(.isFailed(id, arguments), type: .condition, range: range)
        return negated ? Expression(.not(failed), type: .condition, range: range) : failed
    }
}

extension ComparisonOperator {
    var isForTexts: Bool {
        switch self {
        case .contains, .beginsWith, .endsWith: true
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: false
        }
    }
}

extension ExpressionSyntax {
    /// The word where the expression is nothing but one.
    var bareWord: String? {
        guard case .reference(let reference) = kind, reference.arguments == nil else { return nil }
        return reference.name.text
    }
}
