import RuleLanguage
import RuleTesting

extension Command {
    static let test = Command(
        name: "test", operands: "FILE|FOLDER…", operandCount: 1...Int.max,
        options: [Option(name: "--only", value: "TEXT", summary: "run only tests with TEXT in their title")],
        summary: "run the tests that stand beside rules",
        text: """
            Runs the tests of rules files in virtual time: a year takes well under a second. Each FILE is a program of
            its own. A FOLDER is one program, as for "hearth check", with the *.test files that lie beside its rules.
            A FILE that ends in .test is run with the rules of its folder.

            The last line is "N passed, N failed".
            Exit code: 0 where all passed, 1 where a test failed or the rules have errors, 2 where something cannot be read.
            """,
        run: { arguments, console in
            var command = TestCommand(console: console, only: arguments.value(of: "--only"))
            return command.run(arguments.operands)
        })
}

/// `hearth test`
struct TestCommand {
    let console: Console
    /// Part of the titles of the tests that are wanted; nil: all.
    let only: String?
    private var passed = 0
    private var failed = 0
    private var hasErrors = false

    init(console: Console, only: String?) {
        self.console = console
        self.only = only
    }

    mutating func run(_ paths: [String]) -> Int32 {
        let (programs, isComplete) = RulesArgument.read(paths, selecting: .rulesAndTests, console)
        for program in programs { run(program) }
        if isComplete, !hasErrors, passed + failed == 0 {
            console.print(only.map { "no test has \"\(PlainText.escaping($0))\" in its title" } ?? "there are no tests")
        }
        console.print("\(passed) passed, \(failed) failed")
        guard isComplete else { return ExitCode.usage }
        return failed == 0 && !hasErrors ? ExitCode.success : ExitCode.findings
    }

    private mutating func run(_ argument: RulesArgument) {
        let (program, findings) = Compiler.compile(argument.sources)
        let renderer = DiagnosticRenderer(sources: argument.sources, style: console.style)
        guard let program else {
            hasErrors = true
            console.write(renderer.render(findings.filter { $0.severity == .error }))
            console.print("\(PlainText.escaping(argument.path)): not tested, since there are errors")
            return
        }
        var file: Int?
        for test in program.tests where isWanted(test, in: argument) {
            if file != test.range.file {
                file = test.range.file
                console.print(console.paint(PlainText.escaping(argument.sources.files[test.range.file].name), .bold))
            }
            report(RuleTests.run(test, of: program), renderer)
        }
    }

    private func isWanted(_ test: Test, in argument: RulesArgument) -> Bool {
        if let file = argument.testFile, test.range.file != file { return false }
        return only.map { test.title.contains($0) } ?? true
    }

    private mutating func report(_ outcome: TestOutcome, _ renderer: DiagnosticRenderer) {
        let title = PlainText.escaping(outcome.title)
        guard let failure = outcome.failure else {
            passed += 1
            console.print("  \(console.paint("ok", .green))      \(title)")
            return
        }
        failed += 1
        console.print("  \(console.paint("FAILED", .red))  \(title)")
        console.write(renderer.render(failure.diagnostic))
        for line in failure.timeline { console.print("    \(line)") }
    }
}
