/// A line of a rules file as it is shown below a message, with the marks under it.
struct SourceSnippet {
    private(set) var line = ""
    /// Blanks, then `^~~~`.
    private(set) var caret = ""

    /// What fits beside the line's number on a terminal.
    static let widestLine = 110
    /// How much of a long line stays before the place that is meant.
    private static let leadingWidth = 40
    private static let tabWidth = 4
    /// Scalars of one character that are shown; more combining marks than any script needs are cut.
    private static let mostScalars = 16

    /// One character as it is shown.
    private struct Cell {
        var text: String
        var width: Int
        var start: Int
        var end: Int
    }

    init(of range: SourceRange, in sources: SourceSet) {
        var bounds = sources.lineBounds(of: range.start, in: range.file)
        let visibleEnd = SecretLine.visibleEnd(of: bounds, in: sources.files[range.file].text)
        if let visibleEnd { bounds = bounds.lowerBound..<visibleEnd }
        let cells = Self.cells(of: sources.files[range.file].text, in: bounds, around: range.start)
        let first = cells.firstIndex { $0.end > range.start } ?? cells.count
        var from = 0
        var isCutBefore = (cells.first?.start ?? bounds.lowerBound) > bounds.lowerBound
        let total = cells.reduce(0) { $0 + $1.width }
        if total > Self.widestLine || isCutBefore {
            var width = 0
            from = first
            while from > 0, width + cells[from - 1].width <= Self.leadingWidth {
                from -= 1
                width += cells[from].width
            }
            isCutBefore = isCutBefore || from > 0
        }
        show(cells, from: from, cutBefore: isCutBefore, lineEnd: bounds.upperBound, marking: range)
        if visibleEnd != nil { line += " …" }
    }

    private mutating func show(_ cells: [Cell], from: Int, cutBefore: Bool, lineEnd: Int, marking range: SourceRange) {
        var width = 0
        var blanks = 0
        var marks = 0
        if cutBefore {
            line = "…"
            width = 1
            blanks = 1
        }
        var index = from
        while index < cells.count, width + cells[index].width <= Self.widestLine {
            let cell = cells[index]
            line += cell.text
            width += cell.width
            if cell.end <= range.start { blanks += cell.width } else if cell.start < range.end { marks += cell.width }
            index += 1
        }
        if index < cells.count || (cells.last.map { $0.end < lineEnd } ?? false) { line += "…" }
        while line.hasSuffix(" ") { line.removeLast() }
        caret = String(repeating: " ", count: blanks) + "^" + String(repeating: "~", count: max(0, marks - 1))
    }

    /// The characters of the line; of a very long one those near `offset`.
    private static func cells(of text: [UInt8], in bounds: Range<Int>, around offset: Int) -> [Cell] {
        let end = min(bounds.upperBound, offset + 1024)
        var index = max(bounds.lowerBound, offset - 512)
        while index < end, index > bounds.lowerBound, text[index] & 0xC0 == 0x80 { index += 1 }
        var cells: [Cell] = []
        var column = 0
        while index < end {
            var valid = index
            while valid < end {
                let (scalar, length) = UTF8Reader.scalar(in: text, at: valid)
                guard scalar != nil else { break }
                valid += length
            }
            for character in String(decoding: text[index..<valid], as: UTF8.self) {
                let length = character.utf8.count
                let cell = cell(of: character, column: column, at: index..<index + length)
                column += cell.width
                index += length
                cells.append(cell)
            }
            if index < end {
                cells.append(Cell(text: "\\x" + hex(text[index]), width: 4, start: index, end: index + 1))
                column += 4
                index += 1
            }
        }
        return cells
    }

    private static func cell(of character: Character, column: Int, at range: Range<Int>) -> Cell {
        if character == "\t" {
            let width = tabWidth - column % tabWidth
            return Cell(
                text: String(repeating: " ", count: width), width: width, start: range.lowerBound, end: range.upperBound
            )
        }
        var shown = PlainText.escaping(character)
        let isEscaped = shown != String(character)
        if !isEscaped, character.unicodeScalars.count > mostScalars {
            shown = String(String.UnicodeScalarView(character.unicodeScalars.prefix(mostScalars)))
        }
        let width = isEscaped ? shown.unicodeScalars.count : displayWidth(of: character)
        return Cell(text: shown, width: width, start: range.lowerBound, end: range.upperBound)
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }

    /// Columns on a terminal.
    static func displayWidth(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.contains("\u{FE0F}"), first.properties.isEmoji { return 2 }
        if first.properties.isEmojiPresentation { return 2 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            return 2
        case 0x300...0x36F, 0x200B...0x200D, 0xFE00...0xFE0F: return 0
        default: return 1
        }
    }
}
