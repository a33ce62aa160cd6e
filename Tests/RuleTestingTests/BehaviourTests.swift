import Foundation
import RuleLanguage
import TestSupport
import Testing

@testable import RuleTesting

@Suite("the behaviour of the language, in its own tests")
struct BehaviourTests {
    static let files = [
        "unknown", "payloads", "time", "instances", "aggregates", "windows", "validity", "outputs", "whens", "clocks",
        "missed", "testing", "daylight", "twins",
    ]

    static let tests: [BehaviourTest] = files.flatMap { BehaviourTest.all(in: $0) }

    @Test("holds", arguments: tests)
    func holds(test: BehaviourTest) throws {
        let outcome = RuleTests.run(test.test, of: test.program)
        let renderer = DiagnosticRenderer(sources: test.program.sources)
        let words = outcome.failure.map { renderer.render($0.diagnostic) + "\n" + $0.timeline.joined(separator: "\n") }
        #expect(outcome.passed, "\(words ?? "")")
    }

    @Test("checks", arguments: files)
    func checks(file: String) throws {
        let (program, diagnostics) = try BehaviourTest.compile(file)
        let errors = diagnostics.filter { $0.severity == .error }
        #expect(program != nil && errors.isEmpty, "\(errors.map { "\($0.slug): \($0.message)" })")
    }
}

/// One test of a file in Tests/Behaviour.
struct BehaviourTest: CustomTestStringConvertible, Sendable {
    let file: String
    let program: Program
    let test: RuleLanguage.Test

    var testDescription: String { "\(file): \(test.title)" }

    static func compile(_ file: String) throws -> (Program?, [Diagnostic]) {
        let url = Examples.folder.deletingLastPathComponent().appendingPathComponent("Behaviour/\(file).rules")
        var sources = SourceSet()
        _ = sources.add(name: "\(file).rules", text: Array(try Data(contentsOf: url)))
        return Compiler.compile(sources)
    }

    static func all(in file: String) -> [BehaviourTest] {
        guard let (program, _) = try? compile(file), let program else { return [] }
        return program.tests.map { BehaviourTest(file: file, program: program, test: $0) }
    }
}
