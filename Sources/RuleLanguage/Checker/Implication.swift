/// Whether one condition holds wherever another does, as far as its form shows it.
enum Implication {
    static func holds(from condition: Expression, to consequence: Expression) -> Bool {
        var steps = mostSteps
        return holds(condition, consequence, &steps)
    }

    /// Long chains of `and` and `or` could be compared in very many ways; beyond this the answer is no.
    private static let mostSteps = 500

    private static func holds(_ condition: Expression, _ consequence: Expression, _ steps: inout Int) -> Bool {
        guard steps > 0 else { return false }
        steps -= 1
        if condition.signature == consequence.signature { return true }
        switch (condition.kind, consequence.kind) {
        case (.or(let a, let b), _): return holds(a, consequence, &steps) && holds(b, consequence, &steps)
        case (_, .and(let a, let b)): return holds(condition, a, &steps) && holds(condition, b, &steps)
        case (.and(let a, let b), .or(let c, let d)):
            return holds(a, consequence, &steps) || holds(b, consequence, &steps) || holds(condition, c, &steps)
                || holds(condition, d, &steps)
        case (.and(let a, let b), _): return holds(a, consequence, &steps) || holds(b, consequence, &steps)
        case (_, .or(let c, let d)): return holds(condition, c, &steps) || holds(condition, d, &steps)
        case (.held(let a, let longer), .held(let b, let shorter)): return longer >= shorter && holds(a, b, &steps)
        case (.held(let a, _), _): return holds(a, consequence, &steps)
        case (.within(let a, let shorter), .within(let b, let longer)): return shorter <= longer && holds(a, b, &steps)
        case (_, .within(let b, _)): return holds(condition, b, &steps)
        case (.comparison(let first, let a, let x), .comparison(let second, let b, let y)):
            return a.signature == b.signature && compares(first, x, second, y)
        default: return false
        }
    }

    /// Whether `v first x` makes `v second y` true for constants x and y.
    private static func compares(
        _ first: ComparisonOperator, _ x: Expression, _ second: ComparisonOperator, _ y: Expression
    ) -> Bool {
        if case .word(let a) = x.kind, case .word(let b) = y.kind {
            return first == .equal && second == .notEqual && a != b
        }
        guard case .number(let a) = x.kind, case .number(let b) = y.kind else { return false }
        switch (first, second) {
        case (.greater, .greater), (.greater, .greaterOrEqual), (.greaterOrEqual, .greaterOrEqual),
            (.greater, .notEqual):
            return a >= b
        case (.greaterOrEqual, .greater), (.greaterOrEqual, .notEqual): return a > b
        case (.less, .less), (.less, .lessOrEqual), (.lessOrEqual, .lessOrEqual), (.less, .notEqual): return a <= b
        case (.lessOrEqual, .less), (.lessOrEqual, .notEqual): return a < b
        case (.equal, .greater): return a > b
        case (.equal, .greaterOrEqual): return a >= b
        case (.equal, .less): return a < b
        case (.equal, .lessOrEqual): return a <= b
        case (.equal, .notEqual): return a != b
        default: return false
        }
    }
}

extension Expression {
    /// The meaning as text, without places: two expressions with the same signature are the same. Also a key for what
    /// is saved.
    package var signature: String {
        var text = ""
        write(into: &text)
        return text
    }

    private func write(into text: inout String) {
        text += "("
        text += head
        for child in children {
            text += " "
            child.write(into: &text)
        }
        text += ")"
    }

    private var head: String {
        switch kind {
        case .number(let value): "\(value)"
        case .word(let id): "w\(id)"
        case .text(let pieces):
            "text"
                + pieces.map { piece in
                    switch piece {
                    case .literal(let literal): " " + JSONText.string(literal)
                    case .value: " _"
                    }
                }.joined()
        case .input(let id, let arguments): "i\(id)\(Self.words(arguments))"
        case .output(let id, let arguments): "o\(id)\(Self.words(arguments))"
        case .reference(let id, let arguments): "l\(id)\(Self.words(arguments))"
        case .isFailed(let id, let arguments): "failed\(id)\(Self.words(arguments))"
        case .parameter(let index): "p\(index)"
        case .negate: "negate"
        case .arithmetic(let sign, _, _): sign.rawValue
        case .function(let function, _): function.rawValue
        case .not: "not"
        case .and: "and"
        case .or: "or"
        case .until: "until"
        case .held(_, let duration): "for \(duration)"
        case .within(_, let duration): "within \(duration)"
        case .comparison(let sign, _, _): sign.rawValue
        case .between: "between"
        case .oneOf: "oneOf"
        case .isKnown: "known"
        case .isUnknown: "unknown"
        case .aggregate(let function, _): "each \(function.rawValue)"
        case .overTime(let function, _, let duration): "\(function.rawValue) over \(duration)"
        case .becomes: "becomes"
        case .changes: "changes"
        case .begins: "begins"
        case .ends: "ends"
        case .every(let duration): "every \(duration)"
        case .startup: "startup"
        case .timeIn(let start, let end): "time \(start.signature) \(end.signature)"
        case .timeIs(let time): "at \(time.signature)"
        case .dayIn(let days): "day \(days.rawValue)"
        case .dateIn(let first, let last): "date \(first.month)-\(first.day) \(last.month)-\(last.day)"
        case .sunIsUp: "up"
        case .sunIsDown: "down"
        }
    }

    private static func words(_ arguments: [Argument]) -> String {
        arguments.map { argument in
            switch argument {
            case .parameter(let index): " p\(index)"
            case .level(let level): " " + JSONText.string(level)
            case .star: " *"
            }
        }.joined()
    }
}

extension ClockTimeSyntax {
    fileprivate var signature: String {
        switch base {
        case .clock(let seconds): "\(seconds + offsetSeconds)"
        case .sunrise: "sunrise+\(offsetSeconds)"
        case .sunset: "sunset+\(offsetSeconds)"
        case .dawn: "dawn+\(offsetSeconds)"
        case .dusk: "dusk+\(offsetSeconds)"
        }
    }
}
