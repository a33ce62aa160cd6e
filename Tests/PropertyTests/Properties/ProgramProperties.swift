import RuleLanguage
import Testing

@testable import RuleEngine

/// What must be so for every program under all traffic. A property that looks at the text alone has its place here too.
@Suite("Properties of generated programs")
struct ProgramProperties {
    @Test("a mangled program ends in findings, never in a crash")
    func mangled() {
        for seed in Property.seeds(40) {
            var mangler = Mangler(seed: seed)
            let text = Array(ProgramGenerator.program(seed: seed, .whole).text.utf8)
            for _ in 0..<3 {
                let bytes = mangler.mangled(text)
                var sources = SourceSet()
                _ = sources.add(name: "mangled.rules", text: bytes)
                let (program, diagnostics) = Compiler.compile(sources)
                #expect((program == nil) == diagnostics.contains { $0.severity == .error }, "seed \(seed)")
                let renderer = DiagnosticRenderer(sources: sources)
                for diagnostic in diagnostics { #expect(!renderer.render(diagnostic).isEmpty, "seed \(seed)") }
            }
        }
    }

    @Test("laid out it decides the same, and laid out again it is the same")
    func formatted() {
        Property(name: "formatted", traffic: .init(disconnects: true, restarts: true)) { program, sample in
            guard let once = laidOut(sample.program.text) else { return "it is not laid out" }
            guard laidOut(once) == once else { return "laid out twice it is another one" }
            guard let second = GeneratedProgram.check(once).program else { return "laid out it has errors" }
            // Each statement stands at the same line as before; only columns change.
            return difference(
                EngineRun.decisions(program, sample.traffic), EngineRun.decisions(second, sample.traffic))
        }.hold(for: Property.seeds(40))
    }

    @Test("run twice it decides the same")
    func twice() {
        Property(name: "twice", traffic: .init(disconnects: true, restarts: true)) { program, sample in
            let first = EngineRun.decisions(program, sample.traffic)
            return difference(first, EngineRun.decisions(program, sample.traffic))
        }.hold(for: Property.seeds(40))
    }

    @Test("with a restart that takes no time it decides the same")
    func restarted() {
        Property(name: "restarted", program: .restartable, traffic: .init(restarts: true)) { program, sample in
            let straight = EngineRun.decisions(program, sample.traffic, restarts: false)
            return difference(straight.comparable, EngineRun.decisions(program, sample.traffic).comparable)
        }.hold(for: Property.seeds(60))
    }

    @Test("taken down and gone on with at any moment it decides the same, word for word")
    func continued() {
        Property(name: "continued", traffic: .init(disconnects: true, restarts: true)) { program, sample in
            let straight = EngineRun.decisions(program, sample.traffic)
            let continued = EngineRun.decisions(program, sample.traffic, interruption: .continues)
            return difference(straight.filter { $0.kind != .notice }, continued.filter { $0.kind != .notice })
        }.hold(for: Property.seeds(60))
    }

    @Test("found again from a saved state and the log it decides the same, word for word")
    func recovered() {
        Property(name: "recovered", traffic: .init(disconnects: true, restarts: true)) { program, sample in
            let straight = EngineRun.decisions(program, sample.traffic)
            let recovered = EngineRun.decisions(program, sample.traffic, interruption: .recovers)
            return difference(straight.filter { $0.kind != .notice }, recovered.filter { $0.kind != .notice })
        }.hold(for: Property.seeds(60))
    }

    @Test("no command is sent without a reason")
    func reasons() {
        Property(name: "reasons", traffic: .init(disconnects: true, restarts: true)) { program, sample in
            let decisions = EngineRun.decisions(program, sample.traffic)
            for decision in decisions where decision.kind == .command || decision.kind == .publication {
                guard let reason = decision.reason, !reason.words.isEmpty, !reason.rule.isEmpty else {
                    return "no reason for \(decision)"
                }
            }
            return nil
        }.hold(for: Property.seeds(40))
    }
}

/// What `hearth format` makes of a file, or nil where it refuses.
private func laidOut(_ text: String) -> String? {
    var sources = SourceSet()
    _ = sources.add(name: "generated.rules", text: Array(text.utf8))
    guard case .formatted(let formatted) = RuleFormatter.format(sources) else { return nil }
    return String(decoding: formatted.bytes, as: UTF8.self)
}

/// The first difference between two lists of decisions, in words.
func difference(_ first: [Decided], _ second: [Decided]) -> String? {
    for (one, other) in zip(first, second) where one != other { return "\(one), and then \(other)" }
    if first.count > second.count { return "\(first[second.count]), and then nothing" }
    if second.count > first.count { return "nothing, and then \(second[first.count])" }
    return nil
}
