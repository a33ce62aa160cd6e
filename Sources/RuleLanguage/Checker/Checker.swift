/// Makes a program of a syntax tree: resolves names, checks types, and says everything that it finds on the way.
package enum Checker {
    /// The program is nil where there are errors. The findings are in file order.
    package static func check(
        _ tree: SyntaxTree, sources: SourceSet, zone: @escaping (String) -> ZoneLookup
    ) -> (program: Program?, diagnostics: [Diagnostic]) {
        var checking = Checking(tree: tree, sources: sources, lookUpZone: zone)
        checking.run()
        return (checking.findings.hasErrors ? nil : checking.program, checking.findings.sorted)
    }
}

/// What a machine knows of a time zone.
package enum ZoneLookup {
    case known
    /// It has others, and not this one.
    case unknown(others: [String])
}

/// One run of the checker. Its parts are extensions in files of their own.
struct Checking {
    let tree: SyntaxTree
    let sources: SourceSet
    let lookUpZone: (String) -> ZoneLookup
    var program = Program()
    var findings = Findings()
    var symbols = SymbolTable()

    /// Each setting as it stands in the file, the first where there are several.
    var settings: [String: SettingSyntax] = [:]
    /// Names that are defined twice: which of the two is meant by a use is unknown, so uses of them stay silent.
    var ambiguous: Set<String> = []
    /// By name: what a declared name is used by. Only rules count, not tests.
    var used: Set<String> = []

    /// The syntax of what has a place in the program, by its id.
    var inputSyntax: [InputSyntax] = []
    var outputSyntax: [OutputSyntax] = []
    var letSyntax: [LetSyntax] = []
    /// Nil where the declaration has an error: uses of it stay silent.
    var inputTypes: [ValueType?] = []
    var outputTypes: [ValueType?] = []
    var topicsOfInputs: [TopicPattern?] = []
    var topicsOfOutputs: [TopicPattern?] = []
    var letStates: [LetState] = []
    /// The events whose value a `let`'s value is, and all events that it mentions.
    var letEvents: [Set<InputID>] = []
    var mentionsOfLets: [Set<InputID>] = []
    /// Whether a `let` is a number as an input gives it, which jitters.
    var letReadings: [Bool] = []
    /// The help for a threshold that a `let` leaves bare, and the inputs that it reads and asks about.
    var letThresholds: [String?] = []
    var letInputs: [InputUse] = []
    var words: [String: WordID] = [:]
    /// The first place that needs the sun while nothing says where the house stands.
    var firstSunUse: SourceRange?

    /// What `keep`s hold and `when`s set, also those in which something else is wrong.
    var heldOutputs: [OutputUse] = []
    var setOutputs: [OutputUse] = []

    /// Rules with their syntax, for the checks that look at the whole program.
    var keepSyntax: [KeepSyntax] = []
    var whenSyntax: [WhenSyntax] = []

    struct OutputUse {
        var output: OutputID
        /// For each parameter of the output the levels that the rule can mean, nil for any.
        var domain: [Set<String>?]
        var reference: ReferenceSyntax
    }

    enum LetState {
        case waiting
        case done(Expression)
        case broken
    }

    init(tree: SyntaxTree, sources: SourceSet, lookUpZone: @escaping (String) -> ZoneLookup) {
        self.tree = tree
        self.sources = sources
        self.lookUpZone = lookUpZone
        program.sources = sources
    }

    mutating func run() {
        checkSettings()
        declareNames()
        checkDeclarations()
        checkLets()
        checkOptions()
        for case .keep(let keep) in tree.statements { checkKeep(keep) }
        for case .when(let when) in tree.statements { checkWhen(when) }
        for case .test(let test) in tree.statements { checkTest(test) }
        reportMissingLocation()
        checkConflicts()
        checkCycles()
        checkFeedback()
        warn()
    }

    mutating func report(
        _ finding: Finding, _ message: String, at range: SourceRange, help: String? = nil,
        notes: [Diagnostic.Note] = []
    ) {
        findings.report(finding, message, at: range, help: help, notes: notes)
    }
}

extension Checking {
    /// The characters of a range as they stand in the file, blanks and line breaks as one blank.
    func written(_ range: SourceRange) -> String {
        let words = sources.text(of: range).split { $0 == " " || $0 == "\t" || $0.isNewline }.joined(separator: " ")
        guard words.count > Self.longestQuote else { return words }
        return words.prefix(Self.longestQuote) + "…"
    }

    /// Longer stretches of the file are cut in messages.
    private static var longestQuote: Int { 80 }

    /// The id of a payload word, given on its first appearance.
    mutating func wordID(_ name: String) -> WordID {
        if let id = words[name] { return id }
        let id = program.words.count
        program.words.append(name)
        words[name] = id
        return id
    }
}
