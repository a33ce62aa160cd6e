extension Checking {
    mutating func checkWhen(_ syntax: WhenSyntax) {
        let parameters = parametersOfTrigger(syntax.trigger)
        let scope = Scope(place: .trigger, parameters: parameters)
        guard let trigger = logic(syntax.trigger, in: scope, for: "\"when\"") else {
            // The actions are read all the same, for what is wrong with them by themselves; an event of the trigger
            // may have its value in them.
            let events = Set(program.inputs.indices.filter { program.inputs[$0].isEvent })
            _ = checkBody(syntax, Scope(place: .action, parameters: parameters, heldEvents: events))
            return
        }
        let inner = Scope(place: .action, parameters: parameters, heldEvents: mentions(in: trigger))
        let body = checkBody(syntax, inner)
        var when = When(
            parameters: parameters, trigger: trigger, condition: body?.condition, actions: body?.actions ?? [],
            range: syntax.range)
        checkWhenOptions(syntax, of: &when)
        guard body != nil else { return }
        program.whens.append(when)
        whenSyntax.append(syntax)
    }

    /// Those words of the trigger's arguments that their declarations call so.
    private func parametersOfTrigger(_ trigger: ExpressionSyntax) -> [Parameter] {
        var result: [Parameter] = []
        trigger.visit { part in
            for (name, arguments) in part.ownReferences {
                guard let symbol = symbols[name.text] else {
                    // The name is mistyped; what it was to bind is not missing as well.
                    for case .word(let word) in arguments.map(\.kind) where !result.contains(where: { $0.name == word })
                    {
                        result.append(Parameter(name: word))
                    }
                    continue
                }
                for (argument, declared) in zip(arguments, symbol.parameters)
                where argument.kind == .word(declared.name) {
                    if let index = result.firstIndex(where: { $0.name == declared.name }) {
                        result[index].members = result[index].members ?? declared.members
                    } else {
                        result.append(declared)
                    }
                }
            }
        }
        return result
    }

    private mutating func checkWhenOptions(_ syntax: WhenSyntax, of when: inout When) {
        var seen: Set<String> = []
        for option in syntax.options {
            if !seen.insert(option.name).inserted {
                report(.duplicateOption, "\"\(option.name)\" stands twice", at: option.range, help: "keep one of them")
                continue
            }
            switch option {
            case .repeatingEvery(let duration):
                guard isPositive(duration, for: "\"repeating every\"") else { continue }
                if when.trigger.type == .happening {
                    report(
                        .uselessOption, "a happening does not last, so nothing can be repeated while it does",
                        at: duration.range,
                        help: "write a condition as the trigger, or use every")
                }
                when.repeatingEvery = duration.nanoseconds
            case .onceAtATime: when.overlap = .onceAtATime
            case .queued: when.overlap = .queued
            case .late(let duration): when.late = duration.nanoseconds
            }
        }
        if seen.contains("once at a time"), seen.contains("queued"),
            let last = syntax.options.last(where: { $0.isOverlap })
        {
            report(
                .invalidOption, "\"once at a time\" and \"queued\" say different things about a second trigger",
                at: last.range,
                help: "keep one of them")
        }
    }

    // MARK: if and actions

    private mutating func checkBody(
        _ syntax: WhenSyntax, _ scope: Scope
    ) -> (condition: Expression?, actions: [(action: When.Action, range: SourceRange)])? {
        var isGood = true
        var condition: Expression?
        if let asked = syntax.condition {
            condition = self.condition(
                asked, in: scope, for: "\"if\"", instead: "write \"within\" and a length of time behind it")
            isGood = condition != nil
        }
        var actions: [(action: When.Action, range: SourceRange)] = []
        for action in syntax.actions {
            if let checked = check(action, in: scope) {
                actions.append((checked, action.range))
            } else {
                isGood = false
            }
        }
        guard isGood else { return nil }
        return (condition, actions)
    }

    private mutating func check(_ action: WhenSyntax.Action, in scope: Scope) -> When.Action? {
        switch action.kind {
        case .missing: return nil
        case .set(let reference, let value):
            guard let (id, arguments) = target(reference, verb: "set", in: scope) else { return nil }
            let checked = self.value(value, for: outputTypes[id], of: program.outputs[id].name, in: scope)
            return checked.flatMap { checked in arguments.map { .set(id, $0, checked) } }
        case .toggle(let reference):
            guard let (id, arguments) = target(reference, verb: "toggled", in: scope), let type = outputTypes[id] else {
                return nil
            }
            guard case .words(let words) = type, words.count == 2 else {
                report(
                    .typeMismatch,
                    "only an output with two words can be toggled, and \"\(program.outputs[id].name)\" is \(description(of: expressionType(type)))",
                    at: reference.range, help: "set it, as in: \(written(reference.range)) = …")
                return nil
            }
            return arguments.map { .toggle(id, $0) }
        case .publish(let payload, let topic, let retained, let qos):
            let text = self.text(payload, for: "\"publish\"", in: scope)
            let pieces = topicPieces(topic, parameters: scope.parameters)
            let pattern = pieces.flatMap { self.pattern($0, for: .sending, at: topic.range) }
            if let qos, !(0...2).contains(qos) {
                report(.invalidOption, "there is no QoS \(qos)", at: action.range, help: "write qos 0, qos 1 or qos 2")
                return nil
            }
            guard let text, let pattern else { return nil }
            return .publish(text, topic: pattern, retained: retained, qos: qos ?? 1)
        case .wait(let duration):
            return isPositive(duration, for: "\"wait\"") ? .wait(duration.nanoseconds) : nil
        case .waitUntil(let condition, let limit):
            let checked = self.condition(
                condition, in: scope, for: "\"wait until\"", instead: "write \"within\" and a length of time behind it")
            if let limit, !isPositive(limit, for: "\"at most\"") { return nil }
            return checked.map { .waitUntil($0, atMost: limit?.nanoseconds) }
        case .log(let text):
            return self.text(text, for: "\"log\"", in: scope).map { .log($0) }
        }
    }

    private mutating func target(
        _ reference: ReferenceSyntax, verb: String, in scope: Scope
    ) -> (id: OutputID, arguments: [Argument]?)? {
        guard let symbol = output(reference, verb: verb), case .output(let id) = symbol.kind else { return nil }
        used.insert(symbol.name.text)
        let arguments = resolve(reference.arguments ?? [], of: symbol, at: reference.range, in: scope)
        if let arguments {
            setOutputs.append(
                OutputUse(
                    output: id, domain: domain(arguments, parameters: scope.parameters), reference: reference))
        }
        return (id, arguments)
    }

    private mutating func text(_ syntax: ExpressionSyntax, for user: String, in scope: Scope) -> Expression? {
        guard let value = value(syntax, in: scope, hint: .text(of: user)), isHeld(value, in: scope, at: syntax.range)
        else { return nil }
        if value.type == .text { return value }
        report(
            .typeMismatch, "\(user) needs a text, and \(quote(syntax)) is \(description(of: value.type))",
            at: syntax.range,
            help: "put it into a text, as in: \"{\(written(syntax.range))}\"")
        return nil
    }
}

extension WhenSyntax.Option {
    fileprivate var name: String {
        switch self {
        case .repeatingEvery: "repeating every"
        case .onceAtATime: "once at a time"
        case .queued: "queued"
        case .late: "late"
        }
    }

    fileprivate var range: SourceRange {
        switch self {
        case .repeatingEvery(let duration), .late(let duration): duration.range
        case .onceAtATime(let range), .queued(let range): range
        }
    }

    fileprivate var isOverlap: Bool {
        switch self {
        case .onceAtATime, .queued: true
        case .repeatingEvery, .late: false
        }
    }
}
