extension Parser {
    mutating func parseFile() {
        // Where everything is wrong it is no rules file, and reading on helps nobody.
        while tokens[position].kind != .end, !diagnostics.isFull {
            let before = position
            parseTopLevel()
            if position == before { position += 1 }
        }
    }

    private mutating func parseTopLevel() {
        beginItem()
        if let kind = statement(at: position) {
            parseStatement(kind)
        } else if let (kind, keyword) = mistypedStatement(at: position) {
            complainMistyped(as: keyword)
            parseStatement(kind)
        } else if isIfForWhen(at: position) {
            complain(
                .foreignWord, "nothing begins with \"if\"", at: range(of: current),
                help: "write \"when … do …\"; an \"if\" stands between the two")
            parseStatement(.when)
        } else {
            parseStray()
        }
    }

    private mutating func parseStatement(_ kind: StatementKind) {
        switch kind {
        case .input, .event: parseInput(isEvent: kind == .event)
        case .output: parseOutput()
        case .binding: parseLet()
        case .keep: parseKeep()
        case .when: parseWhen()
        case .test: parseTest()
        case .setting: parseSetting()
        }
    }

    /// Whether the items of a `keep`, `when` or `test` go on at this line.
    var isAtItem: Bool {
        let token = tokens[position]
        guard token.kind != .end else { return false }
        return statement(at: position) == nil && mistypedStatement(at: position) == nil && !isIfForWhen(at: position)
    }

    /// `if … do …`: a `when` by another name.
    private func isIfForWhen(at index: Int) -> Bool {
        guard matches(tokens[index], "if") else { return false }
        for offset in 1..<64 {
            let token = token(offset, from: index)
            if matches(token, "do") || matches(token, "then") { return true }
            if token.kind == .end || token.startsLine && !continues(token) { return false }
        }
        return false
    }

    // MARK: Lines that belong to nothing

    private mutating func parseStray() {
        let token = tokens[position]
        if token.kind == .bad {
            isPanicking = true
            recover()
            return
        }
        if isYAML(at: position) {
            complain(
                .yaml, "this looks like YAML", at: lineRange,
                help: "rules have a language of their own: \"hearth help rules\" shows it")
            skipLine()
            while tokens[position].kind != .end,
                isYAML(at: position) || statement(at: position) == nil && indentation(of: tokens[position]) > 0
            {
                skipLine()
            }
            return
        }
        let (finding, message, help) = strayMessage(token)
        complain(finding, message, at: lineHasCase(at: position) ? lineRange : range(of: token), help: help)
        let column = indentation(of: token)
        skipLine()
        while isAtItem, indentation(of: tokens[position]) > column || isSameCause(as: finding) { skipLine() }
    }

    private func strayMessage(_ token: Token) -> (finding: Finding, message: String, help: String) {
        let word = text(of: token)
        let next = self.token(1)
        if lineHasCase(at: position) {
            return (
                .strayCase, "this case stands below no \"keep\"",
                "write \"keep OUTPUT\" on the line above the first case"
            )
        }
        if token.kind == .word, Keywords.settings.contains(word), next.kind == .symbol, next.symbol == .equals {
            return (.straySign, "a setting has no \"=\"", "write \(word) and its value with a blank between")
        }
        if token.kind == .word, ["toggle", "publish", "log", "do"].contains(word) {
            return (
                .strayAction, "this action stands below no \"when\"",
                "write \"when CONDITION\" above, and \"do\" before the first action"
            )
        }
        if token.kind == .word, Keywords.steps.contains(word) {
            return (
                .strayStep, "this step stands below no \"test\"",
                "write \"test\" and a title in quotes on the line above the first step"
            )
        }
        if isItemLike(at: position) {
            return (
                .strayAssignment, "this line stands below no \"when\" and no \"test\"",
                "to give a value a name write \"let \(PlainText.excerpt(word)) = …\"; to set an output write it below \"when … do\""
            )
        }
        return (
            .unknownStatement, "a line cannot begin with \(shown(token))",
            "a line begins with input, event, output, let, keep, when, test, or a setting such as broker"
        )
    }

    /// Whether the line here belongs to nothing for the reason that was just told.
    private func isSameCause(as cause: Finding) -> Bool {
        let next = strayMessage(tokens[position]).finding
        switch cause {
        case .unknownStatement:
            return [.strayCase, .strayAction, .strayStep, .strayAssignment].contains(next)
        case .strayStep, .strayAction: return next == cause || next == .strayAssignment
        default: return next == cause
        }
    }

    private func isItemLike(at index: Int) -> Bool {
        let token = tokens[index]
        if lineHasCase(at: index) { return true }
        guard token.kind == .word else { return false }
        if Keywords.steps.contains(text(of: token)) || Keywords.actions.contains(text(of: token)) { return true }
        if Keywords.continuing.contains(text(of: token)) { return true }
        var next = index + 1
        if self.token(0, from: next).symbol == .open, let end = indexAfterParentheses(at: next) { next = end }
        return self.token(0, from: next).symbol == .equals && !self.token(0, from: next).startsLine
    }

    /// `key: …`, `- key: …`, `- word`, `---`
    private func isYAML(at index: Int) -> Bool {
        var index = index
        if tokens[index].kind == .symbol, tokens[index].symbol == .minus {
            let next = token(1, from: index)
            if next.kind == .symbol, next.symbol == .minus, next.isGlued { return true }
            if next.kind == .text { return true }
            index += 1
        }
        let word = token(0, from: index)
        let colon = token(1, from: index)
        return (word.kind == .word || word.kind == .text) && colon.symbol == .colon && colon.isGlued
    }

    private var lineRange: SourceRange {
        var end = position
        while end + 1 < tokens.count, !tokens[end + 1].startsLine { end += 1 }
        return range(of: tokens[position]).union(range(of: tokens[end]))
    }

    mutating func skipLine() {
        repeat { position += 1 } while tokens[position].kind != .end && !tokens[position].startsLine
    }

    /// Bytes between the start of the line and the token.
    private func indentation(of token: Token) -> Int {
        var start = token.start
        while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
        return token.start - start
    }
}
