/// Tests: their steps become messages on real topics, and constants to compare with.
extension Checking {
    mutating func checkTest(_ syntax: TestSyntax) {
        var steps: [(step: Test.Step, range: SourceRange)] = []
        for step in syntax.steps {
            if let checked = check(step) { steps.append((checked, step.range)) }
        }
        if steps.count == syntax.steps.count { checkExpectations(of: syntax) }
        program.tests.append(Test(title: title(syntax.title), steps: steps, range: syntax.range))
    }

    /// A test without expectations can never fail. One with a mistake in a step may be meant to have some.
    private mutating func checkExpectations(of syntax: TestSyntax) {
        let canFail = syntax.steps.contains { step in
            switch step.kind {
            case .missing, .expectNothing, .expectCommand, .expectPublish, .expectCondition: true
            case .clock, .message, .receive, .wait, .waitUntil, .restart, .offline: false
            }
        }
        guard !canFail else { return }
        report(
            .testWithoutExpect, "this test expects nothing, so that it can never fail", at: syntax.title.range,
            help:
                "write what should come of its steps: \"expect OUTPUT = VALUE\", \"expect CONDITION\" or \"expect nothing\""
        )
    }

    /// A title is for reading: braces in it mean themselves.
    private func title(_ text: TextSyntax) -> String {
        text.pieces.map { piece in
            switch piece {
            case .literal(let literal): literal
            case .placeholder(let name, _): "{\(name.text)}"
            }
        }.joined()
    }

    private var testScope: Scope { Scope(place: .test, countsUses: false) }

    private mutating func check(_ step: TestSyntax.Step) -> Test.Step? {
        switch step.kind {
        case .missing: return nil
        case .clock(let moment): return isMoment(moment, at: step.range) ? .clock(moment) : nil
        case .message(let reference, let value, let retained): return message(reference, value, retained: retained)
        case .receive(let topic, let payload, let retained):
            guard let topic = wireTopic(topic), let payload = constant(payload) else { return nil }
            return .receive(topic: topic, payload: payload, retained: retained)
        case .wait(let duration): return .wait(duration.nanoseconds)
        case .waitUntil(let time): return useSun(in: time) ? .waitUntil(time) : nil
        case .restart(let duration): return .restart(after: duration?.nanoseconds ?? 0)
        case .offline(let duration): return .offline(duration.nanoseconds)
        case .expectNothing: return .expectNothing
        case .expectCommand(let reference, let value): return expectCommand(reference, value)
        case .expectPublish(let topic, let payload):
            guard let topic = wireTopic(topic), let payload = constant(payload) else { return nil }
            return .expectPublish(topic: topic, payload: payload)
        case .expectCondition(let condition):
            return self.condition(
                condition, in: testScope, for: "\"expect\"", instead: "name the command that it leads to"
            ).map { .expectCondition($0) }
        }
    }

    private mutating func isMoment(_ moment: CivilDateTime, at range: SourceRange) -> Bool {
        let isLeap = moment.year % 4 == 0 && (moment.year % 100 != 0 || moment.year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1970...2200).contains(moment.year), (1...12).contains(moment.month),
            (1...days[moment.month - 1]).contains(moment.day),
            (0..<86_400).contains(moment.second)
        else {
            report(
                .neverComes, "there is no such date and time", at: range,
                help: "write a date from 1970 to 2200, as in: clock 2026-07-01 14:00")
            return false
        }
        return true
    }

    private mutating func wireTopic(_ text: TextSyntax) -> String? {
        guard let topic = constant(text) else { return nil }
        guard let problem = TopicFilter.problem(ofTopic: topic) else { return topic }
        report(.invalidTopic, problem.message, at: text.range, help: problem.help)
        return nil
    }

    // MARK: Messages

