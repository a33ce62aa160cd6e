extension Parser {
    /// A text in quotes, where the grammar wants one and nothing else.
    mutating func text(wanted: String, help: String) -> TextSyntax {
        let token = current
        guard token.kind == .text else {
            if let text = unquotedTopic() { return text }
            fail(.missingValue, wanted: wanted, help: help)
            return TextSyntax(pieces: [], range: range(from: token.start))
        }
        // Decoded first: what is wrong inside is worth saying although the quote is missing.
        let text = decode(token)
        advance()
        return text
    }

    /// Plain characters in quotes: a level, a key. Braces name nothing there.
    mutating func plainText() -> String {
        Self.characters(of: plainPieces())
    }

    /// The same in pieces, for who can make something of a placeholder all the same.
    mutating func plainPieces() -> [TextSyntax.Piece] {
        let text = decode(current)
        for piece in text.pieces {
            if case .placeholder(let name, _) = piece {
                complain(
                    .placeholderHere, "nothing is put in here for \"{\(PlainText.excerpt(name.text))}\"",
                    at: name.range,
                    help: "write the name without quotes and braces, or \\{ for a brace")
            }
        }
        advance()
        return text.pieces
    }

    /// With braces as they are written.
    static func characters(of pieces: [TextSyntax.Piece]) -> String {
        pieces.map { piece in
            switch piece {
            case .literal(let characters): characters
            case .placeholder(let name, _): "{\(name.text)}"
            }
        }.joined()
    }

    /// `home/kitchen/temperature` without its quotes: reported, and taken as it was meant.
    private mutating func unquotedTopic() -> TextSyntax? {
        guard !isPanicking, !isAtLineEnd, isTopicPart(current) else { return nil }
        var end = position
        var hasSlash = false
        while isTopicPart(tokens[end]), end == position || tokens[end].isGlued && !tokens[end].startsLine {
            hasSlash = hasSlash || tokens[end].symbol == .slash || tokens[end].symbol == .brace
            end += 1
        }
        guard hasSlash else { return nil }
        let range = SourceRange(file: file, start: tokens[position].start, end: tokens[end - 1].end)
        let written = String(decoding: bytes[range.start..<range.end], as: UTF8.self)
        complain(
            .missingQuotes, "a text stands in quotes", at: range, help: "write \"\(PlainText.excerpt(written))\"")
        position = end
        return unquotedText(range)
    }

    /// What stands there, taken as if it were in quotes: its parameters count, so that nothing else is found wrong for it.
    func unquotedText(_ range: SourceRange) -> TextSyntax {
        var decoder = TextDecoder(bytes: bytes, unquoted: range)
        decoder.run()
        return TextSyntax(pieces: decoder.pieces, range: range)
    }

    private func isTopicPart(_ token: Token) -> Bool {
        switch token.kind {
        case .word, .number, .unit, .clock: return true
        case .symbol: return [.slash, .minus, .dot, .colon, .brace, .plus].contains(token.symbol)
        case .text, .bad, .end: return false
        }
    }

    /// Takes escapes and placeholders apart.
    private mutating func decode(_ token: Token) -> TextSyntax {
        var decoder = TextDecoder(bytes: bytes, token: token, file: file)
        decoder.run()
        for finding in decoder.findings where !isPanicking {
            diagnostics.report(finding.finding, finding.message, at: finding.range, help: finding.help)
        }
        return TextSyntax(pieces: decoder.pieces, range: range(of: token))
    }
}
