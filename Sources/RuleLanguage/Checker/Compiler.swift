/// From text to a checked program in one step.
package enum Compiler {
    /// The program is nil where there are errors. The findings of parser and checker are in file order.
    package static func compile(_ sources: SourceSet) -> (program: Program?, diagnostics: [Diagnostic]) {
        let (tree, mistakes) = Parser.parse(sources)
        let checked = Checker.check(tree, sources: sources)
        let hasErrors = mistakes.contains { $0.severity == .error }
        return (hasErrors ? nil : checked.program, Findings.sort(mistakes + checked.diagnostics))
    }
}
