import Foundation
import RuleLanguage
import TestSupport
import Testing

@testable import RuleTesting

@Suite("the example rules")
struct ExamplesTests {
    static let examples = ["alerts", "climate", "heating", "house_fan", "lights"]

    @Test("check without a finding and pass their own tests", arguments: examples)
    func pass(name: String) throws {
        let file = Examples.folder.appendingPathComponent("\(name).rules")
        var sources = SourceSet()
        _ = sources.add(name: "\(name).rules", text: Array(try Data(contentsOf: file)))
        let (program, diagnostics) = Compiler.compile(sources)
        let renderer = DiagnosticRenderer(sources: sources)
        #expect(diagnostics.isEmpty, "\(renderer.render(diagnostics))")
        let checked = try #require(program)
        for outcome in RuleTests.run(checked) {
            let failure = outcome.failure.map {
                renderer.render($0.diagnostic) + "\n" + $0.timeline.joined(separator: "\n")
            }
            #expect(outcome.passed, "\(outcome.title): \(failure ?? "")")
        }
    }
}
