extension Parser {
    /// Reports a mistake that does not keep the parser from understanding the rest.
    mutating func complain(_ finding: Finding, _ message: String, at range: SourceRange, help: String?) {
        guard !isPanicking else { return }
        diagnostics.report(finding, message, at: range, help: help)
    }

    /// Reports a mistake after which the rest of the item cannot be understood.
    mutating func fail(_ finding: Finding, _ message: String, at range: SourceRange, help: String?) {
        complain(finding, message, at: range, help: help)
        isPanicking = true
    }

    /// Reports that something else stands here than what the grammar wants.
    mutating func fail(_ finding: Finding, wanted: String, help: String? = nil) {
        guard !isPanicking else { return }
        let token = tokens[position]
        let help = help ?? "write \(wanted)"
        if token.kind == .bad {
            isPanicking = true
        } else if isAtLineEnd {
            let place = SourceRange(file: file, start: previousEnd, end: previousEnd)
            fail(finding, "\(wanted) is missing at the end of this line", at: place, help: help)
        } else if isDecimalComma {
            let number = tokens[position - 1]
            let range = range(of: number).union(range(of: self.token(1)))
            let whole = text(of: number)
            let fraction = text(of: self.token(1))
            fail(.decimalComma, "a number has no comma", at: range, help: "write \(whole).\(fraction)")
        } else if token.kind == .symbol, token.symbol == .semicolon {
            fail(
                .straySign, "nothing ends in \";\" here", at: range(of: token),
                help: "take it out: a line ends where it ends")
        } else {
            fail(finding, "\(shown(token)) stands where \(wanted) is expected", at: range(of: token), help: help)
        }
    }

    /// Wants a word of the grammar, and takes a mistyped one for it.
    mutating func expect(_ word: String, wanted: String, help: String? = nil) {
        if isWord(word) {
            advance()
        } else if !isAtLineEnd, current.kind == .word, Nearest.name(to: text(of: current), among: [word]) != nil {
            complainMistyped(as: word)
            advance()
        } else {
            fail(.missingWord, wanted: wanted, help: help)
        }
    }

    mutating func complainMistyped(as word: String) {
        complain(
            .mistypedWord, "\(shown(current)) means nothing here", at: range(of: current),
            help: "did you mean \"\(word)\"?")
    }

    /// A token as it is named in a message.
    func shown(_ token: Token) -> String {
        let excerpt = PlainText.excerpt(text(of: token))
        switch token.kind {
        case .text: return "the text \(excerpt)"
        case .end: return "the end of the file"
        case .number, .clock: return excerpt
        case .word, .unit, .symbol, .bad: return "\"\(excerpt)\""
        }
    }

    /// `20,5`: a comma between two numbers without a blank.
    var isDecimalComma: Bool {
        guard position > 0, tokens[position].kind == .symbol, tokens[position].symbol == .comma else { return false }
        return tokens[position - 1].kind == .number && tokens[position].isGlued && token(1).kind == .number
            && token(1).isGlued
    }

    // MARK: Parentheses

    /// Takes the opening parenthesis that stands here.
    mutating func open() -> Token {
        let token = advance()
        parentheses += 1
        return token
    }

    /// Takes the closing parenthesis; a missing one is reported at the opening one.
    mutating func close(_ opening: Token, wanted: String) {
        if isSymbol(.close) {
            parentheses -= 1
            advance()
            return
        }
        let token = current
        let isOver = token.kind == .end || token.startsLine
        let isBehind =
            token.kind == .symbol && token.symbol != .comma
            || token.kind == .word && Keywords.behindValues.contains(text(of: token))
        guard isOver || isBehind else {
            fail(.unexpectedRest, wanted: wanted)
            return
        }
        complain(
            .missingParenthesis, "this parenthesis is not closed", at: range(of: opening),
            help: "put \")\" behind \(shown(tokens[max(0, position - 1)]))")
        parentheses = max(0, parentheses - 1)
        if isOver, !isPanicking, parentheses == 0, continues(token) == false { isPanicking = true }
    }
}
