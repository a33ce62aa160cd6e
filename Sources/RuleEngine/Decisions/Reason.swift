/// Why a command was sent: where the rule stands, and the values that it saw, as a sentence.
///
/// It is made at the moment of the decision, when the values are those that decided.
package struct Reason: Sendable, Hashable {
    /// The file and line, `climate.rules:7`.
    package var rule: String
    /// `temperature(kitchen) is 26.5 °C, above 26 °C`
    package var words: String

    /// The same for a command that is sent once more.
    var again: Reason {
        words.hasSuffix(Self.repetition) ? self : Reason(rule: rule, words: words + Self.repetition)
    }

    private static let repetition = ", sent again"
}
