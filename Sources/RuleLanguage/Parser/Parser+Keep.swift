extension Parser {
    /// A `keep` with its cases; the keyword stands here.
    mutating func parseKeep() {
        let start = current.start
        advance()
        let output = isAtLineEnd ? missingOutput() : reference(wanted: "the name of an output", inHead: true)
        if isSymbol(.colon), !isAtLineEnd {
            complain(
                .straySign, "nothing ends in \":\" here", at: range(of: current),
                help: "take it out: the cases stand on the next lines")
            advance()
        }
        let hadMistake = isPanicking
        if isWord("while") {
            fail(
                .caseWord, "a case begins with its value", at: range(of: current), help: "write VALUE while CONDITION"
            )
        } else if !isPanicking, !isAtLineEnd {
            fail(
                .unexpectedRest, wanted: "the end of the line",
                help: "the cases stand below, one a line: VALUE while CONDITION")
        }
        let isBroken = isPanicking
        recover()
        var cases: [KeepSyntax.Case] = []
        while isAtItem, cases.isEmpty || !isStepOrAction {
            beginItem()
            cases.append(parseCase())
            endItem(
                after: "the case", help: "a case is VALUE while CONDITION, or VALUE otherwise, on a line of its own")
        }
        if cases.isEmpty, !isBroken, !hadMistake {
            let head = output.range
            complain(
                .emptyKeep, "this \"keep\" has no case", at: head,
                help: "write below it, one a line: VALUE while CONDITION")
        }
        if !output.name.text.isEmpty {
            statements.append(.keep(KeepSyntax(output: output, cases: cases, range: range(from: start))))
        }
    }

    /// `expect …`, `toggle …`: a line that has strayed behind the cases.
    private var isStepOrAction: Bool {
        let (first, next) = (tokens[position], token(1))
        guard first.kind == .word, next.kind != .symbol, !next.startsLine, !lineHasCase(at: position) else {
            return false
        }
        return (Keywords.steps + Keywords.actions).contains(text(of: first))
    }

    private mutating func missingOutput() -> ReferenceSyntax {
        fail(.missingName, wanted: "the name of an output", help: "write \"keep OUTPUT\", and the cases below")
        let place = range(from: previousEnd)
        return ReferenceSyntax(name: NameSyntax("", at: place), arguments: nil, range: place)
    }

    /// `VALUE while CONDITION`, `VALUE otherwise`
    private mutating func parseCase() -> KeepSyntax.Case {
        let start = current.start
        if matches(current, "else") || matches(current, "otherwise"), !token(1).startsLine, token(1).kind != .symbol,
            !matches(token(1), "while"), !matches(token(1), "otherwise")
        {
            return reversedCase(from: start)
        }
        if isSymbol(.minus), token(1).kind == .word { complainListMark() }
        if isWord("if"), !endsWord(token(1), at: position + 1) {
            fail(
                .caseWord, "a case begins with its value", at: range(of: current), help: "write VALUE while CONDITION"
            )
        }
        let value = valueOperand()
        if !isPanicking, isSymbol(.comma) || isSymbol(.colon) || isSymbol(.equals) { complainCaseSign() }
        if isPanicking {
            return KeepSyntax.Case(
                value: value, condition: ExpressionSyntax(.missing, at: value.range), range: range(from: start))
        }
        if isHere("while") {
            let word = advance()
            if isWord("otherwise"), !isAtLineEnd, token(1).startsLine || token(1).kind == .end {
                complain(
                    .caseWord, "\"while\" and \"otherwise\" do not go together", at: range(of: word),
                    help: "write \"VALUE otherwise\"")
                advance()
                return KeepSyntax.Case(value: value, condition: nil, range: range(from: start))
            }
        } else if isWord("otherwise"), !isAtLineEnd {
            advance()
            return KeepSyntax.Case(value: value, condition: nil, range: range(from: start))
        } else if !isAtLineEnd, isWord("else") || isWord("default") {
            complain(
                .caseWord, "\(shown(current)) is written \"otherwise\"", at: range(of: current),
                help: "write \"VALUE otherwise\"")
            advance()
            return KeepSyntax.Case(value: value, condition: nil, range: range(from: start))
        } else if isHere("if") || !isAtLineEnd && isWord("when") {
            complain(
                .caseWord, "a case goes on with \"while\"", at: range(of: current),
                help: "write \"VALUE while CONDITION\"")
            advance()
        } else if !isAtLineEnd, current.kind == .word, Nearest.name(to: text(of: current), among: ["otherwise"]) != nil
        {
            complainMistyped(as: "otherwise")
            advance()
            return KeepSyntax.Case(value: value, condition: nil, range: range(from: start))
        } else {
            expect(
                "while", wanted: "\"while\" or \"otherwise\"",
                help: "a case is VALUE while CONDITION, or VALUE otherwise")
        }
        isInCondition = true
        let condition = expression()
        isInCondition = false
        return KeepSyntax.Case(value: value, condition: condition, range: range(from: start))
    }

    /// `else OFF`
    private mutating func reversedCase(from start: Int) -> KeepSyntax.Case {
        let word = advance()
        let value = valueOperand()
        complain(
            .caseWord, "\(shown(word)) stands behind its value", at: range(of: word),
            help: "write \"VALUE otherwise\"")
        return KeepSyntax.Case(value: value, condition: nil, range: range(from: start))
    }

    private mutating func complainListMark() {
        guard matches(token(1), "ON") || matches(token(1), "OFF") else { return }
        complain(.straySign, "a case has no mark before it", at: range(of: current), help: "take the \"-\" out")
        advance()
    }

    private mutating func complainCaseSign() {
        complain(
            .straySign, "no \(shown(current)) stands behind the value of a case", at: range(of: current),
            help: "write VALUE while CONDITION, or VALUE otherwise")
        advance()
        if !["while", "otherwise", "else", "if", "when", "default"].contains(where: isWord) { isPanicking = true }
    }
}
