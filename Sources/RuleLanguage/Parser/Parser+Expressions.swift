extension Parser {
    /// How tightly an operator binds, from loosest to tightest.
    enum Precedence: Int, Comparable {
        case until, or, and, not, time, comparison, sum, product, unary

        static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }

        /// One step tighter, for the right side of an operator that groups to the left.
        var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .unary }
    }

    /// A whole expression. After a mistake in it it is `.missing`.
    mutating func expression(_ minimum: Precedence = .until) -> ExpressionSyntax {
        let start = current.start
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepestNesting else {
            fail(
                .tooComplex, "this is nested too deeply", at: range(of: tokens[position]),
                help: "give parts of it a name with \"let\"; \(Self.deepestNesting) levels are understood")
            return ExpressionSyntax(.missing, at: range(from: start))
        }
        var left = prefixed(minimum)
        while !isPanicking, let (precedence, symbol) = infix(), precedence >= minimum, countOperator() {
            left = combined(left, precedence, symbol, from: start)
        }
        return isPanicking ? ExpressionSyntax(.missing, at: range(from: start)) : left
    }

    mutating func countOperator() -> Bool {
        operators += 1
        guard operators > Self.mostOperators else { return true }
        fail(
            .tooComplex, "this has too many parts", at: range(of: tokens[position]),
            help: "give parts of it a name with \"let\"; \(Self.mostOperators) operators are understood")
        return false
    }

    /// Mutating, so that its receiver is read after the operands are: the range must reach to where they end.
    mutating func node(_ kind: ExpressionSyntax.Kind, from start: Int) -> ExpressionSyntax {
        ExpressionSyntax(kind, at: range(from: start))
    }

    // MARK: Before an operand

    private mutating func prefixed(_ minimum: Precedence) -> ExpressionSyntax {
        let start = current.start
        if isSymbol(.not), minimum <= .not {
            complain(.foreignOperator, "\"!\" is no operator", at: range(of: current), help: "write \"not\"")
            advance()
            return node(.not(expression(.not)), from: start)
        }
        if isWord("not"), minimum <= .not, !endsValue(token(1), at: position + 1) || token(1).startsLine {
            advance()
            return node(.not(expression(.not)), from: start)
        }
        if isSymbol(.plus) {
            complain(.straySign, "a number has no \"+\" before it", at: range(of: current), help: "take the \"+\" out")
            advance()
            return expression(.unary)
        }
        if isSymbol(.minus) {
            advance()
            let operand = expression(.unary)
            if case .number(let value, let unit) = operand.kind {
                return node(.number(-value, unit: unit), from: start)
            }
            return node(.negate(operand), from: start)
        }
        return primary()
    }

    // MARK: Operators

    /// The operator that goes on with the expression here.
    private func infix() -> (Precedence, Token.Symbol)? {
        let token = current
        let isOnLine = !isAtLineEnd
        if token.kind == .symbol {
            guard isOnLine else { return nil }
            switch token.symbol {
            case .plus, .minus: return (.sum, token.symbol)
            case .star, .slash: return (.product, token.symbol)
            case .less, .lessOrEqual, .greater, .greaterOrEqual, .notEquals, .doubleEquals, .equals, .arrow:
                return (.comparison, token.symbol)
            case .doubleAnd: return (.and, token.symbol)
            case .doubleBar: return (.or, token.symbol)
            default: return nil
            }
        }
        guard token.kind == .word else { return nil }
        if matches(token, "until") { return (.until, .none) }
        if matches(token, "or") { return (.or, .none) }
        if matches(token, "and") { return (.and, .none) }
        if matches(token, "for") || matches(token, "within") { return (.time, .none) }
        guard isOnLine else { return nil }
        if matches(token, "begins") || matches(token, "ends") {
            return (matches(self.token(1), "with") ? .comparison : .time, .none)
        }
        if matches(token, "not") { return matches(self.token(1), "in") ? (.comparison, .none) : nil }
        if ["between", "above", "below", "equals"].contains(where: { matches(token, $0) }) {
            return endsValue(self.token(1), at: position + 1) ? nil : (.comparison, .none)
        }
        let comparing = ["is", "in", "contains", "becomes", "changes"]
        return comparing.contains { matches(token, $0) } ? (.comparison, .none) : nil
    }

    private mutating func combined(
        _ left: ExpressionSyntax, _ precedence: Precedence, _ symbol: Token.Symbol, from start: Int
    ) -> ExpressionSyntax {
        switch precedence {
        case .comparison:
            let result = comparison(left, from: start)
            if !isPanicking, let (next, _) = infix(), next == .comparison { failChain() }
            return result
        case .time: return timed(left, from: start)
        default: break
        }
        complainForeignOperator(symbol)
        advance()
        let right = expression(precedence.next)
        switch precedence {
        case .until: return node(.until(left, right), from: start)
        case .or: return node(.or(left, right), from: start)
        case .and: return node(.and(left, right), from: start)
        case .sum: return node(.arithmetic(symbol == .plus ? .add : .subtract, left, right), from: start)
        case .product: return node(.arithmetic(symbol == .star ? .multiply : .divide, left, right), from: start)
        case .not, .time, .comparison, .unary: return left
        }
    }

    private mutating func complainForeignOperator(_ symbol: Token.Symbol) {
        let word: String
        switch symbol {
        case .doubleAnd: word = "and"
        case .doubleBar: word = "or"
        default: return
        }
        complain(
            .foreignOperator, "\(shown(current)) is no operator", at: range(of: current),
            help: "write \"\(word)\"")
    }

    private mutating func failChain() {
        fail(
            .chainedComparison, "a second comparison follows the first", at: range(of: current),
            help: "join two comparisons with \"and\", or write \"in LOW..HIGH\"")
    }

    /// `for D`, `within D`, `begins`, `ends` behind a condition.
    private mutating func timed(_ left: ExpressionSyntax, from start: Int) -> ExpressionSyntax {
        let word = text(of: advance())
        switch word {
        case "for":
            let duration = duration()
            return node(.held(left, duration), from: start)
        case "within":
            let duration = duration()
            return node(.within(left, duration), from: start)
        case "begins": return node(.begins(left), from: start)
        default: return node(.ends(left), from: start)
        }
    }

    /// Whether a value that stands before this token ends there: it is no operand.
    func endsValue(_ token: Token, at index: Int) -> Bool {
        if isLineEnd(token, at: index) { return true }
        switch token.kind {
        case .word:
            let word = text(of: token)
            let after = self.token(1, from: index)
            let isCall = after.symbol == .open && after.isGlued && !Keywords.operators.contains(word)
            return Keywords.behindValues.contains(word) && word != "not" && !isCall
        case .symbol: return token.symbol != .open && token.symbol != .minus && token.symbol != .not
        case .end: return true
        case .number, .clock, .text, .unit, .bad: return false
        }
    }
}
