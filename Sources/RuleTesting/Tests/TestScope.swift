import RuleEngine
import RuleLanguage

/// The outputs that a test looks at: those it names somewhere, by name or by topic; all of them where it names none.
struct TestScope {
    private var outputs: Set<OutputID> = []
    private var topics: Set<String> = []
    private var namesAny = false

    init(of test: Test, in program: Program) {
        for item in test.steps {
            switch item.step {
            case .expectCommand(let output, _, _):
                outputs.insert(output)
                namesAny = true
            case .expectPublish(let topic, _):
                namesAny = true
                topics.insert(topic)
                for (index, output) in program.outputs.enumerated() where output.topic.match(topic: topic) != nil {
                    outputs.insert(index)
                }
            case .expectCondition(let condition):
                collect(condition)
            default:
                continue
            }
        }
    }

    private mutating func collect(_ expression: Expression) {
        switch expression.kind {
        case .output(let id, _), .isFailed(let id, _):
            outputs.insert(id)
            namesAny = true
        default:
            for operand in expression.operands {
                collect(operand)
            }
        }
    }

    func looksAt(_ message: SentMessage) -> Bool {
        guard namesAny else { return true }
        return switch message {
        case .command(let command): outputs.contains(command.output)
        case .publication(let publication): topics.contains(publication.topic)
        }
    }
}
