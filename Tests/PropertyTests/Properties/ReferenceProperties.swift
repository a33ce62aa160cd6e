import RuleLanguage
import Testing

@testable import RuleEngine

/// The engine against the slow reference interpreter.
@Suite("The engine decides what the definition of the language says")
struct ReferenceProperties {
    @Test("keeps alone")
    func keeps() {
        var flavour = ProgramGenerator.Flavour.interpreted
        flavour.whens = false
        flavour.options = false
        property("keeps", flavour).hold(for: Property.seeds(140))
    }

    @Test("keeps, whens and options of inputs and outputs")
    func everything() {
        property("everything", .interpreted).hold(for: Property.seeds(140))
    }

    private func property(_ name: String, _ flavour: ProgramGenerator.Flavour) -> Property {
        Property(name: name, program: flavour, traffic: .init(disconnects: true)) { program, sample in
            let engine = EngineRun.decisions(program, sample.traffic).compactMap { $0.sent(of: program) }
            let reference = Interpreter.sent(program, sample.traffic)
            return difference(engine.inOrder, reference.inOrder)
        }
    }

    private func difference(_ engine: [Sent], _ reference: [Sent]) -> String? {
        for (one, other) in zip(engine, reference) where one != other {
            return "the engine sends \(one), the reference \(other)"
        }
        if engine.count > reference.count {
            return "the engine sends \(engine[reference.count]), the reference nothing"
        }
        if reference.count > engine.count {
            return "the engine sends nothing, the reference \(reference[engine.count])"
        }
        return nil
    }
}

extension Decided {
    /// As the reference says it; nil for notices.
    fileprivate func sent(of program: Program) -> Sent? {
        switch kind {
        case .command:
            guard let command else { return nil }
            let output = program.outputs[command.output]
            var value = command.value
            if case .number = output.type, let number = Double(value) {
                value = OutputState.comparable(.finite(number), program)
            }
            return Sent(time: time, target: Sent.target(output.name, command.levels), value: value)
        case .publication: return Sent(time: time, target: "publish \(text)", value: payload)
        case .log: return Sent(time: time, target: "log", value: text)
        case .notice: return nil
        }
    }
}

extension [Sent] {
    /// What is sent at one time to different targets has no order.
    fileprivate var inOrder: [Sent] {
        enumerated().sorted { a, b in
            let (one, other) = ((a.element.time, a.element.key), (b.element.time, b.element.key))
            return one != other ? one < other : a.offset < b.offset
        }.map(\.element)
    }
}

extension Sent {
    fileprivate var key: String {
        target == "log" || target.hasPrefix("publish") ? target + value : target
    }
}
