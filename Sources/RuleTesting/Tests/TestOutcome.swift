import RuleLanguage

/// How one `test` of a program ended.
package struct TestOutcome: Sendable {
    package var title: String
    package var range: SourceRange
    /// Nil where it passed.
    package var failure: TestFailure?

    package var passed: Bool { failure == nil }
}

/// What went wrong in a test, for a person.
package struct TestFailure: Sendable {
    /// Says what was expected, at the step that failed. Its slug is `test-failed`.
    package var diagnostic: Diagnostic
    /// What happened since the group before, a line each, with the time of day and the reasons.
    package var timeline: [String]
}
