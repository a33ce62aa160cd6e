/// Reads what stands between quotes: characters, escapes and placeholders.
struct TextDecoder {
    private let bytes: [UInt8]
    private let file: Int
    private var index: Int
    private let end: Int
    private var literal: [UInt8] = []
    private(set) var pieces: [TextSyntax.Piece] = []
    private(set) var findings: [Diagnostic] = []

    init(bytes: [UInt8], token: Token, file: Int) {
        self.bytes = bytes
        self.file = file
        index = token.start + UTF8Reader.scalar(in: bytes, at: token.start).length
        end = token.isUnclosed ? token.end : Self.closingQuote(of: token, in: bytes)
    }

    /// Decodes a text that lacks its quotes.
    init(bytes: [UInt8], unquoted range: SourceRange) {
        self.bytes = bytes
        file = range.file
        index = range.start
        end = range.end
    }

    /// Where the last character of the token begins.
    private static func closingQuote(of token: Token, in bytes: [UInt8]) -> Int {
        var index = token.end - 1
        while index > token.start, bytes[index] & 0xC0 == 0x80 { index -= 1 }
        return index
    }

    mutating func run() {
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "\\"): readEscape()
            case UInt8(ascii: "{"):
                if !readPlaceholder() { takeByte() }
            default: takeByte()
            }
        }
        flush()
    }

    private mutating func takeByte() {
        literal.append(bytes[index])
        index += 1
    }

    private mutating func flush() {
        guard !literal.isEmpty else { return }
        pieces.append(.literal(String(decoding: literal, as: UTF8.self)))
        literal = []
    }

    // MARK: Escapes

    private mutating func readEscape() {
        let start = index
        index += 1
        guard index < end else {
            report(
                .unknownEscape, "a backslash stands before nothing", from: start, help: "write \\\\ for a backslash")
            return
        }
        let escaped = bytes[index]
        let length = UTF8Reader.scalar(in: bytes, at: index).length
        index = min(end, index + length)
        switch escaped {
        case UInt8(ascii: "n"): literal.append(0x0A)
        case UInt8(ascii: "t"): literal.append(0x09)
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            literal.append(escaped)
        case UInt8(ascii: "u"): readScalar(from: start)
        default:
            let written = String(decoding: bytes[start..<index], as: UTF8.self)
            report(
                .unknownEscape, "\"\(PlainText.excerpt(written))\" stands for nothing", from: start,
                help: "write \\\\ for a backslash; \\n \\t \\\" \\' \\{ and \\u{1F525} are known")
        }
    }

    /// `\u{1F525}`; the `u` is behind us.
    private mutating func readScalar(from start: Int) {
        let help = "write the number of the character in braces, as in \\u{1F525}"
        guard index < end, bytes[index] == UInt8(ascii: "{") else {
            report(.unknownEscape, "this character has no number in braces", from: start, help: help)
            return
        }
        index += 1
        var digits: [UInt8] = []
        while index < end, bytes[index] != UInt8(ascii: "}"), digits.count < 9 {
            digits.append(bytes[index])
            index += 1
        }
        if index < end, bytes[index] == UInt8(ascii: "}") { index += 1 }
        let isHex = digits.allSatisfy {
            UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9")
                || UInt8(ascii: "a") <= $0 | 0x20 && $0 | 0x20 <= UInt8(ascii: "f")
        }
        guard isHex, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(value)
        else {
            report(.unknownEscape, "there is no character of this number", from: start, help: help)
            return
        }
        literal += Array(String(Character(scalar)).utf8)
    }

    private mutating func report(_ finding: Finding, _ message: String, from start: Int, help: String) {
        findings.append(
            Diagnostic(finding, message, at: SourceRange(file: file, start: start, end: index), help: help))
    }

    // MARK: Placeholders

    /// `{name}`, `{name(arguments)}`; any other brace is an ordinary character.
    private mutating func readPlaceholder() -> Bool {
        var cursor = PlaceholderReader(bytes: bytes, file: file, index: index + 1, end: end)
        guard let (name, arguments) = cursor.read() else { return false }
        flush()
        pieces.append(.placeholder(name, arguments: arguments))
        index = cursor.index
        return true
    }
}

/// Reads a name, perhaps arguments, and a closing brace.
private struct PlaceholderReader {
    let bytes: [UInt8]
    let file: Int
    var index: Int
    let end: Int

    mutating func read() -> (NameSyntax, [ArgumentSyntax]?)? {
        guard let name = readName() else { return nil }
        var arguments: [ArgumentSyntax]?
        if take("(") {
            var list: [ArgumentSyntax] = []
            repeat {
                skipBlanks()
                guard let argument = readArgument() else { return nil }
                list.append(argument)
                skipBlanks()
            } while take(",")
            guard take(")") else { return nil }
            arguments = list
        }
        return take("}") ? (name, arguments) : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < end, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }

    private mutating func readName() -> NameSyntax? {
        let start = index
        while index < end {
            let (scalar, length) = UTF8Reader.scalar(in: bytes, at: index)
            guard let scalar else { break }
            let characterClass = CharacterClass.of(scalar)
            guard characterClass == .letter || characterClass == .digit && index > start else { break }
            index += length
        }
        guard index > start else { return nil }
        return NameSyntax(written(from: start), at: SourceRange(file: file, start: start, end: index))
    }

    private mutating func readArgument() -> ArgumentSyntax? {
        let start = index
        if let name = readName() { return ArgumentSyntax(.word(name.text), at: name.range) }
        if take("*") { return ArgumentSyntax(.star, at: SourceRange(file: file, start: start, end: index)) }
        if take("-") || index < end {
            if let quote = quote() { return readText(quote, from: start) }
            while index < end, (0x30...0x39).contains(bytes[index]) || bytes[index] == UInt8(ascii: ".") { index += 1 }
        }
        guard index > start, (0x30...0x39).contains(bytes[index - 1]) else { return nil }
        return ArgumentSyntax(.number(written(from: start)), at: SourceRange(file: file, start: start, end: index))
    }

    /// The quote that stands here, with a backslash before it where the whole text has the same.
    private func quote() -> [UInt8]? {
        guard index < end else { return nil }
        let isEscaped = bytes[index] == UInt8(ascii: "\\") && index + 1 < end
        let quote = bytes[isEscaped ? index + 1 : index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        return isEscaped ? [UInt8(ascii: "\\"), quote] : [quote]
    }

    private mutating func readText(_ quote: [UInt8], from start: Int) -> ArgumentSyntax? {
        index += quote.count
        let contents = index
        while index + quote.count <= end, !bytes[index..<index + quote.count].elementsEqual(quote) { index += 1 }
        guard index + quote.count <= end else { return nil }
        let text = written(from: contents)
        index += quote.count
        return ArgumentSyntax(.text(text), at: SourceRange(file: file, start: start, end: index))
    }

    private func written(from start: Int) -> String {
        String(decoding: bytes[start..<index], as: UTF8.self)
    }
}
