extension Parser {
    /// What operators stand between.
    mutating func primary() -> ExpressionSyntax {
        let token = current
        let start = token.start
        if isPanicking { return node(.missing, from: start) }
        if isAtLineEnd, token.kind == .end || looksLikeItem(at: position) {
            return missingValue(from: start)
        }
        switch token.kind {
        case .number: return number()
        case .text:
            let text = text(wanted: "a text", help: "")
            return node(.text(text), from: start)
        case .clock:
            fail(
                .bareClockTime, "a clock time alone is no value", at: range(of: token),
                help: "write \"time is \(text(of: token))\" for the moment, or \"time in A..B\" for a stretch")
            return node(.missing, from: start)
        case .symbol where token.symbol == .open: return parenthesised()
        case .word: return wordPrimary()
        case .symbol where token.symbol == .brace:
            fail(
                .straySign, "braces stand inside quotes only", at: range(of: token),
                help: "write the name without braces"
            )
            return node(.missing, from: start)
        case .symbol, .unit, .bad, .end: return missingValue(from: start)
        }
    }

    private mutating func missingValue(from start: Int) -> ExpressionSyntax {
        fail(.missingValue, wanted: "a value", help: "write a name, a number, a word or a text")
        return node(.missing, from: start)
    }

    private mutating func parenthesised() -> ExpressionSyntax {
        let start = current.start
        let opening = open()
        let inner = expression()
        close(opening, wanted: "\")\"")
        return ExpressionSyntax(inner.kind, at: range(from: start))
    }

    private mutating func wordPrimary() -> ExpressionSyntax {
        let start = current.start
        let word = text(of: current)
        let next = token(1)
        let stands = !endsValue(next, at: position + 1)
        switch word {
        case "any", "all", "no":
            guard stands else { break }
            advance()
            let aggregate: AggregateSyntax = word == "any" ? .any : word == "all" ? .all : .no
            return node(.aggregate(aggregate, aggregatedCondition()), from: start)
        case "count", "sum", "min", "max", "average", "change":
            guard matches(next, "of") else { break }
            return aggregate(word, from: start)
        case "at" where next.kind == .clock && !next.startsLine:
            fail(
                .clockComparison, "\"at\" is no condition", at: range(of: current),
                help: "write \"time is \(text(of: next))\"")
            return node(.missing, from: start)
        case "every"
        where stands && ["day", "hour", "minute", "night", "morning", "evening"].contains { matches(next, $0) }:
            advance()
            fail(
                .missingTime, wanted: "a length of time",
                help: "write \"time is 07:00\" for a time of day, or \"every 1 h\"")
            return node(.missing, from: start)
        case "every":
            guard stands, next.kind == .number else { break }
            advance()
            let duration = duration()
            return node(.every(duration), from: start)
        case "startup":
            guard next.symbol != .open || next.startsLine else { break }
            advance()
            return node(.startup, from: start)
        case "time", "day", "date", "sun":
            guard beginsClockCondition(next) else { break }
            return clockCondition(word, from: start)
        default: break
        }
        // Behind a value it goes on with it; here nothing was there to go on with.
        if Keywords.operators.contains(word), Keywords.continuing.contains(word) || stands {
            return missingValue(from: start)
        }
        if Keywords.functions.contains(word), next.symbol == .open, !next.startsLine { return function(from: start) }
        let reference = reference()
        return node(.reference(reference), from: start)
    }

    private mutating func function(from start: Int) -> ExpressionSyntax {
        let name = takeName()
        let opening = open()
        var arguments: [ExpressionSyntax] = []
        if !isSymbol(.close) {
            repeat {
                arguments.append(expression())
            } while takeComma()
        }
        close(opening, wanted: "\",\" or \")\"")
        return node(.function(name, arguments), from: start)
    }

    // MARK: Aggregates

    /// `any`, `all`, `no`, `count of`: a comparison, or a condition in parentheses.
    private mutating func aggregatedCondition() -> ExpressionSyntax {
        let start = current.start
        let isGroup = isSymbol(.open)
        let operand = expression(.sum)
        guard !isPanicking, !isAtLineEnd, isComparing, !(isGroup && isConditionGroup(operand)), countOperator() else {
            return operand
        }
        return comparison(operand, from: start)
    }

    private var isComparing: Bool {
        let token = current
        if token.kind == .symbol {
            return [.less, .lessOrEqual, .greater, .greaterOrEqual, .notEquals, .doubleEquals, .equals, .arrow]
                .contains(token.symbol)
        }
        if isWord("begins") || isWord("ends") { return matches(self.token(1), "with") }
        if isWord("not") { return matches(self.token(1), "in") }
        return ["is", "in", "contains", "becomes", "changes"].contains { isWord($0) }
    }

    /// What stands in parentheses is a condition, as far as that can be seen without knowing the names.
    private func isConditionGroup(_ operand: ExpressionSyntax) -> Bool {
        switch operand.kind {
        case .arithmetic, .negate, .number, .function, .overTime: return false
        default: return true
        }
    }

    /// `max of X`, `average of X over D`; the word stands here, and `of` behind it.
    private mutating func aggregate(_ word: String, from start: Int) -> ExpressionSyntax {
        let wordRange = range(of: advance())
        advance()
        if word == "count" { return node(.aggregate(.count, aggregatedCondition()), from: start) }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepestNesting else { return expression(.unary) }
        let operand = primary()
        if isWord("over"), !isAtLineEnd {
            let over = advance()
            let duration = duration()
            guard let function = OverTimeFunction(rawValue: word) else {
                fail(
                    .overTime, "there is no sum over time", at: range(of: over),
                    help: "write \"average of … over …\"")
                return node(.missing, from: start)
            }
            return node(.overTime(function, operand, duration), from: start)
        }
        guard let aggregate = AggregateSyntax(rawValue: word) else {
            fail(
                .overTime, "a change is over a length of time", at: wordRange,
                help: "write \"change of … over 10 min\"")
            return node(.missing, from: start)
        }
        return node(.aggregate(aggregate, operand), from: start)
    }
}
