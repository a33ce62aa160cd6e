/// Collects what is found. Every finding of the checker is made here.
struct Findings {
    private(set) var all: [Diagnostic] = []
    private var seen: Set<Place> = []

    /// One mistake, one message: what is read twice (a `let` in each of its uses) is reported once.
    private struct Place: Hashable {
        var finding: Finding
        var range: SourceRange
    }

    var hasErrors: Bool { all.contains { $0.severity == .error } }

    mutating func report(
        _ finding: Finding, _ message: String, at range: SourceRange, help: String? = nil,
        notes: [Diagnostic.Note] = []
    ) {
        guard seen.insert(Place(finding: finding, range: range)).inserted else { return }
        all.append(Diagnostic(finding, message, at: range, help: help, notes: notes))
    }

    /// In file order; findings at one place in the order in which they were made.
    var sorted: [Diagnostic] { Self.sort(all) }

    static func sort(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        diagnostics.enumerated().sorted { a, b in
            let (first, second) = (a.element.range, b.element.range)
            return (first.file, first.start, a.offset) < (second.file, second.start, b.offset)
        }.map(\.element)
    }
}
