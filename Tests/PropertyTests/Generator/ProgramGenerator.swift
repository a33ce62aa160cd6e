import TestSupport

/// Makes programs of the whole grammar that are well typed by construction. The same seed makes the same program.
struct ProgramGenerator {
    /// What a program may contain.
    struct Flavour {
        var sun = false
        var overTime = false
        var startup = false
        /// Outputs that rules read.
        var readsOutputs = false
        /// Aggregates over outputs: which of these there are is nobody's business.
        var countsOutputs = false
        var whens = true
        var options = true
        /// Settings and tests, which say nothing about what is decided.
        var decoration = false

        static let whole = Flavour(
            sun: true, overTime: true, startup: true, readsOutputs: true, countsOutputs: true, decoration: true)
        /// All whose decisions a restart must not change. An aggregate over time is looked at once more then, and `startup` comes.
        static let restartable = Flavour(sun: true, readsOutputs: true, countsOutputs: true)
        /// All that the reference interpreter knows.
        static let interpreted = Flavour(startup: true, readsOutputs: true)
    }

    /// What may be named at the place of an expression.
    struct Scope {
        var parameters: [String] = []
        /// Only inputs before this one, for conditions of inputs.
        var inputLimit = Int.max
        /// Only `let`s before this one.
        var bindingLimit = Int.max
        /// Only outputs before this one, so that no rule depends on itself.
        var outputLimit = 0
        /// Happenings and events may stand here.
        var heldEvents: [Phrase.Words] = []
        /// Under an aggregate.
        var isStarred = false
    }

    var random: SplitMix64
    let flavour: Flavour
    var program = GeneratedProgram()
    var inputs: [Thing] = []
    var events: [Thing] = []
    var outputs: [Thing] = []
    var bindings: [Thing] = []
    /// The parameters that an input or event has bound since this was last emptied.
    var bound: Set<String> = []
    /// The outputs that a `keep` holds.
    var kept: Set<String> = []

    init(seed: UInt64, _ flavour: Flavour) {
        random = SplitMix64(seed: seed)
        self.flavour = flavour
    }

    static func program(seed: UInt64, _ flavour: Flavour) -> GeneratedProgram {
        var generator = ProgramGenerator(seed: seed, flavour)
        generator.make()
        return generator.program
    }

    private mutating func make() {
        makeSettings()
        // A condition of an input may name an event, and one of an event an input.
        declareEvent()
        for _ in 0..<random.within(2...5) { declareInput() }
        if random.chance(50) { declareEvent() }
        for _ in 0..<random.within(0...3) { define() }
        for _ in 0..<random.within(2...4) { declareOutput() }
        // Outputs are declared before the rules, so that a rule knows which ones come before its own.
        for index in outputs.indices {
            if flavour.whens && (index == outputs.count - 1 || random.chance(25)) { continue }
            keep(index)
        }
        if flavour.whens {
            for _ in 0..<random.within(1...4) { whenever() }
        }
        if flavour.decoration {
            for _ in 0..<random.within(0...2) { test() }
        }
        program.sources = inputs + events
    }

    mutating func add(_ lines: [Phrase]) {
        program.statements.append(GeneratedProgram.Statement(lines: lines))
    }

    // MARK: Small draws

    mutating func duration() -> String {
        random.pick(Vocabulary.durations).text
    }

    mutating func numeral() -> String {
        random.pick(Vocabulary.numbers)
    }

    mutating func parameters() -> [String] {
        random.pick(weighted: [(5, []), (5, ["room"]), (2, ["room", "n"]), (1, ["n"])])
    }

    /// `room`, a level, or a star where one may stand.
    mutating func arguments(of thing: Thing, in scope: Scope, starred: Bool = false) -> String {
        guard !thing.parameters.isEmpty else { return "" }
        let forced = starred ? random.below(thing.parameters.count) : -1
        let list = thing.parameters.enumerated().map { index, parameter -> String in
            if index == forced || starred && random.chance(40) { return "*" }
            if scope.parameters.contains(parameter), random.chance(85) {
                if thing.role == .input || thing.role == .event || thing.role == .binding { bound.insert(parameter) }
                return parameter
            }
            return Vocabulary.written(random.pickFirstOften(thing.levels(of: parameter)))
        }
        return "(" + list.joined(separator: ", ") + ")"
    }
}
