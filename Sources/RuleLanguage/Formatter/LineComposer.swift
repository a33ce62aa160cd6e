/// Writes the lines of a file anew.
struct LineComposer {
    /// Blank lines in a row; further ones are left out.
    static let mostBlankLines = 2
    /// Comments behind longer lines do not push the others to the right.
    static let widestCommented = 100

    private let tokens: TokenList
    private let marks: TokenMarks
    private let lines: [SourceLine]
    private let spacing: Spacing
    private let depths: [Int]

    init(_ marked: MarkedTokens, _ lines: [SourceLine]) {
        tokens = marked.tokens
        marks = marked.marks
        self.lines = lines
        spacing = Columns(marked, lines).spacing
        depths = Indentation(marked, lines).depths
    }

    func text() -> FormattedText {
        let columns = commentColumns()
        var result: [FormattedText.Line] = []
        var blanks = 0
        for (index, line) in lines.enumerated() {
            if line.isBlank {
                blanks += 1
                if blanks <= Self.mostBlankLines, !result.isEmpty {
                    result.append(FormattedText.Line(text: [], origin: line.start))
                }
                continue
            }
            blanks = 0
            result.append(FormattedText.Line(text: text(of: index, commentColumn: columns[index]), origin: line.start))
        }
        while result.last?.text.isEmpty == true { result.removeLast() }
        return FormattedText(lines: result)
    }

    private func text(of index: Int, commentColumn: Int) -> [UInt8] {
        let line = lines[index]
        var text = blanks(depths[index])
        for token in line.tokens {
            if token > line.tokens.lowerBound { text += blanks(spacing.gaps[token]) }
            text += tokens.text(token)
        }
        guard let comment = line.comment else { return text }
        if !line.tokens.isEmpty { text += blanks(max(2, commentColumn - width(of: index))) }
        return text + tokens.bytes[comment]
    }

    private func blanks(_ count: Int) -> [UInt8] { Array(repeating: 0x20, count: count) }

    private func width(of index: Int) -> Int { depths[index] + spacing.width(lines[index].tokens) }

    /// Where the comment behind each line stands: in one column as far as there is no blank line, and no other rule begins.
    private func commentColumns() -> [Int] {
        var columns = Array(repeating: 0, count: lines.count)
        for block in blocks() {
            let commented = block.filter { !lines[$0].tokens.isEmpty && lines[$0].comment != nil }
            let widest = commented.map(width).filter { $0 <= Self.widestCommented }.max() ?? 0
            for index in commented { columns[index] = widest + 2 }
        }
        return columns
    }

    private func blocks() -> [Range<Int>] {
        var blocks: [Range<Int>] = []
        var last = TokenMarks.Start.declaration
        for (index, line) in lines.enumerated() {
            let start = line.tokens.first.flatMap { marks.starts[$0] }
            let isNew = line.isBlank || start == .header || start == .declaration && last != .declaration
            if let block = blocks.last, !isNew {
                blocks[blocks.count - 1] = block.lowerBound..<index + 1
            } else {
                blocks.append(index..<index + 1)
            }
            last = start ?? last
        }
        return blocks
    }
}
