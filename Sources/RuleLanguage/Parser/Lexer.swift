/// Cuts the bytes of one file into tokens. It takes any bytes, and reports what can stand nowhere.
struct Lexer {
    let bytes: [UInt8]
    let file: Int
    private(set) var tokens: [Token] = []
    var diagnostics = DiagnosticList()
    var index = 0
    private var startsLine = true
    private var isGlued = false
    /// A line with strange characters is reported once.
    private var hasReportedLine = false
    /// As is a file that is not UTF-8.
    private var hasReportedEncoding = false
    /// Lines of `//` comments that follow each other are one slip.
    private var lastSlashComment = -2
    private var line = 0

    init(bytes: [UInt8], file: Int) {
        self.bytes = bytes
        self.file = file
    }

    mutating func run() {
        while index < bytes.count { lexNext() }
        tokens.append(Token(kind: .end, start: bytes.count, end: bytes.count, startsLine: true, isGlued: false))
    }

    func byte(_ offset: Int = 0) -> UInt8 {
        index + offset < bytes.count ? bytes[index + offset] : 0
    }

    func range(_ start: Int, _ end: Int) -> SourceRange {
        SourceRange(file: file, start: start, end: end)
    }

    mutating func add(_ kind: Token.Kind, _ symbol: Token.Symbol = .none, from start: Int, isUnclosed: Bool = false) {
        tokens.append(
            Token(
                kind: kind, symbol: symbol, start: start, end: index, startsLine: startsLine, isGlued: isGlued,
                isUnclosed: isUnclosed))
        startsLine = false
        isGlued = true
    }

