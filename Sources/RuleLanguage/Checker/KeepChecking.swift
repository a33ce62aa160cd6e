extension Checking {
    mutating func checkKeep(_ syntax: KeepSyntax) {
        guard let symbol = output(syntax.output, verb: "kept") else {
            return checkConditions(of: syntax)
        }
        used.insert(symbol.name.text)
        guard case .output(let id) = symbol.kind, let head = head(syntax.output, of: symbol) else { return }
        heldOutputs.append(
            OutputUse(
                output: id, domain: domain(head.arguments, parameters: head.parameters), reference: syntax.output))
        let scope = Scope(place: .keep, parameters: head.parameters)
        let owner = program.outputs[id].name
        var cases: [Keep.Case] = []
        var isGood = true
        for part in syntax.cases {
            let value = value(part.value, for: outputTypes[id], of: owner, in: scope)
            let condition = part.condition.map {
                self.condition(
                    $0, in: scope, for: "\"while\"",
                    instead: "write \"within\" and a length of time behind it, or use when")
            }
            guard let value, condition == nil || condition.flatMap({ $0 }) != nil else {
                isGood = false
                continue
            }
            cases.append(Keep.Case(value: value, condition: condition.flatMap { $0 }, range: part.range))
        }
        guard isGood else { return }
        let keep = Keep(
            output: id, parameters: head.parameters, arguments: head.arguments, cases: cases, range: syntax.range)
        checkBinding(of: keep, syntax)
        program.keeps.append(keep)
        keepSyntax.append(syntax)
    }

    /// What can be said of a `keep` for something that is no output: its values fit no type, but its conditions stand for
    /// themselves. Each bare word in its head is taken for a parameter.
    private mutating func checkConditions(of syntax: KeepSyntax) {
        let parameters = (syntax.output.arguments ?? []).compactMap { argument -> Parameter? in
            switch argument.kind {
            case .word(let word): Parameter(name: word)
            case .members(let name, let list): Parameter(name: name.text, members: list.map(\.text))
            case .text, .number, .star: nil
            }
        }
        let scope = Scope(place: .keep, parameters: parameters)
        for case let condition? in syntax.cases.map(\.condition) {
            _ = self.condition(
                condition, in: scope, for: "\"while\"",
                instead: "write \"within\" and a length of time behind it, or use when")
        }
    }

    /// The output that a rule sets.
    mutating func output(_ reference: ReferenceSyntax, verb: String) -> SymbolTable.Symbol? {
        guard let symbol = symbols[reference.name.text] else {
            let outputs = symbols.symbols.filter { if case .output = $0.kind { true } else { false } }
            let nearest = Nearest.name(to: reference.name.text, among: outputs.map(\.name.text)).flatMap { symbols[$0] }
            report(
                .unknownName, "nothing is called \(Wording.quoted(reference.name.text))", at: reference.name.range,
                help: (nearest ?? symbols.nearest(to: reference.name.text)).map {
                    "did you mean \"\($0.name.text)\"? It is \($0.description), defined in \(sources.place(of: $0.name.range))"
                } ?? "declare it, as in: output \(written(reference.range)) to \"…\" as ON | OFF")
            return nil
        }
        guard case .output = symbol.kind else {
            guard !ambiguous.contains(symbol.name.text) else { return nil }
            report(
                .notAnOutput, "only an output can be \(verb), and \"\(symbol.name.text)\" is \(symbol.description)",
                at: reference.name.range, help: "declare an output with a topic of its own for it",
                notes: [.init("it is declared here", at: symbol.name.range)])
            return nil
        }
        return symbol
    }

    /// The parameters that the head of a `keep` binds, and what it gives the output.
    private mutating func head(
        _ reference: ReferenceSyntax, of symbol: SymbolTable.Symbol
    ) -> (parameters: [Parameter], arguments: [Argument])? {
        let arguments = reference.arguments ?? []
        guard arguments.count == symbol.parameters.count else {
            reportCount(arguments.count, of: symbol, at: reference.range)
            return nil
        }
        var parameters: [Parameter] = []
        var resolved: [Argument] = []
        var isGood = true
        for (argument, declared) in zip(arguments, symbol.parameters) {
            switch argument.kind {
            case .word(let word) where word == declared.name:
                resolved.append(.parameter(parameters.count))
                parameters.append(Parameter(name: word, members: declared.members))
            case .word(let level), .text(let level), .number(let level):
                if isLevel(level, at: argument.range), isDeclared(level, for: declared, of: symbol, at: argument.range),
                    !isSlip(argument, of: symbol)
                {
                    resolved.append(.level(level))
                } else {
                    isGood = false
                }
            case .members(let name, let list):
                let levels = members(list)
                for (level, syntax) in zip(levels, list)
                where !isDeclared(level, for: declared, of: symbol, at: syntax.range) {
                    isGood = false
                }
                resolved.append(.parameter(parameters.count))
                parameters.append(Parameter(name: name.text, members: levels))
            case .star:
                isGood = false
                report(
                    .starOutsideAggregate, "a keep cannot hold \"*\"", at: argument.range,
                    help: "write \(declared.name): the keep then holds each that is heard")
            }
        }
        for (index, parameter) in parameters.enumerated()
        where parameters.prefix(index).contains(where: { $0.name == parameter.name }) {
            isGood = false
            report(
                .duplicateParameter, "the parameter \"\(parameter.name)\" stands twice", at: reference.range,
                help: "give one of them another name")
        }
        return isGood ? (parameters, resolved) : nil
    }

    /// A bare word in the head that is nearly the parameter.
    private mutating func isSlip(_ argument: ArgumentSyntax, of symbol: SymbolTable.Symbol) -> Bool {
        guard case .word(let word) = argument.kind else { return false }
        let scope = Scope(place: .keep, parameters: symbol.parameters)
        guard let meant = slip(word, in: scope) else { return false }
        report(
            .likelySlip, "\"\(word)\" looks like the parameter \"\(meant)\", and would be the level \"\(word)\"",
            at: argument.range, help: "write \(meant), or \"\(word)\" in quotes if the level is meant")
        return true
    }

    /// A parameter without a list gets its instances from what is heard, so a case must name it.
    private mutating func checkBinding(of keep: Keep, _ syntax: KeepSyntax) {
        for (index, parameter) in keep.parameters.enumerated() where parameter.members == nil {
            let isHeard = keep.cases.contains { part in
                names(parameter: index, in: part.value)
                    || (part.condition.map { names(parameter: index, in: $0) } ?? false)
            }
            guard !isHeard else { continue }
            let argument = (syntax.output.arguments ?? []).first { $0.kind == .word(parameter.name) }
            report(
                .unboundParameter, "nothing binds \"\(parameter.name)\": no case names an input with it",
                at: argument?.range ?? syntax.output.range,
                help: "list its levels, as in: \(parameter.name) in (kitchen, office), or name it in a case")
        }
    }

    /// Whether an input, event, output or `let` in the expression has the parameter as an argument.
    func names(parameter index: Int, in expression: Expression) -> Bool {
        switch expression.kind {
        case .input(_, let arguments), .output(_, let arguments), .reference(_, let arguments),
            .isFailed(_, let arguments):
            arguments.contains(.parameter(index))
        default:
            expression.children.contains { names(parameter: index, in: $0) }
        }
    }
}
