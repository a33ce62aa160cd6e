/// Findings for programs, such as editors: one JSON object a line.
package struct DiagnosticJSON {
    private let sources: SourceSet

    package init(sources: SourceSet) {
        self.sources = sources
    }

    /// The same findings in the same order as a person would read them, each on a line of its own.
    package func render(_ diagnostics: [Diagnostic]) -> String {
        DiagnosticRenderer.told(diagnostics).map { render($0) + "\n" }.joined()
    }

    /// One finding, without a line break.
    func render(_ diagnostic: Diagnostic) -> String {
        let notes = diagnostic.notes.map { note in
            Self.object([("message", JSONText.string(note.message))] + (note.range.map(place) ?? []))
        }
        return Self.object(
            place(diagnostic.range) + [
                ("severity", JSONText.string(diagnostic.severity.rawValue)),
                ("slug", JSONText.string(diagnostic.slug)),
                ("message", JSONText.string(diagnostic.message)),
                ("help", diagnostic.help.map(JSONText.string) ?? "null"),
                ("notes", "[\(notes.joined(separator: ","))]"),
            ])
    }

    /// Lines and columns count from 1, columns in characters; the end is behind the last character.
    private func place(_ range: SourceRange) -> [(key: String, json: String)] {
        let ends = [("start", range.start), ("end", max(range.start, range.end))].map { key, offset in
            let position = sources.position(of: offset, in: range.file)
            return (key, Self.object([("line", "\(position.line)"), ("column", "\(position.column)")]))
        }
        return [("file", JSONText.string(sources.files[range.file].name)), ("range", Self.object(ends))]
    }

    private static func object(_ members: [(key: String, json: String)]) -> String {
        "{" + members.map { "\(JSONText.string($0.key)):\($0.json)" }.joined(separator: ",") + "}"
    }
}
