/// The tokens of one file, without the one at its end, found by where they stand.
struct TokenList {
    let bytes: [UInt8]
    let tokens: [Token]

    init(_ bytes: [UInt8]) {
        var lexer = Lexer(bytes: bytes, file: 0)
        lexer.run()
        self.bytes = bytes
        tokens = Array(lexer.tokens.dropLast())
    }

    var count: Int { tokens.count }

    subscript(index: Int) -> Token { tokens[index] }

    func text(_ index: Int) -> ArraySlice<UInt8> { bytes[tokens[index].start..<tokens[index].end] }

    /// The first token that begins there or behind it; `count` where there is none.
    func index(from offset: Int) -> Int {
        var low = 0
        var high = tokens.count
        while low < high {
            let middle = (low + high) / 2
            if tokens[middle].start < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The tokens in a range of the file.
    func indices(of range: SourceRange) -> Range<Int> {
        let first = index(from: range.start)
        return first..<max(first, index(from: range.end))
    }

    func isSymbol(_ symbol: Token.Symbol, at index: Int) -> Bool {
        index < tokens.count && tokens[index].kind == .symbol && tokens[index].symbol == symbol
    }

    func isWord(_ word: String, at index: Int) -> Bool {
        index < tokens.count && tokens[index].kind == .word && text(index).elementsEqual(word.utf8)
    }

    /// Columns that it takes on a terminal.
    func width(_ index: Int) -> Int {
        let text = text(index)
        guard text.contains(where: { $0 >= 0x80 }) else { return text.count }
        return String(decoding: text, as: UTF8.self).reduce(0) { $0 + SourceSnippet.displayWidth(of: $1) }
    }
}
