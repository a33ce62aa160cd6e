/// One finding about the rules, as data. `DiagnosticRenderer` makes the text a person reads.
package struct Diagnostic: Sendable, Hashable {
    package enum Severity: String, Sendable, Hashable {
        case error
        case warning
    }

    /// A second place that belongs to the finding, with a sentence about it.
    package struct Note: Sendable, Hashable {
        package var message: String
        package var range: SourceRange?

        package init(_ message: String, at range: SourceRange? = nil) {
            self.message = message
            self.range = range
        }
    }

    package var finding: Finding
    /// One sentence in the person's words, lower case, no full stop.
    package var message: String
    package var range: SourceRange
    /// What to write instead.
    package var help: String?
    package var notes: [Note]

    package init(
        _ finding: Finding, _ message: String, at range: SourceRange, help: String? = nil, notes: [Note] = []
    ) {
        self.finding = finding
        self.message = message
        self.range = range
        self.help = help
        self.notes = notes
    }

    package var severity: Severity { finding.severity }
    package var slug: String { finding.slug }
}
