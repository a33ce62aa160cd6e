import RuleLanguage
import RuleTesting

extension Command {
    static let test = Command(
        name: "test", operands: "FILE|FOLDER…", operandCount: 1...Int.max,
        options: [
            Option(
                name: "--filter", value: "TEXT", summary: "run only tests with TEXT in their title, in whatever case"),
            Option(name: "--list", value: nil, summary: "run nothing, only list the tests"),
            Option(
                name: "--verbose", value: nil, summary: "show what happened in every test, not only where one failed"),
            Option(name: "--coverage", value: nil, summary: "list the cases and whens that no test reached"),
            Option(name: "--junit", value: "FILE", summary: "write the results to FILE too, as the XML of JUnit"),
        ],
        summary: "run the tests that stand beside rules",
        text: """
            Runs the tests of rules files in virtual time: a year takes well under a second. Each FILE is a program of
            its own. A FOLDER is one program, as for "hearth check", with the *.test files that lie beside its rules.
            A FILE that ends in .test is run with the rules of its folder.

            A test that fails shows the step, what was expected, what happened since the expectations before it, with the
            reason of each decision, and the values of what the test names.

            The last line is "N passed, N failed".
            Exit code: 0 where all passed, 1 where a test failed or the rules have errors, 2 where something cannot be read
            or written.
            """,
        run: { arguments, console in
            var command = TestCommand(console: console, options: TestOptions(arguments))
            return arguments.has("--list") ? command.list(arguments.operands) : command.run(arguments.operands)
        })
}

/// What the command line says of tests.
struct TestOptions {
    /// Part of the titles of the tests that are wanted; nil: all.
    var filter: String?
    var report: TestReport = []
    /// The file for the results.
    var junit: String?

    init(_ arguments: Arguments) {
        filter = arguments.value(of: "--filter")
        junit = arguments.value(of: "--junit")
        if arguments.has("--verbose") { report.insert(.timeline) }
        if arguments.has("--coverage") { report.insert(.coverage) }
    }

    func wants(_ test: Test) -> Bool {
        filter.map { test.title.lowercased().contains($0.lowercased()) } ?? true
    }
}

/// `hearth test`
struct TestCommand {
    let console: Console
    let options: TestOptions
    private var passed = 0
    private var failed = 0
    private var hasErrors = false
    private var coverages: [(program: TestedProgram, coverage: Coverage)] = []
    private var report = JUnitReport()

    init(console: Console, options: TestOptions) {
        self.console = console
        self.options = options
    }

    mutating func run(_ paths: [String]) -> Int32 {
        let (arguments, isComplete) = RulesArgument.read(paths, selecting: .rulesAndTests, console)
        let programs = arguments.map { TestedProgram($0, options) }
        for path in paths where !arguments.contains(where: { $0.path == path }) {
            report.add(
                .init(title: Self.notTested, duration: 0, ending: .notRun("they cannot be read", details: "")), of: path
            )
        }
        let jobs = programs.flatMap(\.jobs)
        let report = options.report
        let work = OrderedWork(count: jobs.count, threads: OrderedWork<TimedOutcome>.coreCount) { index in
            TimedOutcome { RuleTests.run(jobs[index].test, of: jobs[index].program, reporting: report) }
        }
        var progress = TestProgress()
        var index = 0
        for program in programs {
            begin(program)
            var coverage = program.program.map { Coverage(of: $0) }
            var file: Int?
            for test in program.tests {
                let timed = work.result(index, every: TestProgress.interval) { finished in
                    progress.update(
                        finished: finished, of: jobs.count, waitingFor: test.title, at: Monotonic.now())
                }
                progress.clear()
                index += 1
                if file != test.range.file { console.print(console.paint(program.file(of: test), .bold)) }
                file = test.range.file
                say(timed, program)
                coverage?.add(timed.outcome)
            }
            if let coverage { coverages.append((program, coverage)) }
        }
        sayIfThereAreNone(programs, isComplete)
        if options.report.contains(.coverage) { sayCoverage() }
        console.print("\(passed) passed, \(failed) failed")
        guard writeReport(), isComplete else { return ExitCode.usage }
        return failed == 0 && !hasErrors ? ExitCode.success : ExitCode.findings
    }

    /// `hearth test --list`
    mutating func list(_ paths: [String]) -> Int32 {
        let (arguments, isComplete) = RulesArgument.read(paths, selecting: .rulesAndTests, console)
        let programs = arguments.map { TestedProgram($0, options) }
        for program in programs {
            begin(program)
            for test in program.tests {
                console.print(PlainText.escaping("\(program.sources.place(of: test.range)): \(test.title)"))
            }
        }
        sayIfThereAreNone(programs, isComplete)
        guard isComplete else { return ExitCode.usage }
        return hasErrors ? ExitCode.findings : ExitCode.success
    }

    // MARK: Saying

    /// Of rules with errors nothing is run.
    private mutating func begin(_ program: TestedProgram) {
        guard !program.errors.isEmpty else { return }
        hasErrors = true
        console.write(program.renderer(console.style).render(program.errors))
        console.print("\(PlainText.escaping(program.path)): not tested, since there are errors")
        let ending = JUnitReport.Case.Ending.notRun(
            "there are errors in them", details: program.renderer(.plain).render(program.errors))
        report.add(.init(title: Self.notTested, duration: 0, ending: ending), of: program.path)
    }

    private mutating func say(_ timed: TimedOutcome, _ program: TestedProgram) {
        let outcome = timed.outcome
        let title = PlainText.escaping(outcome.title)
        var ending = JUnitReport.Case.Ending.passed
        if let failure = outcome.failure {
            failed += 1
            console.print("  \(console.paint("FAILED", .red))  \(title)")
            let details = FailureText(failure, timeline: outcome.timeline)
            console.write(program.renderer(console.style).render(failure.diagnostic) + details.text)
            ending = .failed(
                failure.diagnostic.message,
                details: program.renderer(.plain).render(failure.diagnostic) + details.text)
        } else {
            passed += 1
            console.print("  \(console.paint("ok", .green))      \(title)")
            for line in outcome.timeline { console.print("    \(line)") }
        }
        report.add(.init(title: outcome.title, duration: timed.duration, ending: ending), of: program.file(of: outcome))
    }

    /// In the report, of rules whose tests did not run.
    private static let notTested = "the rules can be tested"

    private func sayIfThereAreNone(_ programs: [TestedProgram], _ isComplete: Bool) {
        guard isComplete, !hasErrors, programs.allSatisfy(\.tests.isEmpty) else { return }
        console.print(
            options.filter.map { "no test has \"\(PlainText.escaping($0))\" in its title" } ?? "there are no tests")
    }

    private func sayCoverage() {
        let count = coverages.reduce(0) { $0 + $1.coverage.count }
        var missing = 0
        for (program, coverage) in coverages {
            for gap in coverage.gaps {
                if missing == 0 { console.print(console.paint("reached by no test", .bold)) }
                missing += 1
                let remark = gap.remark.map { " (\($0))" } ?? ""
                console.print(PlainText.escaping("  \(program.sources.place(of: gap.range)): \(gap.text)\(remark)"))
            }
        }
        console.print("\(count - missing) of \(count) cases and whens reached")
    }

    /// False where that went wrong.
    private func writeReport() -> Bool {
        guard let path = options.junit else { return true }
        do throws(FileProblem) {
            try ReportFile(path: path).write(report.xml)
            return true
        } catch {
            console.complain("hearth: \(error)")
            return false
        }
    }
}
