/// Conditions and happenings, and what joins them.
extension Checking {
    /// A condition or a happening; an event by itself is one.
    mutating func logic(_ syntax: ExpressionSyntax, in scope: Scope, for user: String) -> Expression? {
        guard let checked = check(syntax, in: scope) else { return nil }
        switch checked.type {
        case .condition, .happening: return checked
        case .number, .words, .text:
            if !events(in: checked).isSubset(of: scope.heldEvents) {
                return Expression(checked.kind, type: .happening, range: checked.range)
            }
            reportValue(checked, syntax, for: user)
            return nil
        }
    }

    private mutating func reportValue(_ value: Expression, _ syntax: ExpressionSyntax, for user: String) {
        let help: String
        switch value.type {
        case .words(let ids): help = "ask what it is, as in: \(written(syntax.range)) is \(program.words[ids[0]])"
        case .number: help = "compare it, as in: \(written(syntax.range)) > 20"
        case .text, .condition, .happening: help = "ask what it is, as in: \(written(syntax.range)) is \"…\""
        }
        report(
            .valueAsCondition, "\(user) needs a condition, and \(quote(syntax)) is \(description(of: value.type))",
            at: syntax.range,
            help: help)
    }

    /// A condition and nothing else. The help says what to write instead of a happening.
    mutating func condition(_ syntax: ExpressionSyntax, in scope: Scope, for user: String, instead help: String)
        -> Expression?
    {
        guard let checked = logic(syntax, in: scope, for: user) else { return nil }
        guard checked.type == .happening else { return checked }
        report(
            .happeningAsCondition,
            "\(user) needs a condition, and \(quote(syntax)) is a happening, which holds for an instant",
            at: syntax.range, help: timeInHelp(syntax) ?? help)
        return nil
    }

    /// For a moment on the clock the window from it on is what is meant.
    private func timeInHelp(_ syntax: ExpressionSyntax) -> String? {
        guard case .timeIs(let time) = syntax.kind else { return nil }
        return "write a window of time, as in: time in \(written(time.range))..23:00"
    }

    mutating func checkConnective(_ syntax: ExpressionSyntax, in scope: Scope) -> Expression? {
        let range = syntax.range
        let inner = scope.inner()
        switch syntax.kind {
        case .not(let operand):
            let checked = condition(
                operand, in: inner, for: "\"not\"", instead: "write: not \(written(operand.range)) within 1 min")
            return checked.map { Expression(.not($0), type: .condition, range: range) }
        case .held(let operand, let duration):
            let checked = condition(
                operand, in: inner, for: "\"for\"",
                instead: "write \"within \(written(duration.range))\" instead of \"for\"")
            guard let checked, isPositive(duration, for: "\"for\"") else { return nil }
            return Expression(.held(checked, duration.nanoseconds), type: .condition, range: range)
        case .within(let operand, let duration):
            guard let checked = logic(operand, in: inner, for: "\"within\""), isPositive(duration, for: "\"within\"")
            else { return nil }
            return Expression(.within(checked, duration.nanoseconds), type: .condition, range: range)
        case .until(let start, let end):
            let first = logic(start, in: scope.besideUntil(), for: "\"until\"")
            let last = logic(end, in: scope.besideUntil(), for: "\"until\"")
            guard let first, let last else { return nil }
            return Expression(.until(first, last), type: .condition, range: range)
        case .and(let left, let right):
            let first = logic(left, in: scope, for: "\"and\"")
            let last = logic(right, in: scope, for: "\"and\"")
            guard let first, let last else { return nil }
            let isHappening = first.type == .happening || last.type == .happening
            return Expression(.and(first, last), type: isHappening ? .happening : .condition, range: range)
        case .or(let left, let right):
            let first = logic(left, in: scope, for: "\"or\"")
            let last = logic(right, in: scope, for: "\"or\"")
            guard let first, let last else { return nil }
            return checkOr(first, last, left, right, at: range, in: scope)
        default:
            return nil
        }
    }

