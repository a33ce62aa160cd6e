/// Makes of findings what a person reads.
package struct DiagnosticRenderer {
    private let sources: SourceSet
    private let style: Style

    package init(sources: SourceSet, style: Style = .plain) {
        self.sources = sources
        self.style = style
    }

    /// All findings in file order, each one's lines followed by a line break; a finding that is there twice is said once.
    package func render(_ diagnostics: [Diagnostic]) -> String {
        Self.told(diagnostics).map(render).joined()
    }

    /// What is said of these findings: in file order, each once.
    package static func told(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var said = Set<Diagnostic>()
        return sorted(diagnostics).filter { said.insert($0).inserted }
    }

    /// By file and place; at one place errors come first.
    package static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        diagnostics.enumerated().sorted { left, right in
            key(left.element, left.offset) < key(right.element, right.offset)
        }.map(\.element)
    }

    /// One finding, with a line break at the end.
    package func render(_ diagnostic: Diagnostic) -> String {
        let range = diagnostic.range
        let position = sources.position(of: range.start, in: range.file)
        let file = PlainText.escaping(sources.files[range.file].name)
        let place = style.paint("\(file):\(position.line):\(position.column):", \.strong)
        let severity = paintedSeverity(diagnostic.severity)
        let message = style.paint(PlainText.escaping(diagnostic.message), \.strong)
        var text = "\(place) \(severity) \(message) [\(diagnostic.slug)]\n"

        let number = String(position.line)
        let margin = String(repeating: " ", count: number.count + 2)
        let snippet = SourceSnippet(of: range, in: sources)
        text += line("  \(number) |", snippet.line)
        text += line("\(margin) |", paintedCaret(snippet.caret, diagnostic.severity))
        if let help = diagnostic.help {
            text += line("\(margin) =", style.paint("help:", \.help) + " " + PlainText.escaping(help))
        }
        for note in diagnostic.notes {
            text += line("\(margin) =", style.paint("note:", \.help) + " " + words(of: note))
        }
        return text
    }

    private func line(_ gutter: String, _ content: String) -> String {
        content.isEmpty
            ? style.paint(gutter, \.gutter) + "\n"
            : style.paint(gutter, \.gutter) + " " + content + "\n"
    }

    private func words(of note: Diagnostic.Note) -> String {
        let message = PlainText.escaping(note.message)
        guard let range = note.range else { return message }
        return "\(message) (\(PlainText.escaping(sources.place(of: range))))"
    }

    private func paintedSeverity(_ severity: Diagnostic.Severity) -> String {
        style.paint("\(severity.rawValue):", severity == .error ? \.error : \.warning)
    }

    private func paintedCaret(_ caret: String, _ severity: Diagnostic.Severity) -> String {
        let blanks = caret.prefix { $0 == " " }
        return blanks + style.paint(String(caret.dropFirst(blanks.count)), severity == .error ? \.error : \.warning)
    }

    private static func key(_ diagnostic: Diagnostic, _ order: Int) -> (Int, Int, Int, Int) {
        (diagnostic.range.file, diagnostic.range.start, diagnostic.severity == .error ? 0 : 1, order)
    }
}
