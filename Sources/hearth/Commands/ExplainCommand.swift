import RuleLanguage
import RuleTesting

extension Command {
    static let explain = Command(
        name: "explain", operands: "[KIND]", operandCount: 0...1,
        summary: "tell more about a kind of finding, such as unknown-name",
        text: """
            KIND is what stands in brackets behind a finding of "hearth check". Shows what it means, an example that has
            it, and the same example without it. Without KIND lists all kinds, with a line each.
            """,
        run: { arguments, console throws(UsageError) in
            let command = ExplainCommand(console: console)
            guard let kind = arguments.operands.first else { return command.list() }
            return try command.explain(kind)
        })
}

/// `hearth explain`
struct ExplainCommand {
    let console: Console

    func list() -> Int32 {
        let width = FindingPage.all.map(\.finding.slug.count).max() ?? 0
        for severity in [Diagnostic.Severity.error, .warning] {
            if severity == .warning { console.print("") }
            console.print(console.paint("\(severity.rawValue)s", .bold))
            for page in FindingPage.all where page.finding.severity == severity {
                let slug = page.finding.slug
                console.print("  \(slug)\(String(repeating: " ", count: width - slug.count))  \(page.title)")
            }
        }
        console.print("\n\"hearth explain KIND\" tells more about each.")
        return ExitCode.success
    }

    func explain(_ kind: String) throws(UsageError) -> Int32 {
        // As it stands in a finding, if it was copied from there.
        let isBracketed = kind.hasPrefix("[") && kind.hasSuffix("]") && kind.count > 2
        let slug = isBracketed ? String(kind.dropFirst().dropLast()) : kind
        guard let finding = Finding(rawValue: slug) else {
            throw .unknown(
                "kind of finding", slug, among: Finding.allCases.map(\.slug), else: "\"hearth explain\" lists them all")
        }
        show(FindingPage.page(of: finding))
        return ExitCode.success
    }

    private func show(_ page: FindingPage) {
        console.print(console.paint("\(page.finding.slug): \(page.title)", .bold))
        console.print("\n\(FindingText.wrapped(page.meaning))")
        guard !page.example.isEmpty else { return }
        console.print("\nFor example:\n\n\(FindingText.indented(page.example))\n")
        console.print("Of this Hearth says:\n")
        console.print(findings(of: page))
        console.print("Without it:\n\n\(FindingText.indented(page.mended))")
    }

    private func findings(of page: FindingPage) -> String {
        var sources = SourceSet()
        _ = sources.add(name: "example.rules", text: page.bytes)
        let (program, found) = Compiler.compile(sources)
        let failures = program.map { RuleTests.run($0).compactMap { $0.failure?.diagnostic } } ?? []
        return DiagnosticRenderer(sources: sources, style: console.style).render(found + failures)
    }
}
