/// How many blanks stand before each token that does not begin its line.
struct Spacing {
    let tokens: TokenList
    let marks: TokenMarks
    private let widths: [Int]
    private(set) var gaps: [Int]

    init(_ marked: MarkedTokens) {
        tokens = marked.tokens
        marks = marked.marks
        widths = tokens.tokens.indices.map { [tokens] in tokens.width($0) }
        gaps = Array(repeating: 0, count: tokens.count)
        for index in tokens.tokens.indices.dropFirst() { gaps[index] = hasBlank(before: index) ? 1 : 0 }
        for dots in marks.dots { spread(dots) }
    }

    private func hasBlank(before index: Int) -> Bool {
        let token = tokens[index]
        let last = tokens[index - 1]
        if token.startsLine || marks.glued[index] { return false }
        // `50 %` and `50%`: numbers stay as they were written, with their units.
        if last.kind == .number, token.kind == .word || token.kind == .unit { return !token.isGlued }
        if token.kind == .symbol, [.comma, .close, .closeBracket, .dots].contains(token.symbol) { return false }
        return last.kind != .symbol || ![.open, .openBracket, .dots].contains(last.symbol)
    }

    /// `22:00..06:00`, but `2 s .. 60 s`: close together, unless a side of it has blanks itself.
    private mutating func spread(_ dots: TokenMarks.Dots) {
        let sides = Array(dots.low.dropFirst()) + Array(dots.high.dropFirst())
        guard sides.contains(where: { gaps[$0] > 0 || tokens[$0].startsLine }) else { return }
        for index in [dots.index, dots.index + 1] where index < tokens.count && !tokens[index].startsLine {
            gaps[index] = 1
        }
    }

    /// Columns that tokens take which stand on one line.
    func width(_ indices: Range<Int>) -> Int {
        indices.reduce(0) { $0 + widths[$1] } + indices.dropFirst().reduce(0) { $0 + gaps[$1] }
    }

    func isOnOneLine(_ indices: ClosedRange<Int>) -> Bool {
        !indices.dropFirst().contains { tokens[$0].startsLine }
    }

    mutating func setGap(_ gap: Int, before index: Int) {
        guard index < tokens.count, !tokens[index].startsLine else { return }
        gaps[index] = gap
    }
}
