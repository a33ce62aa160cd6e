import RuleEngine
import RuleLanguage

/// Pairs what a group of expectations names with what was sent, one for one and in any order.
struct CommandMatching {
    struct Problem {
        var message: String
        var range: SourceRange
    }

    typealias Item = (step: Test.Step, range: SourceRange)

    /// What an expectation names, and what a message can be named by.
    private enum Name: Hashable {
        case value(OutputID, levels: [[UInt8]], value: [UInt8])
        case wire(topic: [UInt8], payload: [UInt8])
    }

    private let expectations: [Item]
    /// An `expect nothing` of the group.
    private let nothing: Item?
    private let fallback: SourceRange
    private let commands: [SentMessage]
    private let program: Program
    /// The commands that can be named so.
    private var namesakes: [Name: [Int]] = [:]
    /// For each command the expectation that it answers.
    private var answers: [Int?]
    private var unmet: [Int] = []

    init(_ group: [Item], _ commands: [SentMessage], _ program: Program) {
        expectations = group.filter { !$0.step.isNothing }
        nothing = group.first { $0.step.isNothing }
        fallback = group[group.count - 1].range
        self.commands = commands
        self.program = program
        answers = Array(repeating: nil, count: commands.count)
        guard nothing == nil || commands.isEmpty else { return }
        for index in commands.indices {
            for name in names(of: commands[index]) { namesakes[name, default: []].append(index) }
        }
        for index in expectations.indices {
            var tried: Set<Int> = []
            if !pair(index, &tried) { unmet.append(index) }
        }
    }

    /// Finds a command for an expectation: a free one, else one whose own expectation finds another.
    private mutating func pair(_ expectation: Int, _ tried: inout Set<Int>) -> Bool {
        let fitting = name(of: expectations[expectation].step).flatMap { namesakes[$0] } ?? []
        if let free = fitting.first(where: { answers[$0] == nil }) {
            answers[free] = expectation
            return true
        }
        for index in fitting where tried.insert(index).inserted {
            guard let other = answers[index], pair(other, &tried) else { continue }
            answers[index] = expectation
            return true
        }
        return false
    }

    private func names(of message: SentMessage) -> [Name] {
        let wire = Name.wire(topic: Array(message.topic.utf8), payload: message.payload)
        guard case .command(let command) = message else { return [wire] }
        let levels = command.levels.map { Array($0.utf8) }
        return [wire, .value(command.output, levels: levels, value: Array(command.value.utf8))]
    }

    private func name(of step: Test.Step) -> Name? {
        switch step {
        case .expectCommand(let output, let levels, let value):
            .value(output, levels: levels.map { Array($0.utf8) }, value: Array(written(value, output).utf8))
        case .expectPublish(let topic, let payload):
            .wire(topic: Array(topic.utf8), payload: Array(payload.utf8))
        default: nil
        }
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
        if let nothing, !commands.isEmpty {
            return Problem(message: "\(listed(Array(commands.indices))) sent", range: nothing.range)
        }
        if let index = unmet.first {
            let expectation = expectations[index]
            return Problem(
                message: "expected \(words(of: expectation.step)), but \(whatCame)", range: expectation.range)
        }
        let unnamed = commands.indices.filter { answers[$0] == nil }
        guard !unnamed.isEmpty else { return nil }
        return Problem(message: "\(listed(unnamed)) sent too", range: fallback)
    }

    private func words(of step: Test.Step) -> String {
        switch step {
        case .expectCommand(let output, let levels, let value):
            let name = InstanceName.written(program.outputs[output].name, levels)
            return "\(name) = \(EscapedText.line(written(value, output)))"
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
        return listed(rest) + " sent"
    }

    /// With the verb: `fan(a) = ON was`.
    private func listed(_ indices: [Int]) -> String {
        let shown = indices.prefix(3).map { commands[$0].title }
        let more = indices.count > 3 ? " and \(indices.count - 3) more" : ""
        return shown.joined(separator: ", ") + more + (indices.count > 1 ? " were" : " was")
    }
}

extension Test.Step {
    fileprivate var isNothing: Bool {
        if case .expectNothing = self { true } else { false }
    }
}