    private mutating func message(_ reference: ReferenceSyntax, _ value: ExpressionSyntax, retained: Bool) -> Test.Step?
    {
        guard let symbol = symbols[reference.name.text] else {
            reportUnknown(reference.name, in: testScope, hint: .none)
            return nil
        }
        guard case .input(let id) = symbol.kind else {
            report(
                .notAMessage,
                "a message comes on an input or an event, and \"\(symbol.name.text)\" is \(symbol.description)",
                at: reference.range, help: "write: expect \(written(reference.range)) = \(written(value.range))")
            return nil
        }
        let levels = levels(reference, of: symbol)
        let payload = payload(value, ofInput: id)
        guard let levels, let payload, let pattern = topicsOfInputs[id] else { return nil }
        let topic = pattern.rendered(levels: levels)
        guard topic.utf8.count <= TopicProblem.longestTopic, pattern.match(topic: topic) == levels else {
            report(
                .invalidLevel, "no message can have these levels in the topic of \"\(symbol.name.text)\"",
                at: reference.range,
                help: "the topic \(Wording.quoted(topic)) would be read otherwise")
            return nil
        }
        return .message(id, topic: topic, payload: payload, retained: retained)
    }

    private mutating func levels(_ reference: ReferenceSyntax, of symbol: SymbolTable.Symbol) -> [String]? {
        resolve(reference.arguments ?? [], of: symbol, at: reference.range, in: testScope)?.compactMap {
            if case .level(let level) = $0 { level } else { nil }
        }
    }

    /// The payload as a device would send it.
    private mutating func payload(_ value: ExpressionSyntax, ofInput id: InputID) -> String? {
        let input = program.inputs[id]
        let isUnknown = value.bareWord == "unknown"
        if isUnknown {
            if !input.path.isEmpty { return wrapped("null", at: input.path, value.range) }
            return input.type == .text ? "" : "unknown"
        }
        guard let literal = literal(value, of: inputTypes[id], of: input.name, in: testScope) else { return nil }
        let text: String
        var isBare = false
        switch literal {
        case .number(let number): (text, isBare) = (NumberText.shortest(number), true)
        case .text(let written): text = written
        case .word(let word):
            guard case .words(let words) = input.type, let known = words.first(where: { $0.id == word }) else {
                return nil
            }
            text = known.payloads[0]
            isBare = text != "null" && JSONText.isBare(text)
        }
        guard !input.path.isEmpty else { return text }
        return wrapped(isBare ? text : JSONText.string(text), at: input.path, value.range)
    }

    /// A JSON object with one path alone.
    private mutating func wrapped(_ json: String, at path: [PathElement], _ range: SourceRange) -> String? {
        var result = json
        for element in path.reversed() {
            switch element {
            case .key(let key): result = "{\(JSONText.string(key)):\(result)}"
            case .index(let index):
                guard (0...Self.longestList).contains(index) else {
                    report(
                        .notAMessage, "a test makes no list of more than \(Self.longestList) elements", at: range,
                        help: "use receive")
                    return nil
                }
                result = "[" + String(repeating: "null,", count: index) + result + "]"
            }
        }
        return result
    }

    private static var longestList: Int { 1_000 }

    // MARK: Commands

    private mutating func expectCommand(_ reference: ReferenceSyntax, _ value: ExpressionSyntax) -> Test.Step? {
        guard let symbol = symbols[reference.name.text] else {
            reportUnknown(reference.name, in: testScope, hint: .none)
            return nil
        }
        guard case .output(let id) = symbol.kind else {
            report(
                .notAnOutput, "only an output is commanded, and \"\(symbol.name.text)\" is \(symbol.description)",
                at: reference.range,
                help: "write: expect \(written(reference.range)) is \(written(value.range))")
            return nil
        }
        let levels = levels(reference, of: symbol)
        guard let literal = literal(value, of: outputTypes[id], of: symbol.name.text, in: testScope), let levels else {
            return nil
        }
        if case .number(let number) = literal, case .number(let type) = outputTypes[id], let range = type.range,
            !range.contains(number)
        {
            report(
                .valueOutOfRange, "\"\(symbol.name.text)\" never sends \(NumberText.shortest(number))", at: value.range,
                help:
                    "the range is \(NumberText.shortest(range.lowerBound))..\(NumberText.shortest(range.upperBound)), and values are clamped to it"
            )
            return nil
        }
        return .expectCommand(id, levels, literal)
    }
}