    private mutating func lexNext() {
        let first = byte()
        switch first {
        case 0x0A, 0x0D: endLine()
        case 0x20, 0x09:
            index += 1
            isGlued = false
        case UInt8(ascii: "#"): skipComment()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): lexText(from: index, opening: 1)
        case 0x30...0x39: lexNumber()
        case 0x21...0x7E where CharacterClass.of(Unicode.Scalar(first)) == .other: lexSymbol()
        default: lexScalar()
        }
    }

    private mutating func endLine() {
        index += byte() == 0x0D && byte(1) == 0x0A ? 2 : 1
        startsLine = true
        isGlued = false
        hasReportedLine = false
        line += 1
    }

    mutating func skipComment() {
        while index < bytes.count, byte() != 0x0A, byte() != 0x0D {
            let (scalar, length) = UTF8Reader.scalar(in: bytes, at: index)
            if scalar == nil { reportEncoding() }
            index += length
        }
    }

    /// Digits, a fraction, an exponent; or a clock time; or several dots, as in `3.1.1`.
    private mutating func lexNumber() {
        let start = index
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        while isDigit(byte()) { index += 1 }
        if byte() == UInt8(ascii: ":"), isDigit(byte(1)), index - start <= 2 {
            while byte() == UInt8(ascii: ":"), isDigit(byte(1)) {
                index += 1
                while isDigit(byte()) { index += 1 }
            }
            add(.clock, from: start)
            return
        }
        while byte() == UInt8(ascii: "."), isDigit(byte(1)) {
            index += 1
            while isDigit(byte()) { index += 1 }
        }
        if byte() == UInt8(ascii: "e") || byte() == UInt8(ascii: "E") {
            let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 1 : 0
            if isDigit(byte(1 + sign)) {
                index += 1 + sign
                while isDigit(byte()) { index += 1 }
            }
        }
        add(.number, from: start)
    }

    /// Everything that is not ASCII, and control characters.
    private mutating func lexScalar() {
        let start = index
        let (scalar, length) = UTF8Reader.scalar(in: bytes, at: index)
        guard let scalar else {
            reportEncoding()
            index += 1
            add(.bad, from: start)
            return
        }
        switch CharacterClass.of(scalar) {
        case .blank:
            index += length
            isGlued = false
        case .letter, .unitSign: lexWord()
        case .digit, .other: lexForeignSign(scalar, length: length)
        }
    }

    private mutating func lexWord() {
        let start = index
        var kind = Token.Kind.word
        while index < bytes.count {
            let (scalar, length) = UTF8Reader.scalar(in: bytes, at: index)
            guard let scalar else { break }
            let characterClass = CharacterClass.of(scalar)
            if characterClass == .unitSign { kind = .unit }
            guard characterClass == .letter || characterClass == .digit || characterClass == .unitSign else { break }
            index += length
        }
        add(kind, from: start)
    }

    private mutating func lexForeignSign(_ scalar: Unicode.Scalar, length: Int) {
        let start = index
        if let closing = ForeignSign.closingQuotes(for: scalar) {
            lexCurlyText(closing: closing, opening: length)
            return
        }
        index += length
        guard let sign = ForeignSign.meaning(of: scalar) else {
            reportStrange(scalar, from: start)
            add(.bad, from: start)
            return
        }
        diagnostics.report(
            .foreignSign, "\"\(scalar)\" is not a sign of the rules language", at: range(start, index),
            help: "write \(sign.help)")
        add(sign.symbol == .none ? .bad : .symbol, sign.symbol, from: start)
    }

    mutating func reportStrange(_ scalar: Unicode.Scalar, from start: Int) {
        guard !hasReportedLine else { return }
        hasReportedLine = true
        let shown = PlainText.escaping(String(Character(scalar)))
        diagnostics.report(
            .strangeCharacter, "the character \"\(shown)\" cannot stand here",
            at: range(start, max(index, start + 1)),
            help: "take it out; inside quotes write \\u{\(String(scalar.value, radix: 16, uppercase: true))}")
    }

    mutating func reportEncoding() {
        guard !hasReportedEncoding else { return }
        hasReportedEncoding = true
        diagnostics.report(
            .notUTF8, "this byte is not UTF-8 text", at: range(index, index + 1),
            help:
                "save the file as UTF-8; letters such as \"ä\" and signs such as \"°\" were written in another encoding"
        )
    }

    private mutating func lexSymbol() {
        let start = index
        if reportedComment() { return }
        let (symbol, length) = Self.symbol(byte(), byte(1), byte(2))
        index += length
        if symbol == .none {
            reportStrange(Unicode.Scalar(bytes[start]), from: start)
            add(.bad, from: start)
        } else {
            add(.symbol, symbol, from: start)
        }
    }

    /// `// …`, `/* …` and, at the start of a line, `; …`: comments elsewhere.
    private mutating func reportedComment() -> Bool {
        let isSlashes = byte() == UInt8(ascii: "/") && (byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*"))
        let isAfterColon = index > 0 && bytes[index - 1] == UInt8(ascii: ":")
        let isSemicolon = byte() == UInt8(ascii: ";") && startsLine
        guard isSemicolon || isSlashes && !isAfterColon else { return false }
        if lastSlashComment != line - 1 {
            diagnostics.report(
                .commentSign, "a comment starts with \"#\"", at: range(index, index + (isSemicolon ? 1 : 2)),
                help: "write \"# …\"")
        }
        lastSlashComment = line
        skipComment()
        return true
    }

    private static func symbol(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> (Token.Symbol, Int) {
        func isNext(_ character: Unicode.Scalar) -> Bool { second == UInt8(ascii: character) }
        switch Character(Unicode.Scalar(first)) {
        case "(": return (.open, 1)
        case ")": return (.close, 1)
        case "[": return (.openBracket, 1)
        case "]": return (.closeBracket, 1)
        case ",": return (.comma, 1)
        case ".": return isNext(".") ? (.dots, third == UInt8(ascii: ".") ? 3 : 2) : (.dot, 1)
        case ":": return (.colon, 1)
        case ";": return (.semicolon, 1)
        case "=":
            if isNext("=") { return (.doubleEquals, third == UInt8(ascii: "=") ? 3 : 2) }
            return isNext(">") ? (.arrow, 2) : isNext("<") ? (.lessOrEqual, 2) : (.equals, 1)
        case "|": return isNext("|") ? (.doubleBar, 2) : (.bar, 1)
        case "+": return (.plus, 1)
        case "-": return (.minus, 1)
        case "*": return (.star, 1)
        case "/": return (.slash, 1)
        case "<": return isNext("=") ? (.lessOrEqual, 2) : isNext(">") ? (.notEquals, 2) : (.less, 1)
        case ">": return isNext("=") ? (.greaterOrEqual, 2) : (.greater, 1)
        case "!": return isNext("=") ? (.notEquals, 2) : (.not, 1)
        case "&": return isNext("&") ? (.doubleAnd, 2) : (.doubleAnd, 1)
        case "{", "}": return (.brace, 1)
        default: return (.none, 1)
        }
    }
}
