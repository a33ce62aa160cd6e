/// What stands behind the commas of a declaration.
extension Checking {
    mutating func checkOptions() {
        for id in inputSyntax.indices { checkOptions(ofInput: id) }
        for id in outputSyntax.indices { checkOptions(ofOutput: id) }
    }

    private mutating func checkOptions(ofInput id: InputID) {
        let syntax = inputSyntax[id]
        let name = syntax.name.text
        let scope = Scope(place: .option, parameters: program.inputs[id].parameters)
        var seen: Set<String> = []
        for option in syntax.options {
            guard isFirst(option.name, at: option.range ?? syntax.name.range, seen: &seen) else { continue }
            switch option {
            case .staleAfter(let duration):
                if syntax.isEvent {
                    reportUseless(option.name, at: duration.range)
                } else if isPositive(duration, for: "\"stale after\"") {
                    program.inputs[id].staleAfter = duration.nanoseconds
                }
            case .validWhile(let condition):
                program.inputs[id].validWhile = self.condition(
                    condition, in: scope, for: "\"valid while\"",
                    instead: "write \"within\" and a length of time behind it")
            case .except(let values, _):
                program.inputs[id].exceptions = values.compactMap {
                    literal($0, of: inputTypes[id], of: name, in: scope)
                }
            case .initially(let value, let range):
                if syntax.isEvent {
                    reportUseless(option.name, at: range)
                } else {
                    checkInitially(value, ofInput: id, in: scope)
                }
            case .qos(let qos, let range):
                if let qos = checkedQoS(qos, at: range) { program.inputs[id].qos = qos }
            case .limit(let limit, let range):
                if limit >= 1 {
                    program.inputs[id].limit = limit
                } else {
                    report(.invalidOption, "a limit is 1 or more", at: range)
                }
            }
        }
    }

    private mutating func checkInitially(_ syntax: ExpressionSyntax, ofInput id: InputID, in scope: Scope) {
        let name = inputSyntax[id].name.text
        guard let value = literal(syntax, of: inputTypes[id], of: name, in: scope) else { return }
        if case .number(let number) = value, case .number(let type) = inputTypes[id], let range = type.range,
            !range.contains(number)
        {
            report(
                .valueOutOfRange, "\(NumberText.shortest(number)) is outside the range of \(name)", at: syntax.range,
                help: "the range is \(NumberText.shortest(range.lowerBound))..\(NumberText.shortest(range.upperBound))")
            return
        }
        program.inputs[id].initially = value
    }

    private mutating func checkOptions(ofOutput id: OutputID) {
        let syntax = outputSyntax[id]
        let scope = Scope(place: .option, parameters: program.outputs[id].parameters)
        var seen: Set<String> = []
        for option in syntax.options {
            guard isFirst(option.name, at: option.range ?? syntax.name.range, seen: &seen) else { continue }
            switch option {
            case .qos(let qos, let range):
                if let qos = checkedQoS(qos, at: range) { program.outputs[id].qos = qos }
            case .retained: program.outputs[id].retained = true
            case .sending(let text): program.outputs[id].template = template(text, ofOutput: id)
            case .atLeastApart(let duration):
                if isPositive(duration, for: "\"apart\"") { program.outputs[id].atLeastApart = duration.nanoseconds }
            case .wordAtLeast(let word, let duration): checkMinimum(word, duration, ofOutput: id)
            case .expiresAfter(let duration):
                if isPositive(duration, for: "\"expires after\"") {
                    program.outputs[id].expiresAfter = duration.nanoseconds
                }
            case .confirmed(let reference, let within, let tries, let range):
                checkConfirmation(reference, within: within, tries: tries, at: range, ofOutput: id, in: scope)
            case .resendWhen(let trigger):
                program.outputs[id].resendWhen = logic(trigger, in: scope, for: "\"resend when\"")
            case .resendEvery(let duration):
                if isPositive(duration, for: "\"resend every\"") {
                    program.outputs[id].resendEvery = duration.nanoseconds
                }
            case .shadow: program.outputs[id].isShadow = true
            }
        }
    }

    private mutating func checkMinimum(_ word: NameSyntax, _ duration: DurationSyntax, ofOutput id: OutputID) {
        guard let type = outputTypes[id] else { return }
        guard case .words(let words) = type else {
            report(
                .invalidOption,
                "only a word can be kept for a time, and \"\(program.outputs[id].name)\" is \(description(of: expressionType(type)))",
                at: word.range, help: "write: at least \(written(duration.range)) apart")
            return
        }
        guard let known = words.first(where: { $0.name == word.text }) else {
            let hint = Hint.words(words.map(\.id), of: program.outputs[id].name)
            return reportUnknown(word, in: Scope(place: .option), hint: hint)
        }
        guard isPositive(duration, for: "\"at least\"") else { return }
        program.outputs[id].minimumTimes[known.id] = duration.nanoseconds
    }

