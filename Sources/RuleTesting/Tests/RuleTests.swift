import RuleEngine
import RuleLanguage

/// Runs the tests of a program in virtual time.
package enum RuleTests {
    /// All tests in the order of the program.
    package static func run(_ program: Program, reporting report: TestReport = []) -> [TestOutcome] {
        program.tests.map { run($0, of: program, reporting: report) }
    }

    /// One test. It shares nothing with others, so that they can run at the same time.
    package static func run(_ test: Test, of program: Program, reporting report: TestReport = []) -> TestOutcome {
        var run = TestRun(test, of: program, reporting: report)
        return run.run()
    }
}
