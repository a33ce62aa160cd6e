extension Parser {
    /// The statement that begins at `index`: a keyword followed by what that statement needs, or by nothing at all.
    func statement(at index: Int) -> StatementKind? {
        let first = tokens[index]
        guard first.kind == .word, let kind = StatementKind(keyword: text(of: first)) else { return nil }
        let next = token(1, from: index)
        let isSameLine = !next.startsLine && next.kind != .end
        if matches(next, "while") || isSameLine && (matches(next, "otherwise") || isAssignment(next)) { return nil }
        guard isSameLine else { return kind }
        switch (kind, next.kind) {
        case (_, .bad), (_, .word), (_, .text), (.setting, .number), (.setting, .clock), (.setting, .unit): return kind
        case (.input, .number), (.event, .number), (.output, .number), (.binding, .number), (.keep, .number):
            return kind
        case (.setting, .symbol):
            let after = token(2, from: index)
            let isNegative = next.symbol == .minus && after.kind == .number && after.isGlued
            return isNegative || next.symbol == .colon || next.symbol == .brace ? kind : nil
        case (.when, .symbol): return isCondition(at: index + 1) ? kind : nil
        case (.when, _): return kind
        case (_, .symbol): return next.symbol == .brace || next.symbol == .colon ? kind : nil
        default: return nil
        }
    }

    private func isAssignment(_ token: Token) -> Bool {
        token.kind == .symbol && (token.symbol == .equals || token.symbol == .doubleEquals)
    }

    /// Whether the sign behind `when` begins a condition: not in `when(hall) = ON`, nor in `when + 1 while …`.
    private func isCondition(at index: Int) -> Bool {
        switch tokens[index].symbol {
        case .plus, .star, .slash: return false
        case .open:
            guard let end = indexAfterParentheses(at: index) else { return true }
            let after = token(0, from: end)
            return !isAssignment(after) && !matches(after, "while") && !matches(after, "otherwise")
        default: return true
        }
    }

    /// The statement whose mistyped keyword begins the line at `index`, and the keyword.
    func mistypedStatement(at index: Int) -> (kind: StatementKind, keyword: String)? {
        let first = tokens[index]
        let next = token(1, from: index)
        guard first.kind == .word, !next.startsLine else { return nil }
        let word = text(of: first)
        guard word.utf8.count > 2, StatementKind(keyword: word) == nil else { return nil }
        let items = Keywords.actions + Keywords.steps
        guard !items.contains(word), !Keywords.continuing.contains(word), Nearest.name(to: word, among: items) == nil
        else {
            return nil
        }
        let candidates: [String]
        switch next.kind {
        case .text: candidates = ["test"] + Keywords.settings
        case .number: candidates = ["keepalive", "reconnect", "location", "protocol"]
        case .word where !Keywords.behindValues.contains(text(of: next)):
            let third = token(2, from: index)
            candidates = StatementKind.declarations.filter { fits(third, behind: $0) } + ["watch", "password"]
        default: return nil
        }
        guard let keyword = Nearest.name(to: word, among: candidates), let kind = StatementKind(keyword: keyword) else {
            return nil
        }
        return (kind, keyword)
    }

    /// Whether the token can follow the name behind that keyword.
    private func fits(_ token: Token, behind keyword: String) -> Bool {
        let isOpen = token.kind == .symbol && token.symbol == .open
        switch keyword {
        case "input", "event": return isOpen || matches(token, "from") || token.kind == .text
        case "output": return isOpen || matches(token, "to") || token.kind == .text
        case "let": return isOpen || isAssignment(token)
        case "keep": return isOpen || token.startsLine
        default: return true
        }
    }

    /// Whether the line at `index` begins something of its own, where a value was still wanted on the line before.
    func looksLikeItem(at index: Int) -> Bool {
        if statement(at: index) != nil || mistypedStatement(at: index) != nil { return true }
        let first = tokens[index]
        let next = token(1, from: index)
        if first.kind == .word, !next.startsLine {
            let word = text(of: first)
            if isAssignment(next) || matches(next, "otherwise") { return true }
            if next.kind == .symbol, next.symbol == .open, let end = indexAfterParentheses(at: index + 1) {
                let after = token(0, from: end)
                if !after.startsLine, isAssignment(after) { return true }
            }
            let isOperand = next.kind == .text || next.kind == .number || next.kind == .word
            let isSentence = isOperand && !(next.kind == .word && Keywords.behindValues.contains(text(of: next)))
            if isSentence, !Keywords.prefixes.contains(word) { return true }
        }
        return isInCondition && lineHasCase(at: index)
    }

    /// Whether `while` or `otherwise` stands on the line at `index`, outside of parentheses.
    func lineHasCase(at index: Int) -> Bool {
        var level = 0
        for offset in 0..<64 {
            let token = token(offset, from: index)
            if token.kind == .end || offset > 0 && token.startsLine && level <= 0 { return false }
            if token.kind == .symbol, token.symbol == .open { level += 1 }
            if token.kind == .symbol, token.symbol == .close { level -= 1 }
            if offset > 0, level <= 0, matches(token, "while") || matches(token, "otherwise") { return true }
        }
        return false
    }
}
