extension Parser {
    /// One line of settings; its name stands here. What value it needs is the checker's business.
    mutating func parseSetting() {
        let start = current.start
        let name = takeName()
        if isSymbol(.colon) || isSymbol(.equals), !isAtLineEnd {
            complain(
                .straySign, "a setting has no \(shown(current))", at: range(of: current),
                help: "write \(name.text) and its value with a blank between")
            advance()
        }
        var parts: [SettingSyntax.Part] = []
        if Keywords.textSettings.contains(name.text), !isAtLineEnd, current.kind != .text {
            if let text = unquotedSetting() { parts.append(.text(text)) }
        }
        while !isPanicking, !isAtLineEnd || isBehindSeparator, let part = settingPart() { parts.append(part) }
        if parts.isEmpty {
            fail(
                .missingValue, wanted: "a value for \(name.text)",
                help: "write it behind \(name.text) on the same line")
        } else {
            statements.append(.setting(SettingSyntax(name: name, parts: parts, range: range(from: start))))
        }
        endItem(after: "the setting", help: "settings stand one a line")
    }

    /// A comma or `..` still wants its right side, unless something else begins there.
    private var isBehindSeparator: Bool {
        guard position > 0, tokens[position].kind != .end else { return false }
        let last = tokens[position - 1]
        return (last.symbol == .comma || last.symbol == .dots) && last.kind == .symbol && !looksLikeItem(at: position)
    }

    private mutating func settingPart() -> SettingSyntax.Part? {
        let token = current
        switch token.kind {
        case .word: return .word(takeName())
        case .text: return .text(text(wanted: "a text", help: ""))
        case .number: return numberPart(from: token.start, sign: "")
        case .symbol where token.symbol == .minus && self.token(1).kind == .number:
            advance()
            return numberPart(from: token.start, sign: "-")
        case .symbol where token.symbol == .dots || token.symbol == .comma:
            advance()
            return .symbol(NameSyntax(text(of: token), at: range(of: token)))
        case .symbol, .unit, .clock, .bad, .end:
            fail(
                .unexpectedRest, wanted: "the rest of the setting",
                help: "a value is a text in quotes, a number or a word")
            return nil
        }
    }

    private mutating func numberPart(from start: Int, sign: String) -> SettingSyntax.Part {
        let written = text(of: current)
        let next = token(1)
        if sign.isEmpty, next.kind == .word, !next.startsLine {
            let word = text(of: next)
            if DurationUnit.nanoseconds(in: word) != nil || DurationUnit.suggestion(for: word) != nil {
                return .duration(duration())
            }
        }
        advance()
        let digits = sign + written
        // `3.1.1` is no number; what it is worth is decided by the one who knows the setting.
        let value = Double(digits) ?? 0
        let unit = takeUnit()
        return .number(value, unit: unit, written: digits, range(from: start))
    }

    /// `prefix connectmq/home1` without its quotes.
    private mutating func unquotedSetting() -> TextSyntax? {
        guard current.kind == .word || current.kind == .number || isSymbol(.brace) || isSymbol(.slash) else {
            return nil
        }
        var end = position
        while end + 1 < tokens.count, !tokens[end + 1].startsLine, tokens[end + 1].isGlued,
            tokens[end + 1].kind != .text
        { end += 1 }
        let range = SourceRange(file: file, start: tokens[position].start, end: tokens[end].end)
        let written = String(decoding: bytes[range.start..<range.end], as: UTF8.self)
        complain(
            .missingQuotes, "a text stands in quotes", at: range, help: "write \"\(PlainText.excerpt(written))\"")
        position = min(end + 1, tokens.count - 1)
        return unquotedText(range)
    }
}
