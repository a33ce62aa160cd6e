import RuleEngine
import RuleLanguage

/// Runs the tests of a program in virtual time.
package enum RuleTests {
    /// All tests in the order of the program, or those whose title has `filter` in it.
    package static func run(_ program: Program, filter: String? = nil) -> [TestOutcome] {
        program.tests.filter { test in filter.map { test.title.contains($0) } ?? true }.map { run($0, of: program) }
    }

    package static func run(_ test: Test, of program: Program) -> TestOutcome {
        var run = TestRun(test, of: program)
        return TestOutcome(title: test.title, range: test.range, failure: run.run())
    }
}
