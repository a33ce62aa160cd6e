import RuleTesting

/// What stands below the finding of a test that failed: what happened, and the values of that moment.
struct FailureText {
    let text: String

    /// - Parameter timeline: All that happened since the start; empty where only the last part of it is wanted.
    init(_ failure: TestFailure, timeline: [String]) {
        var lines = timeline.isEmpty ? failure.timeline : timeline
        if timeline.isEmpty, failure.otherCommands > 0 {
            let commands = failure.otherCommands == 1 ? "1 command" : "\(failure.otherCommands) commands"
            lines.append("(and \(commands) that this test does not look at; --verbose shows them)")
        }
        if lines.isEmpty { lines = ["(nothing happened)"] }
        for (index, value) in failure.values.prefix(Self.shownValues).enumerated() {
            lines.append((index == 0 ? "then  " : "      ") + value)
        }
        if failure.values.count > Self.shownValues { lines.append("      …") }
        text = lines.map { "    \($0)\n" }.joined()
    }

    private static let shownValues = 20
}
