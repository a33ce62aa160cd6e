/// What the parser makes of the files of one program, in the order in which it was written.
/// Nothing is resolved yet: names are names, and words may turn out to be anything.
package struct SyntaxTree: Sendable {
    package var statements: [Statement] = []

    package init() {}

    package enum Statement: Sendable {
        case setting(SettingSyntax)
        case input(InputSyntax)
        case output(OutputSyntax)
        case binding(LetSyntax)
        case keep(KeepSyntax)
        case when(WhenSyntax)
        case test(TestSyntax)
    }
}

/// A name as it stands in the file.
package struct NameSyntax: Sendable, Hashable {
    package var text: String
    package var range: SourceRange

    package init(_ text: String, at range: SourceRange) {
        self.text = text
        self.range = range
    }
}

/// A length of time as it stands in the file, in nanoseconds.
package struct DurationSyntax: Sendable, Hashable {
    package var nanoseconds: Int64
    package var range: SourceRange

    package init(nanoseconds: Int64, at range: SourceRange) {
        self.nanoseconds = nanoseconds
        self.range = range
    }
}

/// A text in quotes: pieces between braces stand apart.
package struct TextSyntax: Sendable {
    package enum Piece: Sendable {
        case literal(String)
        /// `{name}` or `{name(arguments)}`; the range is inside the braces.
        case placeholder(NameSyntax, arguments: [ArgumentSyntax]?)
    }

    package var pieces: [Piece]
    package var range: SourceRange

    package init(pieces: [Piece], range: SourceRange) {
        self.pieces = pieces
        self.range = range
    }
}

/// `{room}` of a declaration: a parameter, perhaps with its members.
package struct ParameterSyntax: Sendable {
    package var name: NameSyntax
    /// The levels after `in`, in a declaration or a `keep`'s head.
    package var members: [NameSyntax]?

    package init(name: NameSyntax, members: [NameSyntax]? = nil) {
        self.name = name
        self.members = members
    }
}

/// An argument of a name.
package struct ArgumentSyntax: Sendable {
    package enum Kind: Sendable, Hashable {
        /// A bare word: a parameter or a level, decided by the checker.
        case word(String)
        /// A level in quotes.
        case text(String)
        /// A number, with the characters it was written with.
        case number(String)
        case star
        /// `p in (a, b)` in the head of a `keep`.
        case members(parameter: NameSyntax, [NameSyntax])
    }

    package var kind: Kind
    package var range: SourceRange

    package init(_ kind: Kind, at range: SourceRange) {
        self.kind = kind
        self.range = range
    }
}

/// `NAME` or `NAME(arguments)` where only an input, event, output or `let` can stand.
package struct ReferenceSyntax: Sendable {
    package var name: NameSyntax
    package var arguments: [ArgumentSyntax]?
    package var range: SourceRange

    package init(name: NameSyntax, arguments: [ArgumentSyntax]?, range: SourceRange) {
        self.name = name
        self.arguments = arguments
        self.range = range
    }
}
