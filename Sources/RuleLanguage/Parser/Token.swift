/// A word, number, text or sign of a rules file. What it means is decided where the grammar stands.
struct Token {
    enum Kind: UInt8 {
        /// A name or keyword: letters, digits, `_`.
        case word
        /// A word with signs that only units have: `°C`, `m³`, `%`.
        case unit
        /// `26`, `3.5`, `1e3`, `3.1.1`; without a sign.
        case number
        /// `22:30`, `22:30:15`
        case clock
        /// Between quotes, which its range includes.
        case text
        case symbol
        /// Something that was reported already.
        case bad
        case end
    }

    enum Symbol: UInt8 {
        case none, open, close, openBracket, closeBracket, comma, dot, dots, colon, semicolon, equals, bar, plus, minus,
            star
        case slash, less, lessOrEqual, greater, greaterOrEqual, brace
        // Slips that people bring from other languages.
        case doubleEquals, notEquals, doubleAnd, doubleBar, not, arrow
    }

    var kind: Kind
    var symbol = Symbol.none
    /// UTF-8 offsets.
    var start: Int
    var end: Int
    /// Nothing but blanks stands before it on its line.
    var startsLine: Bool
    /// No blank stands between it and the one before.
    var isGlued: Bool
    /// A text without its closing quote: reported already, and the rest of the line is in it.
    var isUnclosed = false
}
