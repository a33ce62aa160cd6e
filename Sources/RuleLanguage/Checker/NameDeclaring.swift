/// The first pass: every name gets its place, so that rules may stand before what they use.
extension Checking {
    mutating func declareNames() {
        for statement in tree.statements {
            switch statement {
            case .input(let input): declare(input)
            case .output(let output): declare(output)
            case .binding(let binding): declare(binding)
            case .setting, .keep, .when, .test: continue
            }
        }
    }

    private mutating func declare(_ syntax: InputSyntax) {
        let symbol = SymbolTable.Symbol(
            kind: .input(inputSyntax.count), isEvent: syntax.isEvent, name: syntax.name,
            parameters: parameters(syntax.parameters))
        guard insert(symbol) else { return }
        inputSyntax.append(syntax)
        inputTypes.append(nil)
        topicsOfInputs.append(nil)
        program.inputs.append(
            Input(
                isEvent: syntax.isEvent, name: syntax.name.text, parameters: symbol.parameters,
                topic: TopicPattern(levels: []), path: syntax.path, type: .text, range: syntax.range,
                nameRange: syntax.name.range))
    }

    private mutating func declare(_ syntax: OutputSyntax) {
        let symbol = SymbolTable.Symbol(
            kind: .output(outputSyntax.count), name: syntax.name, parameters: parameters(syntax.parameters))
        guard insert(symbol) else { return }
        outputSyntax.append(syntax)
        outputTypes.append(nil)
        topicsOfOutputs.append(nil)
        program.outputs.append(
            Output(
                name: syntax.name.text, parameters: symbol.parameters, topic: TopicPattern(levels: []), type: .text,
                range: syntax.range, nameRange: syntax.name.range))
    }

    private mutating func declare(_ syntax: LetSyntax) {
        let symbol = SymbolTable.Symbol(
            kind: .binding(letSyntax.count), name: syntax.name, parameters: parameters(syntax.parameters))
        guard insert(symbol) else { return }
        letSyntax.append(syntax)
        letStates.append(.waiting)
        letEvents.append([])
        mentionsOfLets.append([])
        letReadings.append(false)
        letThresholds.append(nil)
        letInputs.append(InputUse())
        program.lets.append(
            LetDefinition(
                name: syntax.name.text, parameters: symbol.parameters,
                value: Expression(.number(0), type: .number(unit: nil), range: syntax.range), range: syntax.range))
    }

    /// Whether the name is new and free to be taken.
    private mutating func insert(_ symbol: SymbolTable.Symbol) -> Bool {
        let name = symbol.name
        if SymbolTable.reserved.contains(name.text) {
            report(
                .reservedName, "\"\(name.text)\" means something in the language itself", at: name.range,
                help: "give it another name")
            return false
        }
        if let first = symbols.insert(symbol) {
            ambiguous.insert(name.text)
            report(
                .duplicateName, "\"\(name.text)\" is defined twice", at: name.range,
                help: "give one of them another name",
                notes: [.init("the first is \(first.description)", at: first.name.range)])
            return false
        }
        return true
    }

    private mutating func parameters(_ syntax: [ParameterSyntax]) -> [Parameter] {
        var result: [Parameter] = []
        for parameter in syntax {
            if result.contains(where: { $0.name == parameter.name.text }) {
                report(
                    .duplicateParameter, "the parameter \"\(parameter.name.text)\" stands twice",
                    at: parameter.name.range,
                    help: "give one of them another name")
            }
            result.append(Parameter(name: parameter.name.text, members: parameter.members.map { members($0) }))
        }
        return result
    }

    /// The levels of a list, each once.
    mutating func members(_ list: [NameSyntax]) -> [String] {
        var result: [String] = []
        for member in list {
            guard isLevel(member.text, at: member.range) else { continue }
            if result.contains(member.text) {
                report(
                    .duplicateParameter, "\(Wording.level(member.text)) stands twice in the list", at: member.range,
                    help: "leave out one of them")
                continue
            }
            result.append(member.text)
        }
        return result
    }

    /// Whether a text can stand for a level of a topic or a part of one; reports it where not.
    mutating func isLevel(_ text: String, at range: SourceRange) -> Bool {
        let problem: String
        if text.isEmpty {
            problem = "a level is never empty"
        } else if let wrong = text.first(where: { "+#/\0".contains($0) }) {
            problem = wrong == "\0" ? "a level cannot contain a NUL character" : "\"\(wrong)\" cannot stand in a level"
        } else if text.utf8.count > TopicProblem.longestTopic {
            problem = "a level has at most 65,535 bytes"
        } else {
            return true
        }
        report(
            .invalidLevel, problem, at: range,
            help: "write what stands in the topic at the place of the parameter, between two \"/\"")
        return false
    }
}