    private mutating func checkConfirmation(
        _ reference: ReferenceSyntax, within: DurationSyntax, tries: Int, at range: SourceRange, ofOutput id: OutputID,
        in scope: Scope
    ) {
        let name = program.outputs[id].name
        guard tries >= 1 else {
            return report(.invalidOption, "a command is tried at least once", at: range, help: "write 1 tries or more")
        }
        guard isPositive(within, for: "\"within\""), let symbol = symbols[reference.name.text] else {
            if symbols[reference.name.text] == nil { reportUnknown(reference.name, in: scope, hint: .none) }
            return
        }
        used.insert(symbol.name.text)
        guard case .input(let input) = symbol.kind, !symbol.isEvent else {
            return report(
                .typeMismatch,
                "only an input can confirm a command, and \"\(symbol.name.text)\" is \(symbol.description)",
                at: reference.range, notes: [.init("it is declared here", at: symbol.name.range)])
        }
        guard let arguments = resolve(reference.arguments ?? [], of: symbol, at: reference.range, in: scope),
            let mine = outputTypes[id], let theirs = inputTypes[input]
        else { return }
        guard canConfirm(theirs, mine) else {
            return report(
                .typeMismatch,
                "\"\(symbol.name.text)\" is \(description(of: expressionType(theirs))), and cannot say that \"\(name)\" is \(description(of: expressionType(mine)))",
                at: reference.range,
                help: "an input that confirms has all words of the output, with payloads of its own where these differ")
        }
        program.outputs[id].confirmation = .init(
            input: input, arguments: arguments, within: within.nanoseconds, tries: tries)
    }

    private func canConfirm(_ input: ValueType, _ output: ValueType) -> Bool {
        switch (input, output) {
        case (.text, .text): true
        case (.number(let a), .number(let b)): if case .unit = Units.common(a.unit, b.unit) { true } else { false }
        case (.words(let a), .words(let b)): Set(b.map(\.id)).isSubset(of: a.map(\.id))
        default: false
        }
    }

    private mutating func checkedQoS(_ qos: Int, at range: SourceRange) -> Int? {
        if (0...2).contains(qos) { return qos }
        report(.invalidOption, "there is no QoS \(qos)", at: range, help: "write qos 0, qos 1 or qos 2")
        return nil
    }

    private mutating func isFirst(_ name: String, at range: SourceRange, seen: inout Set<String>) -> Bool {
        if seen.insert(name).inserted { return true }
        report(.duplicateOption, "\"\(name)\" stands twice", at: range, help: "keep one of them")
        return false
    }

    private mutating func reportUseless(_ option: String, at range: SourceRange) {
        report(
            .uselessOption, "an event holds for an instant, so \"\(option)\" has no meaning for it", at: range,
            help: "leave it out, or declare an input")
    }
}

extension InputSyntax.Option {
    var name: String {
        switch self {
        case .staleAfter: "stale after"
        case .validWhile: "valid while"
        case .except: "except"
        case .initially: "initially"
        case .qos: "qos"
        case .limit: "limit"
        }
    }

    var range: SourceRange? {
        switch self {
        case .staleAfter(let duration): duration.range
        case .validWhile(let condition): condition.range
        case .except(_, let range), .initially(_, let range), .qos(_, let range), .limit(_, let range): range
        }
    }
}

extension OutputSyntax.Option {
    /// What may stand but once; each word has a minimum time of its own.
    var name: String {
        switch self {
        case .qos: "qos"
        case .retained: "retained"
        case .sending: "sending"
        case .atLeastApart: "at least … apart"
        case .wordAtLeast(let word, _): "\(word.text) at least"
        case .expiresAfter: "expires after"
        case .confirmed: "confirmed by"
        case .resendWhen: "resend when"
        case .resendEvery: "resend every"
        case .shadow: "shadow"
        }
    }

    var range: SourceRange? {
        switch self {
        case .qos(_, let range), .retained(let range), .confirmed(_, _, _, let range), .shadow(let range): range
        case .sending(let text): text.range
        case .wordAtLeast(let word, _): word.range
        case .atLeastApart(let duration), .expiresAfter(let duration), .resendEvery(let duration): duration.range
        case .resendWhen(let condition): condition.range
        }
    }
}
