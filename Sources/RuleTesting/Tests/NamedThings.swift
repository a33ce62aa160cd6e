import RuleLanguage

/// What a test names and what has a value: inputs that it sends messages on, outputs that it expects commands of, and
/// what its conditions look at. In the order in which they stand there, each once.
struct NamedThings {
    /// As expressions that give the value.
    private(set) var expressions: [Expression] = []
    private var known: Set<[String]> = []
    /// Where messages were sent to: a long test sends many to few topics.
    private var knownTopics: Set<MessageTarget> = []
    private let program: Program

    private struct MessageTarget: Hashable {
        var input: InputID?
        var topic: String
    }

    init(of test: Test, in program: Program) {
        self.program = program
        for item in test.steps { collect(item.step, item.range) }
    }

    private mutating func collect(_ step: Test.Step, _ range: SourceRange) {
        switch step {
        case .message(let id, let topic, _, _):
            guard knownTopics.insert(MessageTarget(input: id, topic: topic)).inserted else { return }
            addInput(id, topic, range)
        case .receive(let topic, _, _):
            guard knownTopics.insert(MessageTarget(input: nil, topic: topic)).inserted else { return }
            for id in program.inputs.indices { addInput(id, topic, range) }
        case .expectCommand(let id, let levels, _):
            addOutput(id, levels.map { .level($0) }, range)
        case .expectPublish(let topic, _):
            for (id, output) in program.outputs.enumerated() {
                if let levels = output.topic.match(topic: topic) { addOutput(id, levels.map { .level($0) }, range) }
            }
        case .expectCondition(let condition):
            collect(condition)
        case .clock, .wait, .waitUntil, .restart, .offline, .expectNothing:
            return
        }
    }

    private mutating func collect(_ expression: Expression) {
        switch expression.kind {
        case .input(let id, let arguments): addInput(id, arguments, expression.range)
        case .output(let id, let arguments), .isFailed(let id, let arguments):
            addOutput(id, arguments, expression.range)
        case .reference(let id, let arguments):
            // What a condition looks at, the failure tells itself.
            guard expression.type != .condition, expression.type != .happening else { return }
            add(program.lets[id].name, arguments, expression)
        default:
            for operand in expression.operands { collect(operand) }
        }
    }

    private mutating func addInput(_ id: InputID, _ topic: String, _ range: SourceRange) {
        guard let levels = program.inputs[id].topic.match(topic: topic) else { return }
        addInput(id, levels.map { .level($0) }, range)
    }

    /// An event has no value to look at.
    private mutating func addInput(_ id: InputID, _ arguments: [Argument], _ range: SourceRange) {
        let input = program.inputs[id]
        guard !input.isEvent else { return }
        add(input.name, arguments, Expression(.input(id, arguments), type: .init(input.type), range: range))
    }

    private mutating func addOutput(_ id: OutputID, _ arguments: [Argument], _ range: SourceRange) {
        let output = program.outputs[id]
        add(output.name, arguments, Expression(.output(id, arguments), type: .init(output.type), range: range))
    }

    private mutating func add(_ name: String, _ arguments: [Argument], _ expression: Expression) {
        var key = [name]
        for argument in arguments {
            guard case .level(let level) = argument else { return }
            key.append(level)
        }
        if known.insert(key).inserted { expressions.append(expression) }
    }
}
