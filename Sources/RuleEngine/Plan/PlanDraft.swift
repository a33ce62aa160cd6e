import RuleLanguage

/// A plan while the compiler fills it.
struct PlanDraft {
    let program: Program
    var units: [UnitTemplate] = []
    var operations: [Operation] = []
    var ranges: [SourceRange] = []
    var constants: [Literal] = []
    var operandLists: [Int32] = []
    var recipes: [[TextRecipePiece]] = []
    var domains: [Domain] = []
    var levelNames = LevelNames()
    /// The unit that validates an input, by input.
    var validators: [Int?]
    var feedsOfInput: [[(domain: Int, feed: Int)]]
    var aggregatesOver: [Subject: [Int]] = [:]
    var domainOfDefinition: [LetID: Int] = [:]
    var clocks: [Expression.Kind] = []
    var clockTexts: [String] = []
    var clockRanges: [SourceRange] = []
    var resendUnits: [Int?]
    var confirmationUnits: [Int?]
    var probes: [Int] = []

    init(program: Program) {
        self.program = program
        validators = Array(repeating: nil, count: program.inputs.count)
        feedsOfInput = Array(repeating: [], count: program.inputs.count)
        resendUnits = Array(repeating: nil, count: program.outputs.count)
        confirmationUnits = resendUnits
    }
}
