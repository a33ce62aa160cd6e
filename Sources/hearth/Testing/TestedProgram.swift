import Gateway
import RuleLanguage
import RuleTesting

/// A program that the command line names, and those of its tests that are wanted.
struct TestedProgram {
    /// As it was named.
    let path: String
    let sources: SourceSet
    /// Nil where there are errors.
    let program: Program?
    let errors: [Diagnostic]
    let tests: [Test]

    init(_ argument: RulesArgument, _ options: TestOptions) {
        path = argument.path
        sources = argument.sources
        let (program, findings) = Compiler.compile(argument.sources, zone: ZoneData.lookUp)
        self.program = program
        errors = program == nil ? findings.filter { $0.severity == .error } : []
        tests = (program?.tests ?? []).filter { test in
            options.wants(test) && argument.testFile.map { test.range.file == $0 } ?? true
        }
    }

    var jobs: [(test: Test, program: Program)] {
        guard let program else { return [] }
        return tests.map { ($0, program) }
    }

    func renderer(_ style: Style) -> DiagnosticRenderer {
        DiagnosticRenderer(sources: sources, style: style)
    }

    /// Safe to print.
    func file(of test: Test) -> String { PlainText.escaping(sources.files[test.range.file].name) }

    func file(of outcome: TestOutcome) -> String { sources.files[outcome.range.file].name }
}

/// How a test ended, and how long it took.
struct TimedOutcome: Sendable {
    let outcome: TestOutcome
    /// Nanoseconds.
    let duration: Int64

    init(_ run: () -> TestOutcome) {
        let start = Monotonic.now()
        outcome = run()
        duration = Monotonic.now() - start
    }
}
