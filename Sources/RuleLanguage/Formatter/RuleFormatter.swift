/// Lays rules out in the one way that `hearth format` knows: blanks and line breaks, never a word of them.
///
/// Lines stay lines: what the author broke stays broken there. Blanks inside a line, columns and indentation follow from the
/// tokens and from what the grammar makes of them, so formatting twice is formatting once.
package enum RuleFormatter {
    package enum Outcome: Sendable {
        case formatted(FormattedText)
        /// Why the file is left alone: mistakes in it, of which every one must be repaired first.
        case refused([Diagnostic])
    }

    /// Formats the one file of `sources`.
    package static func format(_ sources: SourceSet) -> Outcome {
        precondition(sources.files.count == 1, "one file is formatted at a time")
        let (tree, mistakes) = Parser.parse(sources)
        let refusals = refusals(of: tree, mistakes, in: sources)
        guard refusals.isEmpty else { return .refused(refusals) }
        let original = MarkedTokens(sources.files[0].text, tree)
        let lines = LineCutter.lines(of: original.tokens)
        let formatted = LineComposer(original, lines).text()
        if let fault = FormatCheck.fault(in: formatted, of: original) { return .refused([fault]) }
        return .formatted(formatted)
    }

    /// What the parser cannot read, and a password that stands in the file: it must go before anything else is done.
    private static func refusals(
        of tree: SyntaxTree, _ mistakes: [Diagnostic], in sources: SourceSet
    ) -> [Diagnostic] {
        let hasSettings = tree.statements.contains { if case .setting = $0 { true } else { false } }
        guard hasSettings || !mistakes.isEmpty else { return [] }
        // The compiler leaves out what would show a password.
        return Compiler.compile(sources).diagnostics.filter { finding in
            finding.finding == .passwordInFile
                || mistakes.contains { $0.finding == finding.finding && $0.range == finding.range }
        }
    }
}
