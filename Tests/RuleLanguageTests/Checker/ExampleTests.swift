import Foundation
import Testing

@testable import RuleLanguage

@Suite("The scratch")
struct ScratchTests {
    @Test("scratch")
    func scratch() throws {
        let files = ProcessInfo.processInfo.environment["SCRATCH_FILES"]?.split(separator: " ").map(String.init) ?? []
        for file in files {
            var sources = SourceSet()
            _ = sources.add(name: URL(fileURLWithPath: file).lastPathComponent, text: Array(try Data(contentsOf: URL(fileURLWithPath: file))))
            let start = ContinuousClock.now
            let (program, diagnostics) = Compiler.compile(sources)
            print("=====", file, program == nil ? "NO PROGRAM" : "program", ContinuousClock.now - start)
            print(DiagnosticRenderer(sources: sources).render(diagnostics))
        }
    }
}
