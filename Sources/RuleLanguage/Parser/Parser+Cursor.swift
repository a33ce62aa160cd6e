extension Parser {
    // MARK: Looking

    /// The token to be read next; the end of the line while the rest of it is being skipped.
    var current: Token {
        let token = tokens[position]
        guard isPanicking else { return token }
        return Token(kind: .end, start: token.start, end: token.start, startsLine: true, isGlued: false)
    }

    /// The token that many further, whatever state the parser is in.
    func token(_ offset: Int, from index: Int? = nil) -> Token {
        tokens[min((index ?? position) + offset, tokens.count - 1)]
    }

    /// The item ends here, unless the grammar still wants something.
    var isAtLineEnd: Bool { isLineEnd(current, at: position) }

    func isLineEnd(_ token: Token, at index: Int) -> Bool {
        token.kind == .end || token.startsLine && parentheses == 0 && index != itemStart
    }

    func text(of token: Token) -> String {
        String(decoding: bytes[token.start..<token.end], as: UTF8.self)
    }

    func range(of token: Token) -> SourceRange {
        SourceRange(file: file, start: token.start, end: token.end)
    }

    func matches(_ token: Token, _ word: String) -> Bool {
        token.kind == .word && token.end - token.start == word.utf8.count
            && bytes[token.start..<token.end].elementsEqual(word.utf8)
    }

    func isWord(_ word: String) -> Bool { matches(current, word) }

    func isSymbol(_ symbol: Token.Symbol) -> Bool { current.kind == .symbol && current.symbol == symbol }

    /// The word stands on this line, or begins the next one and continues this one.
    func isHere(_ word: String) -> Bool {
        isWord(word) && (!isAtLineEnd || Keywords.continuing.contains(word))
    }

    func continues(_ token: Token) -> Bool {
        token.kind == .symbol && token.symbol == .comma
            || token.kind == .word && Keywords.continuing.contains(text(of: token))
    }

    /// Behind the last token that was read.
    var previousEnd: Int { position > 0 ? tokens[position - 1].end : 0 }

    /// From `start` to the last token that was read.
    func range(from start: Int) -> SourceRange {
        SourceRange(file: file, start: start, end: max(start, previousEnd))
    }

    // MARK: Going on

    @discardableResult
    mutating func advance() -> Token {
        let token = current
        guard !isPanicking else { return token }
        if position < tokens.count - 1 { position += 1 }
        if token.isUnclosed { isPanicking = true }
        return token
    }

    /// Takes the word if it stands here.
    mutating func take(_ word: String) -> Bool {
        guard isHere(word) else { return false }
        advance()
        return true
    }

    mutating func take(_ symbol: Token.Symbol) -> Bool {
        guard isSymbol(symbol), !isAtLineEnd || symbol == .comma else { return false }
        advance()
        return true
    }

    mutating func takeName() -> NameSyntax {
        let token = advance()
        return NameSyntax(text(of: token), at: range(of: token))
    }

    // MARK: Beginning and ending an item

    mutating func beginItem() {
        itemStart = position
        isPanicking = false
        parentheses = 0
        depth = 0
        operators = 0
        isInCondition = false
    }

    /// Reports what is left of the line, and goes to the next one after a mistake.
    mutating func endItem(after what: String, help: String? = nil) {
        if !isPanicking, !isAtLineEnd {
            fail(.unexpectedRest, wanted: "the end of \(what)", help: help)
        }
        recover()
    }

    /// Goes to the next line that does not continue this one, if there was a mistake.
    mutating func recover() {
        guard isPanicking else { return }
        isPanicking = false
        parentheses = 0
        while tokens[position].kind != .end {
            let token = tokens[position]
            if token.startsLine, position > itemStart, !continues(token) { return }
            position += 1
        }
    }

    /// Behind the parentheses that open at `index`; nil where they do not close nearby.
    func indexAfterParentheses(at index: Int) -> Int? {
        var level = 0
        var index = index
        let limit = min(tokens.count, index + 64)
        while index < limit {
            let token = tokens[index]
            if token.kind == .symbol, token.symbol == .open { level += 1 }
            if token.kind == .symbol, token.symbol == .close { level -= 1 }
            index += 1
            if level <= 0 { return index }
        }
        return nil
    }
}
