import RuleLanguage

/// A program compiled for the engine: flat lists, everything an index.
///
/// The compiler fills it; afterwards it never changes, so that engines and reasons share it, on whatever thread they are.
final class Plan: @unchecked Sendable {
    var program: Program
    var units: [UnitTemplate] = []
    var operations: [Operation] = []
    /// What evaluation reads, made once the rest is complete.
    var code = PlanCode()
    /// For each operation the place in the rules it comes from.
    var ranges: [SourceRange] = []
    var constants: [Literal] = []
    /// Operand lists of `oneOf`.
    var operandLists: [Int32] = []
    /// Pieces of texts with values in them.
    var recipes: [[TextRecipePiece]] = []
    var domains: [Domain] = []
    /// Levels that stand in the rules have the first numbers.
    var levelNames = LevelNames()
    /// The unit that validates an input, by input.
    var validators: [Int?] = []
    /// For each input the domains that it feeds, and which of their feeds.
    var feedsOfInput: [[(domain: Int, feed: Int)]] = []
    /// The aggregates over each thing, in the order of their units.
    var aggregatesOver: [Subject: [Int]] = [:]
    /// The domain of a `let` that aggregates count.
    var domainOfDefinition: [LetID: Int] = [:]
    var levelCount = 1
    /// The clock conditions and happenings, each once.
    var clocks: [Expression.Kind] = []
    var clockTexts: [String] = []
    var clockRanges: [SourceRange] = []
    /// The units behind an output's `resend when` and `confirmed by`, by output.
    var resendUnits: [Int?] = []
    var confirmationUnits: [Int?] = []
    /// The units of the probes.
    var probes: [Int] = []

    /// The outputs, each in a place of its own: looking at one field copies no other.
    let outputs: [OutputPlan]

    init(program: Program) {
        self.program = program
        outputs = program.outputs.map(OutputPlan.init)
        self.validators = Array(repeating: nil, count: program.inputs.count)
        resendUnits = Array(repeating: nil, count: program.outputs.count)
        confirmationUnits = resendUnits
    }
}

/// An output of the program.
final class OutputPlan: Sendable {
    let definition: Output

    init(_ definition: Output) {
        self.definition = definition
    }
}

/// A piece of a text that is put together at run time.
enum TextRecipePiece: Sendable {
    case literal(String)
    /// The value of an operation of the same unit.
    case operation(Int32)
}

/// The part of an input that every message reads.
struct InputTraits: Sendable {
    var isEvent: Bool
    /// Nanoseconds, or `never`.
    var staleAfter: Int64
    var limit: Int32
}
