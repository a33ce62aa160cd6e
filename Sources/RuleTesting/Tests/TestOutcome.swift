import RuleEngine
import RuleLanguage

/// How one `test` of a program ended.
package struct TestOutcome: Sendable {
    package var title: String
    package var range: SourceRange
    /// Nil where it passed.
    package var failure: TestFailure?
    /// All that happened, if it was asked for.
    package var timeline: [String]
    /// What of the rules was reached, if it was asked for.
    package var reached: Reached?

    package var passed: Bool { failure == nil }
}

/// What went wrong in a test, for a person.
package struct TestFailure: Sendable {
    /// Says what was expected, at the step that failed. Its slug is `test-failed`.
    package var diagnostic: Diagnostic
    /// What happened since the group before, a line each, with the time of day and the reasons: messages, and what the rules
    /// did with the outputs that the test looks at.
    package var timeline: [String]
    /// Commands since then to outputs that the test does not look at.
    package var otherCommands: Int
    /// What the test names, with the values of that moment: `temperature(kitchen) is 25 °C`.
    package var values: [String]
}

/// What a run of a test is to tell beside how it ended.
package struct TestReport: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// All that happened.
    package static let timeline = TestReport(rawValue: 1)
    /// What of the rules was reached.
    package static let coverage = TestReport(rawValue: 2)
}
