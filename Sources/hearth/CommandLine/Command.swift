/// What one command takes, for reading its arguments and for its help.
struct Command: Sendable {
    struct Option: Sendable {
        /// With its dashes.
        var name: String
        /// What stands behind it; nil for one that stands alone.
        var value: String?
        var summary: String
    }

    var name: String
    /// As it is written in help: `FILE|FOLDER…`.
    var operands: String
    var operandCount: ClosedRange<Int>
    var options: [Option] = []
    var summary: String
    /// Paragraphs of its help page.
    var text: String
    var run: @Sendable (Arguments, Console) throws(UsageError) -> Int32

    var usage: String { operands.isEmpty ? name : "\(name) \(operands)" }
}
