/// What the grammar makes of the tokens of a file, as far as it decides where they stand. All numbers are indices of tokens,
/// so two layouts of the same rules have the same marks.
struct TokenMarks: Equatable {
    /// What begins at a token.
    enum Start: Equatable {
        /// An `input`, `event`, `output`, `let` or setting.
        case declaration
        /// A `keep`, `when` or `test`, with lines of its own below it.
        case header
        /// A case or a step.
        case item
        /// The `if` or `do` of a `when`.
        case part
        case action
    }

    /// `input NAME from "topic" at PATH as TYPE`
    struct Declaration: Equatable {
        var keyword: Int
        var name: Int
        /// `from` or `to`
        var direction: Int
        var topic: Int
        /// `at`
        var path: Int?
        /// `as`
        var type: Int
        /// Behind its last token.
        var end: Int
    }

    /// `VALUE while CONDITION`, `VALUE otherwise`
    struct Case: Equatable {
        var value: Int
        /// `while` or `otherwise`
        var word: Int
    }

    /// The `..` between two operands.
    struct Dots: Equatable {
        var index: Int
        var low: Range<Int>
        var high: Range<Int>
    }

    var starts: [Start?]
    /// No blank stands before the token.
    var glued: [Bool]
    var dots: [Dots] = []
    var declarations: [Declaration] = []
    /// The cases of each `keep`.
    var keeps: [[Case]] = []
    /// Where the settings begin.
    var settings: [Int] = []
    /// Nothing else is in the file, as in `hearth.conf`.
    var hasOnlySettings = true

    init(count: Int) {
        starts = Array(repeating: nil, count: count)
        glued = Array(repeating: false, count: count)
    }
}

/// The tokens of a file with their marks.
struct MarkedTokens {
    let tokens: TokenList
    let marks: TokenMarks

    init(_ bytes: [UInt8], _ tree: SyntaxTree) {
        tokens = TokenList(bytes)
        var marker = TokenMarker(tokens)
        for statement in tree.statements { marker.mark(statement) }
        marks = marker.marks
    }
}
