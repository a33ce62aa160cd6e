/// From text to a checked program in one step.
package enum Compiler {
    /// The program is nil where there are errors. The findings of parser and checker are in file order.
    ///
    /// - Parameter zone: What the machine knows of a time zone. The checker does not look for itself.
    package static func compile(
        _ sources: SourceSet, zone: @escaping (String) -> ZoneLookup = { _ in .known }
    ) -> (program: Program?, diagnostics: [Diagnostic]) {
        let (tree, mistakes) = Parser.parse(sources)
        let checked = Checker.check(tree, sources: sources, zone: zone)
        let hasErrors = mistakes.contains { $0.severity == .error }
        let shown = withoutSecrets(mistakes, beside: checked.diagnostics, in: sources)
        let further =
            hasErrors ? withoutConsequences(checked.diagnostics, of: shown, in: sources) : checked.diagnostics
        return (hasErrors ? nil : checked.program, Findings.sort(shown + further))
    }

    /// Where the end of a line was not understood, what its beginning seems to say is not what was meant; and a name may be
    /// used in what could not be read.
    private static func withoutConsequences(
        _ findings: [Diagnostic], of mistakes: [Diagnostic], in sources: SourceSet
    ) -> [Diagnostic] {
        func line(_ range: SourceRange) -> Line {
            Line(file: range.file, number: sources.position(of: range.start, in: range.file).line)
        }
        let unclear = Set(mistakes.filter { $0.finding == .unexpectedRest }.map { line($0.range) })
        return findings.filter { $0.finding != .unusedName && !unclear.contains(line($0.range)) }
    }

    private struct Line: Hashable {
        var file: Int
        var number: Int
    }

    /// What the parser says about a line with a password in it might repeat the password.
    private static func withoutSecrets(
        _ mistakes: [Diagnostic], beside findings: [Diagnostic], in sources: SourceSet
    ) -> [Diagnostic] {
        let secrets = findings.filter { $0.finding == .passwordInFile }.map(\.range)
        guard !secrets.isEmpty else { return mistakes }
        return mistakes.filter { mistake in
            !secrets.contains { secret in
                secret.file == mistake.range.file
                    && sources.position(of: secret.start, in: secret.file).line
                        == sources.position(of: mistake.range.start, in: secret.file).line
            }
        }
    }
}
