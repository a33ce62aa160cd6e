import RuleEngine
import RuleLanguage

/// Pairs what a group of expectations names with what was sent, one for one and in any order.
struct CommandMatching {
    struct Problem {
        var message: String
        var range: SourceRange
    }

    private let expectations: [(step: Test.Step, range: SourceRange)]
    private let commands: [SentMessage]
    private let program: Program
    /// For each command the expectation that it answers.
    private var answers: [Int?]

    init(_ group: [(step: Test.Step, range: SourceRange)], _ commands: [SentMessage], _ program: Program) {
        expectations = group.filter { if case .expectNothing = $0.step { false } else { true } }
        self.commands = commands
        self.program = program
        answers = Array(repeating: nil, count: commands.count)
        fallback = group[0].range
        for index in expectations.indices {
            var tried: Set<Int> = []
            if !pair(index, &tried) { unmet.append(index) }
        }
    }

    private var unmet: [Int] = []
    private let fallback: SourceRange

    /// Finds a command for an expectation; one that is taken is freed where its own expectation finds another.
    private mutating func pair(_ expectation: Int, _ tried: inout Set<Int>) -> Bool {
        for index in commands.indices
        where !tried.contains(index) && fits(commands[index], expectations[expectation].step) {
            tried.insert(index)
            if let other = answers[index], !pair(other, &tried) { continue }
            answers[index] = expectation
            return true
        }
        return false
    }

    private func fits(_ command: SentMessage, _ step: Test.Step) -> Bool {
        switch step {
        case .expectCommand(let output, let levels, let value):
            command.output == output && sameBytes(command.levels, levels) && command.value == written(value, output)
        case .expectPublish(let topic, let payload):
            command.topic.utf8.elementsEqual(topic.utf8) && command.payload.elementsEqual(payload.utf8)
        default: false
        }
    }

    private func sameBytes(_ a: [String], _ b: [String]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    private func written(_ value: Literal, _ output: OutputID) -> String {
        switch value {
        case .text(let text): return text
        case .word(let id): return program.words[id]
        case .number(let number):
            if case .number(let type) = program.outputs[output].type {
                return NumberText.shortest(number, step: type.step)
            }
            return NumberText.shortest(number)
        }
    }

    /// An expectation that nothing answers, else a command that nothing names.
    var firstProblem: Problem? {
        if let index = unmet.first {
            let expectation = expectations[index]
            return Problem(message: "expected \(name(of: expectation.step)), but \(whatCame)", range: expectation.range)
        }
        guard let index = answers.firstIndex(of: nil) else { return nil }
        let command = commands[index].title
        let message = expectations.isEmpty ? "\(command) was sent" : "\(command) was sent too"
        return Problem(message: message, range: expectations.last?.range ?? fallback)
    }

    private func name(of step: Test.Step) -> String {
        switch step {
        case .expectCommand(let output, let levels, let value):
            let arguments = levels.isEmpty ? "" : "(" + levels.map(LevelText.written).joined(separator: ", ") + ")"
            return "\(program.outputs[output].name)\(arguments) = \(written(value, output))"
        case .expectPublish(let topic, let payload):
            return "\"\(EscapedText.line(payload))\" on \(EscapedText.line(topic))"
        default:
            return "nothing"
        }
    }

    private var whatCame: String {
        let rest = commands.indices.filter { answers[$0] == nil }
        guard !rest.isEmpty else {
            return commands.isEmpty ? "nothing was sent" : "nothing else was sent"
        }
        let shown = rest.prefix(3).map { commands[$0].title }
        return shown.joined(separator: ", ") + (rest.count > 3 ? " and \(rest.count - 3) more" : "") + " was sent"
    }
}
