/// Walks through a syntax tree and marks the tokens that it was made of.
struct TokenMarker {
    let tokens: TokenList
    var marks: TokenMarks

    init(_ tokens: TokenList) {
        self.tokens = tokens
        marks = TokenMarks(count: tokens.count)
    }

    mutating func mark(_ statement: SyntaxTree.Statement) {
        if case .setting(let setting) = statement {
            mark(setting)
            return
        }
        marks.hasOnlySettings = false
        switch statement {
        case .setting: break
        case .input(let input): mark(input)
        case .output(let output): mark(output)
        case .binding(let binding): mark(binding)
        case .keep(let keep): mark(keep)
        case .when(let when): mark(when)
        case .test(let test): mark(test)
        }
    }

    mutating func start(_ start: TokenMarks.Start, at range: SourceRange) {
        self.start(start, at: tokens.index(from: range.start))
    }

    mutating func start(_ start: TokenMarks.Start, at index: Int) {
        guard index < tokens.count else { return }
        marks.starts[index] = start
    }

    // MARK: Blanks that are none

    mutating func glue(_ index: Int) {
        guard index < tokens.count else { return }
        marks.glued[index] = true
    }

    /// Everything in the range stands close together.
    mutating func glue(in range: SourceRange) { glue(in: tokens.indices(of: range)) }

    mutating func glue(in indices: Range<Int>) {
        for index in indices.dropFirst() { glue(index) }
    }

    /// The parenthesis behind a name that has arguments.
    mutating func glueArguments(of name: NameSyntax) {
        let index = tokens.index(from: name.range.end)
        if tokens.isSymbol(.open, at: index) { glue(index) }
    }

    /// Each `-` in the range stands before a number and belongs to it.
    mutating func glueSigns(in range: SourceRange) {
        for index in tokens.indices(of: range) where tokens.isSymbol(.minus, at: index) { glue(index + 1) }
    }

    /// A number without operators: its sign and the parts of its unit.
    mutating func markNumber(in range: SourceRange) {
        glueSigns(in: range)
        for index in tokens.indices(of: range) where tokens.isSymbol(.slash, at: index) {
            glue(index)
            glue(index + 1)
        }
    }

    mutating func markDots(between low: SourceRange, and high: SourceRange) {
        let index = tokens.index(from: low.end)
        marks.dots.append(TokenMarks.Dots(index: index, low: tokens.indices(of: low), high: tokens.indices(of: high)))
    }
}
