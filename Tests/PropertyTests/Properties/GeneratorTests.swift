import RuleLanguage
import Testing

@Suite("Generated programs")
struct GeneratorTests {
    @Test("most of them check without an error")
    func check() {
        var failures: [String] = []
        let seeds = Property.seeds(150)
        for seed in seeds {
            let text = ProgramGenerator.program(seed: seed, .whole).text
            let errors = GeneratedProgram.check(text).diagnostics.filter { $0.severity == .error }
            guard let first = errors.first else { continue }
            let line = String(decoding: Array(text.utf8)[first.range.start..<first.range.end], as: UTF8.self)
            failures.append("seed \(seed): \(first.slug): \(first.message) [\(line)]")
        }
        #expect(failures.count * 10 <= seeds.count, "\(failures.count): \(failures.joined(separator: "\n"))")
    }

    @Test("the same seed makes the same program and the same traffic")
    func sameSeed() {
        let property = Property(name: "", problem: { _, _ in nil })
        let (one, other) = (property.sample(7), property.sample(7))
        #expect(one.program.text == other.program.text)
        #expect(one.traffic.description == other.traffic.description)
        #expect(one.program.text != property.sample(8).program.text)
    }
}
