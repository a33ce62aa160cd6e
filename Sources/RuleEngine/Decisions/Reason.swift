import RuleLanguage

/// Why a command was sent: where the rule stands, what set it off, and the values that it saw, as data.
/// `words` makes a sentence of it, where somebody reads it.
package struct Reason: Sendable {
    /// What set the decision off.
    package enum Cause: Sendable, Hashable {
        /// A message on an input or event, `temperature(kitchen)`.
        case message(String)
        case time
        case start
        case reload
        case reconnect
    }

    /// A unit's values at the moment of the decision, with those of the units it read.
    struct Capture: Sendable {
        var template: Int
        /// What its parameters stood for.
        var binding: [String]
        var values: [Value]
        /// What text values said.
        var texts: [Int32: String]
        /// By the place of the operation that read it.
        var inner: [Int32: [Capture]]
    }

    /// The file and line, `climate.rules:7`.
    package var rule: String
    package var range: SourceRange
    package var cause: Cause
    let plan: Plan
    /// Nil where the values are no longer known.
    var capture: Capture?
    var rules: Rules
    /// The command is one that was sent before.
    package var isRepetition = false

    /// What the rule did.
    enum Rules: Sendable {
        /// A `keep` chose a case; `former` is the one that held before, if it is known.
        case chose(Int, former: Int?)
        /// A `when` was set off.
        case fired
        /// A rule said so before the gateway was started again.
        case remembered
    }
}