    private mutating func checkOr(
        _ first: Expression, _ last: Expression, _ left: ExpressionSyntax, _ right: ExpressionSyntax,
        at range: SourceRange, in scope: Scope
    ) -> Expression? {
        if first.type == last.type || scope.mayMix {
            let type = first.type == last.type ? first.type : .happening
            return Expression(.or(first, last), type: type, range: range)
        }
        let (happening, other) = first.type == .happening ? (left, right) : (right, left)
        report(
            .conditionAsHappening,
            "\"or\" joins the happening \(quote(happening)) with \(quote(other)), which is a condition",
            at: other.range, help: "write \"\(written(other.range)) begins\" for the moment at which it becomes true")
        return nil
    }

    mutating func isPositive(_ duration: DurationSyntax, for user: String) -> Bool {
        guard duration.nanoseconds <= 0 else { return true }
        report(
            .emptyRange, "\(user) needs a length of time, and \(written(duration.range)) is none", at: duration.range,
            help: "write how long, such as 5 min")
        return false
    }

    // MARK: Happenings

    mutating func checkHappening(_ syntax: ExpressionSyntax, in scope: Scope) -> Expression? {
        let range = syntax.range
        switch syntax.kind {
        case .becomes(let operand, let target):
            guard let (value, goal) = pair(operand, target, in: scope),
                isHeldValue(value, operand, verb: "becomes", in: scope),
                areComparable(value, goal, .equal, left: operand, right: target)
            else { return nil }
            return Expression(.becomes(value, goal), type: .happening, range: range)
        case .changes(let operand):
            guard let value = check(operand, in: scope) else { return nil }
            if value.type == .condition {
                report(
                    .conditionAsValue, "\"changes\" needs a value, and \(quote(operand)) is a condition",
                    at: operand.range,
                    help: "write begins or ends behind a condition")
                return nil
            }
            guard isHeldValue(value, operand, verb: "changes", in: scope) else { return nil }
            return Expression(.changes(value), type: .happening, range: range)
        case .begins(let operand):
            let checked = condition(
                operand, in: scope, for: "\"begins\"", instead: "write \(written(operand.range)) alone")
            return checked.map { Expression(.begins($0), type: .happening, range: range) }
        case .ends(let operand):
            let checked = condition(
                operand, in: scope, for: "\"ends\"", instead: "write \(written(operand.range)) alone")
            return checked.map { Expression(.ends($0), type: .happening, range: range) }
        case .every(let duration):
            guard isPositive(duration, for: "\"every\"") else { return nil }
            if duration.nanoseconds > Self.year {
                report(
                    .neverComes, "\"every\" \(written(duration.range)) has no next moment within a year", at: range,
                    help: "write 366 days or less")
                return nil
            }
            return Expression(.every(duration.nanoseconds), type: .happening, range: range)
        case .startup:
            return Expression(.startup, type: .happening, range: range)
        default:
            return nil
        }
    }

    /// 366 days.
    static var year: Int64 { 366 * 86_400 * 1_000_000_000 }

    private mutating func isHeldValue(_ value: Expression, _ syntax: ExpressionSyntax, verb: String, in scope: Scope)
        -> Bool
    {
        if value.type != .happening, events(in: value).isSubset(of: scope.heldEvents) { return true }
        report(
            .happeningAsValue, "\"\(verb)\" needs a value that lasts, and \(quote(syntax)) is a happening",
            at: syntax.range,
            help: verb == "becomes" ? "write \(written(syntax.range)) is …" : "write \(written(syntax.range)) alone")
        return false
    }

    // MARK: Events

    /// The events whose occurrence an expression's value is; where it is a condition or a happening, none.
    func events(in expression: Expression) -> Set<InputID> {
        switch expression.kind {
        case .input(let id, _): return program.inputs[id].isEvent ? [id] : []
        case .reference(let id, _): return letEvents[id]
        default:
            return expression.children.reduce(into: []) { result, child in
                if child.isValue { result.formUnion(events(in: child)) }
            }
        }
    }

    /// Whether an event in a value still has it here; reports it where not.
    mutating func isHeld(_ value: Expression, in scope: Scope, at range: SourceRange) -> Bool {
        let lost = events(in: value).subtracting(scope.heldEvents)
        guard let event = lost.min() else { return true }
        report(
            .happeningAsValue,
            "\"\(program.inputs[event].name)\" is an event, and has a value only while a trigger that names it runs",
            at: range, help: "use an input for a value that lasts")
        return false
    }
}

extension Expression {
    var isValue: Bool {
        switch type {
        case .number, .words, .text: true
        case .condition, .happening: false
        }
    }
}
