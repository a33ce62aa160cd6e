import RuleLanguage

/// A reason while it is being written.
struct ReasonWords: ~Copyable {
    private var builder = TextBuilder(capacity: 160)
    /// How many units deep it may still look: a `let` of a `let` of a `let` is told by its name.
    var depth = 4

    var isEmpty: Bool { builder.isEmpty }
    var text: String { builder.text }

    static func += (words: inout ReasonWords, text: String) {
        words.builder += text
    }

    /// A number as `NumberText` writes it.
    mutating func append(_ number: Double, step: Double?) {
        NumberText.write(number, step: step, to: &builder)
    }
}

/// A unit whose values are told.
struct DescribedUnit {
    let place: Int32
    let plan: UnitPlan
    /// Where its operations and cells begin.
    let operations: Int
    let cells: Int
}
