/// A line of a file as it was written.
struct SourceLine {
    /// Offset of its first byte.
    var start: Int
    /// Empty on a line that is blank or has a comment alone.
    var tokens: Range<Int>
    /// From `#` to its last character that is no blank.
    var comment: Range<Int>?

    var isBlank: Bool { tokens.isEmpty && comment == nil }

    /// A comment alone, in the first column: where editors put it that comment out lines.
    var isAtMargin: Bool { tokens.isEmpty && comment?.lowerBound == start }
}

/// Cuts a file into lines. Between tokens there are blanks, line breaks and comments, since all else was refused.
enum LineCutter {
    static func lines(of tokens: TokenList) -> [SourceLine] {
        let bytes = tokens.bytes
        var lines: [SourceLine] = []
        var line = SourceLine(start: 0, tokens: 0..<0)
        var next = 0
        var index = 0
        while index < bytes.count {
            if next < tokens.count, tokens[next].start == index {
                next += 1
                line.tokens = line.tokens.lowerBound..<next
                index = tokens[next - 1].end
            } else if bytes[index] == UInt8(ascii: "#") {
                line.comment = comment(in: bytes, from: index)
                while index < bytes.count, !isLineBreak(bytes[index]) { index += 1 }
            } else if isLineBreak(bytes[index]) {
                index += bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
                lines.append(line)
                line = SourceLine(start: index, tokens: next..<next)
            } else {
                index += 1
            }
        }
        lines.append(line)
        return lines
    }

    private static func comment(in bytes: [UInt8], from start: Int) -> Range<Int> {
        var end = start
        while end < bytes.count, !isLineBreak(bytes[end]) { end += 1 }
        while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        return start..<end
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
