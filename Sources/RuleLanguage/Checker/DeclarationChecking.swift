/// Topics and types of inputs, events and outputs.
extension Checking {
    mutating func checkDeclarations() {
        for id in inputSyntax.indices {
            let syntax = inputSyntax[id]
            inputTypes[id] = type(syntax.type)
            if let type = inputTypes[id] { program.inputs[id].type = type }
            topicsOfInputs[id] = topic(
                syntax.topic, of: program.inputs[id].parameters, names: syntax.parameters, for: .listening)
            if let topic = topicsOfInputs[id] { program.inputs[id].topic = topic }
        }
        for id in outputSyntax.indices {
            let syntax = outputSyntax[id]
            outputTypes[id] = type(syntax.type)
            if let type = outputTypes[id] { program.outputs[id].type = type }
            topicsOfOutputs[id] = topic(
                syntax.topic, of: program.outputs[id].parameters, names: syntax.parameters, for: .sending)
            if let topic = topicsOfOutputs[id] { program.outputs[id].topic = topic }
        }
    }

    // MARK: Topics

    /// The pattern of a declaration's topic, in which each parameter stands exactly once.
    private mutating func topic(
        _ text: TextSyntax, of parameters: [Parameter], names: [ParameterSyntax], for use: TopicUse
    ) -> TopicPattern? {
        guard let pieces = topicPieces(text, parameters: parameters) else { return nil }
        var isGood = true
        for (index, parameter) in parameters.enumerated() where names.indices.contains(index) {
            let count = pieces.count { $0 == .parameter(index) }
            // A name that stands twice in the head has been reported.
            guard count != 1, parameters.firstIndex(where: { $0.name == parameter.name }) == index else { continue }
            isGood = false
            report(
                .parameterNotInTopic,
                count == 0
                    ? "the parameter \"\(parameter.name)\" is not in the topic"
                    : "the parameter \"\(parameter.name)\" stands \(count) times in the topic",
                at: count == 0 ? names[index].name.range : text.range,
                help: count == 0
                    ? "write {\(parameter.name)} in the topic where it stands"
                    : "use another parameter for the other place")
        }
        return isGood ? pattern(pieces, for: use, at: text.range) : nil
    }

    mutating func pattern(_ pieces: [TopicPattern.Piece], for use: TopicUse, at range: SourceRange) -> TopicPattern? {
        do throws(TopicProblem) {
            return try TopicPattern(pieces: pieces, for: use)
        } catch {
            report(.invalidTopic, error.message, at: range, help: error.help)
            return nil
        }
    }

    /// The pieces of a topic with the settings filled in. Nil after an error.
    mutating func topicPieces(_ text: TextSyntax, parameters: [Parameter]) -> [TopicPattern.Piece]? {
        var pieces: [TopicPattern.Piece] = []
        var isGood = true
        for piece in text.pieces {
            guard case .placeholder(let name, let arguments) = piece else {
                if case .literal(let literal) = piece { pieces.append(.text(literal)) }
                continue
            }
            if arguments == nil, let index = parameters.firstIndex(where: { $0.name == name.text }) {
                pieces.append(.parameter(index))
            } else if arguments == nil, let setting = filledIn(name) {
                if let setting { pieces.append(.text(setting)) } else { isGood = false }
            } else {
                isGood = false
                reportInTopic(name, parameters: parameters)
            }
        }
        return isGood ? pieces : nil
    }

    private mutating func reportInTopic(_ name: NameSyntax, parameters: [Parameter]) {
        if let symbol = symbols[name.text] {
            return report(
                .valueInTopic, "a topic cannot change with a value, and \"\(name.text)\" is \(symbol.description)",
                at: name.range, help: "only parameters and settings can stand in a topic")
        }
        if name.text == "password" {
            return report(.passwordInFile, "the password cannot stand in a topic", at: name.range)
        }
        let known = parameters.map(\.name) + Self.settingNames.filter { $0 != "password" }
        let nearest = Nearest.name(to: name.text, among: known)
        report(
            .unknownName, "nothing is called \(Wording.quoted(name.text))", at: name.range,
            help: nearest.map { "did you mean \"\($0)\"?" }
                ?? "name the parameter in the parentheses behind the name; in the topic of an input \"+\" stands for a level that needs none"
        )
    }

    // MARK: Types

    private mutating func type(_ syntax: TypeSyntax) -> ValueType? {
        switch syntax {
        case .missing: nil
        case .text: .text
        case .number(let unit, let range, let step, _): numberType(unit: unit, range: range, step: step)
        case .words(let words, _): wordsType(words)
        }
    }

    private mutating func numberType(
        unit: NameSyntax?, range: (low: SignedNumberSyntax, high: SignedNumberSyntax)?, step: SignedNumberSyntax?
    ) -> ValueType? {
        guard let unit = canonical(unit) else { return nil }
        var type = ValueType.NumberType(unit: unit)
        if let range {
            guard range.low.value <= range.high.value else {
                report(
                    .emptyRange, "nothing is in \(written(range.low.range.union(range.high.range)))",
                    at: range.low.range.union(range.high.range), help: "write the lower end first")
                return nil
            }
            type.range = range.low.value...range.high.value
        }
        if let step {
            guard step.value > 0, step.value.isFinite else {
                report(.emptyRange, "a step is greater than 0", at: step.range)
                return nil
            }
            type.step = step.value
        }
        return .number(type)
    }

    private mutating func wordsType(_ syntax: [WordSyntax]) -> ValueType? {
        var words: [ValueType.Word] = []
        var isGood = true
        for word in syntax {
            let name = word.name
            if SymbolTable.reservedWords.contains(name.text) {
                isGood = false
                report(
                    .reservedName, "\"is \(name.text)\" is always the question whether a value is \(name.text)",
                    at: name.range,
                    help: "use another word with this payload, as in: \(name.text)_ \"\(name.text)\"")
                continue
            }
            if words.contains(where: { $0.name == name.text }) {
                isGood = false
                report(
                    .duplicateWord, "the word \"\(name.text)\" stands twice", at: name.range,
                    help: "leave out one of them")
                continue
            }
            var payloads: [String] = []
            for payload in word.payloads {
                guard let text = constant(payload) else {
                    isGood = false
                    continue
                }
                if let other = words.first(where: { $0.payloads.contains(text) })?.name
                    ?? (payloads.contains(text) ? name.text : nil)
                {
                    isGood = false
                    report(
                        .duplicateWord, "the payload \(Wording.quoted(text)) already means \"\(other)\"",
                        at: payload.range, help: "give each word payloads of its own")
                }
                payloads.append(text)
            }
            if word.payloads.isEmpty {
                if let other = words.first(where: { $0.payloads.contains(name.text) }) {
                    isGood = false
                    report(
                        .duplicateWord, "the payload \(Wording.quoted(name.text)) already means \"\(other.name)\"",
                        at: name.range, help: "give each word payloads of its own")
                }
                payloads = [name.text]
            }
            words.append(.init(id: wordID(name.text), name: name.text, payloads: payloads))
        }
        return isGood && !words.isEmpty ? .words(words) : nil
    }
}
