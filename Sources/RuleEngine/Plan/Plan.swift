import RuleLanguage

/// A program compiled for the engine: flat lists, everything an index.
///
/// It never changes, so that engines share it, on whatever thread they are.
final class Plan: Sendable {
    let program: Program
    /// The units, each in a place of its own: looking at one field copies no other.
    let units: [UnitPlan]
    let operations: [Operation]
    /// What evaluation reads.
    let code: PlanCode
    /// For each operation the place in the rules it comes from.
    let ranges: [SourceRange]
    let constants: [Literal]
    /// Operand lists of `oneOf`.
    let operandLists: [Int32]
    /// Pieces of texts with values in them.
    let recipes: [[TextRecipePiece]]
    let domains: [Domain]
    /// Levels that stand in the rules have the first numbers.
    let levelNames: LevelNames
    /// For each input the domains that it feeds, and which of their feeds.
    let feedsOfInput: [[(domain: Int, feed: Int)]]
    /// The aggregates over each thing, in the order of their units.
    let aggregatesOver: [Subject: [Int]]
    /// The domain of a `let` that aggregates count.
    let domainOfDefinition: [LetID: Int]
    let levelCount: Int
    /// The clock conditions and happenings, each once.
    let clocks: [Expression.Kind]
    /// What each of them means, as text.
    let clockTexts: [String]
    let clockRanges: [SourceRange]
    /// The units behind an output's `resend when` and `confirmed by`, by output.
    let resendUnits: [Int?]
    let confirmationUnits: [Int?]
    /// The units of the probes.
    let probes: [Int]
    let inputs: [InputPlan]
    let outputs: [OutputPlan]

    init(_ draft: PlanDraft) {
        program = draft.program
        units = draft.units.map(UnitPlan.init)
        operations = draft.operations
        code = PlanCode(operations: draft.operations, units: draft.units, inputs: draft.program.inputs)
        ranges = draft.ranges
        constants = draft.constants
        operandLists = draft.operandLists
        recipes = draft.recipes
        domains = draft.domains
        levelNames = draft.levelNames
        feedsOfInput = draft.feedsOfInput
        aggregatesOver = draft.aggregatesOver
        domainOfDefinition = draft.domainOfDefinition
        levelCount = (draft.units.map(\.level).max() ?? 0) + 1
        clocks = draft.clocks
        clockRanges = draft.clockRanges
        clockTexts = draft.clockTexts
        resendUnits = draft.resendUnits
        confirmationUnits = draft.confirmationUnits
        probes = draft.probes
        inputs = draft.program.inputs.map(InputPlan.init)
        outputs = draft.program.outputs.map(OutputPlan.init)
    }
}

/// A unit of the plan.
final class UnitPlan: Sendable {
    let template: UnitTemplate

    init(_ template: UnitTemplate) {
        self.template = template
    }
}

/// An input of the program.
final class InputPlan: Sendable {
    let definition: Input

    init(_ definition: Input) {
        self.definition = definition
    }
}

/// An output of the program.
final class OutputPlan: Sendable {
    let definition: Output
    /// What is sent for each of its words, where that is the same for all instances.
    let wirePayloads: [WordID: [UInt8]]

    init(_ definition: Output) {
        self.definition = definition
        guard case .words(let words) = definition.type, definition.template == nil else {
            wirePayloads = [:]
            return
        }
        wirePayloads = Dictionary(words.map { ($0.id, Array(($0.payloads.first ?? $0.name).utf8)) }) { first, _ in first
        }
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
