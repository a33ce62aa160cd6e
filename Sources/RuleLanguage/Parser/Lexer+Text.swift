extension Lexer {
    /// `"…"` or `'…'`. It ends at its closing quote or, with an error, at the end of the line.
    mutating func lexText(from start: Int, opening length: Int) {
        let quote = byte()
        index += length
        while index < bytes.count, byte() != 0x0A, byte() != 0x0D {
            if byte() == quote {
                index += 1
                add(.text, from: start)
                return
            }
            stepInText()
        }
        closeAtLineEnd(from: start, quote: String(Unicode.Scalar(quote)))
    }

    /// `“…”` and its like, from phones and word processors.
    mutating func lexCurlyText(closing: [Unicode.Scalar], opening length: Int) {
        let start = index
        index += length
        while index < bytes.count, byte() != 0x0A, byte() != 0x0D {
            let (scalar, length) = UTF8Reader.scalar(in: bytes, at: index)
            if let scalar, closing.contains(scalar) {
                index += length
                diagnostics.report(
                    .curlyQuotes, "texts stand in straight quotes", at: range(start, index),
                    help: "write \"…\" or '…'; a word processor or a phone bends quotes")
                add(.text, from: start)
                return
            }
            stepInText()
        }
        closeAtLineEnd(from: start, quote: "\"")
    }

    private mutating func stepInText() {
        let (scalar, length) = UTF8Reader.scalar(in: bytes, at: index)
        guard let scalar else {
            reportEncoding()
            index += 1
            return
        }
        if scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F {
            let start = index
            index += 1
            reportStrange(scalar, from: start)
            return
        }
        index += length
        let escaped = byte()
        let isQuote = escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "'") || escaped == UInt8(ascii: "\\")
        if scalar == "\\", index < bytes.count, isQuote { index += 1 }
    }

    private mutating func closeAtLineEnd(from start: Int, quote: String) {
        diagnostics.report(
            .missingQuote, "this text has no closing quote", at: range(start, index),
            help: "a text ends on its line: put \(quote) behind its last character")
        add(.text, from: start, isUnclosed: true)
    }
}

/// Signs that stand in other alphabets' places for ours.
enum ForeignSign {
    static func closingQuotes(for scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch scalar {
        case "“", "”", "„": return ["“", "”", "\""]
        case "‘", "’", "‚": return ["‘", "’", "'"]
        case "«": return ["»"]
        case "»": return ["«"]
        case "‹": return ["›"]
        case "「": return ["」"]
        default: return nil
        }
    }

    /// Without a symbol where it may mean several.
    static func meaning(of scalar: Unicode.Scalar) -> (symbol: Token.Symbol, help: String)? {
        switch scalar {
        case "≤": return (.lessOrEqual, "\"<=\"")
        case "≥": return (.greaterOrEqual, "\">=\"")
        case "≠": return (.notEquals, "\"is not\"")
        case "×", "·", "∙": return (.star, "\"*\"")
        case "÷": return (.slash, "\"/\"")
        case "−": return (.minus, "\"-\"")
        case "–", "—", "‐", "‑": return (.none, "\"-\", or \"..\" between the ends of a range")
        case "…": return (.dots, "\"..\"")
        case "，", "、": return (.comma, "\",\"")
        case "（": return (.open, "\"(\"")
        case "）": return (.close, "\")\"")
        default: return nil
        }
    }
}
