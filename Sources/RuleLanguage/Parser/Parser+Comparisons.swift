extension Parser {
    /// One comparison with `left`; its operator stands here.
    mutating func comparison(_ left: ExpressionSyntax, from start: Int) -> ExpressionSyntax {
        if current.kind == .symbol { return symbolComparison(left, from: start) }
        if isWord("equals") {
            complain(.wordedComparison, "\"equals\" is no comparison", at: range(of: current), help: "write \"is\"")
            advance()
            return node(.comparison(.equal, left, valueOperand()), from: start)
        }
        if let result = wordedComparison(left, negated: false, behind: "", from: start) { return result }
        let word = text(of: advance())
        switch word {
        case "is": return isComparison(left, from: start)
        case "in": return membership(left, negated: false, from: start)
        case "not":
            advance()
            return membership(left, negated: true, from: start)
        case "becomes": return node(.becomes(left, valueOperand()), from: start)
        case "changes":
            if isHere("to") {
                fail(
                    .changesTo, "\"changes\" names no value", at: range(of: current), help: "write \"becomes VALUE\"")
            }
            return node(.changes(left), from: start)
        case "contains": return node(.comparison(.contains, left, expression(.sum)), from: start)
        default:
            advance()
            let comparison: ComparisonOperator = word == "begins" ? .beginsWith : .endsWith
            return node(.comparison(comparison, left, expression(.sum)), from: start)
        }
    }

    private mutating func symbolComparison(_ left: ExpressionSyntax, from start: Int) -> ExpressionSyntax {
        let token = current
        let comparison: ComparisonOperator
        switch token.symbol {
        case .less: comparison = .less
        case .lessOrEqual: comparison = .lessOrEqual
        case .greater: comparison = .greater
        case .greaterOrEqual: comparison = .greaterOrEqual
        case .arrow: comparison = .greaterOrEqual
        case .notEquals: comparison = .notEqual
        default: comparison = .equal
        }
        if text(of: token) != comparison.rawValue, bytes[token.start] < 0x80 {
            let isEquality = comparison == .equal || comparison == .notEqual
            complain(
                .foreignOperator,
                isEquality ? "\(shown(token)) is no comparison" : "\(shown(token)) is written the other way round",
                at: range(of: token), help: "write \"\(comparison.rawValue)\"")
        }
        advance()
        let isEquality = comparison == .equal || comparison == .notEqual
        let right = isEquality ? valueOperand() : unquotedNumber(expression(.sum))
        return node(.comparison(comparison, isEquality ? left : unquotedNumber(left), right), from: start)
    }

    /// `"26"` beside `<`: a number in quotes is a text.
    private mutating func unquotedNumber(_ operand: ExpressionSyntax) -> ExpressionSyntax {
        guard case .text(let text) = operand.kind, text.pieces.count == 1,
            case .literal(let characters) = text.pieces[0],
            let value = Double(characters), value.isFinite
        else { return operand }
        complain(
            .needlessQuotes, "a number stands without quotes", at: operand.range,
            help: "write \(PlainText.excerpt(characters))")
        return ExpressionSyntax(.number(value, unit: nil), at: operand.range)
    }

    // MARK: is

    private mutating func isComparison(_ left: ExpressionSyntax, from start: Int) -> ExpressionSyntax {
        var negated = false
        if isWord("not"), !isAtLineEnd {
            let next = token(1)
            let isOperand =
                next.startsLine
                ? next.kind != .end && !continues(next) && !looksLikeItem(at: position + 1)
                : !endsValue(next, at: position + 1)
            if isOperand || matches(next, "in") {
                negated = true
                advance()
            }
        }
        let isLast = isAtLineEnd
        if isWord("known"), !isLast {
            advance()
            return node(negated ? .isUnknown(left) : .isKnown(left), from: start)
        }
        if isWord("unknown"), !isLast {
            advance()
            return node(negated ? .isKnown(left) : .isUnknown(left), from: start)
        }
        if let result = wordedComparison(left, negated: negated, behind: negated ? "is not " : "is ", from: start) {
            return result
        }
        return node(.comparison(negated ? .notEqual : .equal, left, valueOperand()), from: start)
    }

    /// `is in`, `is above 26`, `is > 26`: understood, and said how it is written.
    private mutating func wordedComparison(
        _ left: ExpressionSyntax, negated: Bool, behind words: String, from start: Int
    ) -> ExpressionSyntax? {
        let token = current
        guard !isAtLineEnd else { return nil }
        if token.kind == .symbol {
            guard [.less, .lessOrEqual, .greater, .greaterOrEqual, .arrow, .equals].contains(token.symbol) else {
                return nil
            }
            complain(
                .wordedComparison, "\"is\" and \(shown(token)) are two comparisons", at: range(of: token),
                help: "write one of them")
            return symbolComparison(left, from: start)
        }
        guard token.kind == .word, !endsValue(self.token(1), at: position + 1) else { return nil }
        let sign: ComparisonOperator
        switch text(of: token) {
        case "in" where words.isEmpty: return nil
        case "in":
            let words = negated ? "not in" : "in"
            complain(
                .wordedComparison, "\"is\" stands before \"in\"", at: range(of: token),
                help: "write \"\(words)\" alone")
            advance()
            return membership(left, negated: negated, from: start)
        case "between":
            fail(
                .wordedComparison, "\"between\" is written as a range", at: range(of: token),
                help: "write \"in LOW..HIGH\"")
            return node(.missing, from: start)
        case "above", "over", "greater", "more", "higher", "warmer": sign = negated ? .lessOrEqual : .greater
        case "below", "under", "less", "lower", "colder": sign = negated ? .greaterOrEqual : .less
        default: return nil
        }
        complain(
            .wordedComparison, "\(shown(token)) is written as a sign", at: range(of: token),
            help: "write \"\(sign.rawValue)\" in place of \"\(words)\(text(of: token))\"")
        advance()
        if isWord("than") { advance() }
        return node(.comparison(sign, left, expression(.sum)), from: start)
    }

    // MARK: in

    /// `LOW..HIGH` or `(a, b, c)`; the `in` is behind us.
    private mutating func membership(_ left: ExpressionSyntax, negated: Bool, from start: Int) -> ExpressionSyntax {
        if isSymbol(.open), let end = indexAfterParentheses(at: position), token(0, from: end).symbol != .dots,
            !isArithmetic(token(0, from: end))
        {
            let opening = open()
            var members: [ExpressionSyntax] = []
            repeat {
                members.append(valueOperand())
            } while takeComma()
            close(opening, wanted: "\",\" or \")\"")
            return node(.oneOf(left, members, negated: negated), from: start)
        }
        let low = unquotedNumber(expression(.sum))
        guard takeDots(wanted: "\"..\" and the end of the range", help: "write \"in LOW..HIGH\" or \"in (a, b, c)\"")
        else {
            return node(.missing, from: start)
        }
        let high = unquotedNumber(expression(.sum))
        return node(.between(left, low, high, negated: negated), from: start)
    }

    private func isArithmetic(_ token: Token) -> Bool {
        token.kind == .symbol && !token.startsLine && [.plus, .minus, .star, .slash].contains(token.symbol)
    }

    /// A comma inside parentheses.
    mutating func takeComma() -> Bool {
        guard isSymbol(.comma) else { return false }
        advance()
        return true
    }

    mutating func takeDots(wanted: String, help: String) -> Bool {
        if isSymbol(.dots), !isAtLineEnd {
            if current.end - current.start == 3, bytes[current.start] == UInt8(ascii: ".") {
                complain(.rangeSign, "a range has two dots", at: range(of: current), help: "write \"..\"")
            }
            advance()
            return true
        }
        if isWord("to"), !isAtLineEnd {
            complain(.rangeSign, "\"to\" is no range", at: range(of: current), help: "write \"..\"")
            advance()
            return true
        }
        fail(.rangeSign, wanted: wanted, help: help)
        return false
    }

    // MARK: Values

    /// A value where a word of a type may stand: a word alone is that word, whatever else it means.
    mutating func valueOperand() -> ExpressionSyntax {
        let token = current
        let isOwnLine = isAtLineEnd && looksLikeItem(at: position)
        guard token.kind == .word, !isOwnLine, endsWord(self.token(1), at: position + 1) else {
            return expression(.sum)
        }
        let start = token.start
        let word = text(of: token)
        if isAtLineEnd, Keywords.continuing.contains(word) { return expression(.sum) }
        let name = takeName()
        return node(.reference(ReferenceSyntax(name: name, arguments: nil, range: name.range)), from: start)
    }

    /// Whether a word that stands before this token stands alone.
    func endsWord(_ token: Token, at index: Int) -> Bool {
        if isLineEnd(token, at: index) { return true }
        switch token.kind {
        case .word: return Keywords.behindValues.contains(text(of: token))
        case .symbol: return [.comma, .close, .bar, .doubleAnd, .doubleBar, .equals].contains(token.symbol)
        case .end: return true
        case .number, .clock, .text, .unit, .bad: return false
        }
    }
}
