/// Widens the spacing so that what belongs together stands in columns.
struct Columns {
    /// Wider cells do not push the others to the right: what follows such a one stands close behind it.
    static let widestCell = 80
    /// Where the values of a file of settings stand: one behind the longest of the usual names.
    static let settingColumn = 10

    private(set) var spacing: Spacing
    private let lines: [SourceLine]

    init(_ marked: MarkedTokens, _ lines: [SourceLine]) {
        spacing = Spacing(marked)
        self.lines = lines
        for block in blocks(of: marked.marks.declarations) { align(block) }
        for cases in marked.marks.keeps {
            align(cases.map { Cell($0.value..<$0.word) }, gap: 2)
        }
        if marked.marks.hasOnlySettings { marked.marks.settings.forEach { alignSetting($0) } }
        for index in marked.marks.starts.indices where marked.marks.starts[index] == .part { spreadPart(index) }
    }

    /// What stands in one column; the next column begins at the end of the range.
    private struct Cell {
        let indices: Range<Int>
        /// The first token of its line, were nothing broken before the next column.
        let first: Int

        init(_ indices: Range<Int>, first: Int? = nil) {
            self.indices = indices
            self.first = first ?? indices.lowerBound
        }
    }

    /// Puts that which follows the cells into one column, so many blanks behind the widest of them.
    private mutating func align(_ cells: [Cell], gap: Int) {
        let widths = cells.map { cell in
            spacing.isOnOneLine(cell.first...cell.indices.upperBound) ? spacing.width(cell.indices) : nil
        }
        let widest = widths.compactMap { $0 }.filter { $0 <= Self.widestCell }.max() ?? 0
        for (cell, width) in zip(cells, widths) {
            let missing = width.map { max(0, widest - $0) } ?? 0
            spacing.setGap(missing + gap, before: cell.indices.upperBound)
        }
    }

    // MARK: Declarations

    /// Declarations in lines that follow each other; comments may stand between them.
    private func blocks(of declarations: [TokenMarks.Declaration]) -> [[TokenMarks.Declaration]] {
        let blanks = Set(lines.filter(\.isBlank).map { $0.tokens.lowerBound })
        var blocks: [[TokenMarks.Declaration]] = []
        for declaration in declarations {
            let isNext = blocks.last?.last?.end == declaration.keyword && !blanks.contains(declaration.keyword)
            if isNext {
                blocks[blocks.count - 1].append(declaration)
            } else {
                blocks.append([declaration])
            }
        }
        return blocks
    }

    private mutating func align(_ block: [TokenMarks.Declaration]) {
        align(block.map { Cell($0.keyword..<$0.name) }, gap: 1)
        align(block.map { Cell($0.name..<$0.direction, first: $0.keyword) }, gap: 2)
        align(block.map { Cell($0.direction..<$0.topic, first: $0.keyword) }, gap: 1)
        align(block.map { Cell($0.topic..<($0.path ?? $0.type), first: $0.keyword) }, gap: 2)
        let paths = block.compactMap { declaration in
            declaration.path.map { Cell($0..<declaration.type, first: declaration.keyword) }
        }
        align(paths, gap: 2)
    }

    // MARK: Settings and parts

    private mutating func alignSetting(_ index: Int) {
        let width = spacing.width(index..<index + 1)
        spacing.setGap(max(1, Self.settingColumn - width), before: index + 1)
    }

    /// `if` and `do` stand before one column where they begin their lines.
    private mutating func spreadPart(_ index: Int) {
        if spacing.tokens[index].startsLine { spacing.setGap(2, before: index + 1) }
    }
}
