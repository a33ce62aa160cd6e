/// From text to a checked program in one step.
package enum Compiler {
    /// The program is nil where there are errors. The findings of parser and checker are in file order.
    package static func compile(_ sources: SourceSet) -> (program: Program?, diagnostics: [Diagnostic]) {
        let (tree, mistakes) = Parser.parse(sources)
        let checked = Checker.check(tree, sources: sources)
        let hasErrors = mistakes.contains { $0.severity == .error }
        let shown = withoutSecrets(mistakes, beside: checked.diagnostics, in: sources)
        // What could not be read may use what seems to be used by nothing.
        let findings =
            hasErrors ? checked.diagnostics.filter { $0.slug != Finding.unusedName.slug } : checked.diagnostics
        return (hasErrors ? nil : checked.program, Findings.sort(shown + findings))
    }

    /// What the parser says about a line with a password in it might repeat the password.
    private static func withoutSecrets(
        _ mistakes: [Diagnostic], beside findings: [Diagnostic], in sources: SourceSet
    ) -> [Diagnostic] {
        let secrets = findings.filter { $0.slug == Finding.passwordInFile.slug }.map(\.range)
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
