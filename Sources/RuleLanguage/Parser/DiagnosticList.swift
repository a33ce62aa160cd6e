/// The findings in one file, up to a limit: a file that is no rules file at all would have one for each line.
struct DiagnosticList {
    /// Findings of the lexer and the parser each that are told of one file.
    static let limit = 200

    private(set) var findings: [Diagnostic] = []

    var isFull: Bool { findings.count >= Self.limit }

    mutating func report(_ finding: Finding, _ message: String, at range: SourceRange, help: String? = nil) {
        guard !isFull else { return }
        findings.append(Diagnostic(finding, message, at: range, help: help))
    }
}
