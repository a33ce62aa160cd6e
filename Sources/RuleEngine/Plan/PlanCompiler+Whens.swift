import RuleLanguage

extension PlanCompiler {
    mutating func compileWhen(_ index: Int) {
        let when = plan.program.whens[index]
        let unit = addUnit(
            .when(index), key: "when " + canonical.text(of: when), parameterCount: when.parameters.count,
            range: when.range)
        var writer = UnitWriter(unit: unit, scope: .rule)
        let trigger = delayed(when.late ?? never) { $0.compile(when.trigger, into: &writer) }
        let condition = when.condition.map { compile($0, into: &writer) } ?? Operation.none
        let values = when.actions.map { item in
            item.action.value.map { compile($0, into: &writer) } ?? Operation.none
        }
        plan.units[unit].script = UnitTemplate.Script(
            trigger: trigger, condition: condition, values: values,
            triggerState: writer.state(key: "trigger"), beatState: writer.state(key: "beat"))
        finish(writer)

        var feeds = FeedCollector(program: plan.program)
        feeds.collect(when.trigger)
        addDomain(.unit(unit), parameters: when.parameters, feeds: feeds.uses)
    }

    /// What an output's options need to look at.
    mutating func compileManners(of id: OutputID) {
        let output = plan.program.outputs[id]
        if let condition = output.resendWhen {
            let unit = addUnit(
                .resend(id), key: "resend \(output.name) \(canonical.text(of: condition))",
                parameterCount: output.parameters.count, range: condition.range)
            var writer = UnitWriter(unit: unit, scope: .rule)
            let trigger = delayed(never) { $0.compile(condition, into: &writer) }
            plan.units[unit].script = UnitTemplate.Script(
                trigger: trigger, condition: Operation.none, values: [], triggerState: writer.state(key: "trigger"),
                beatState: Operation.none)
            finish(writer)
            plan.resendUnits[id] = unit
        }
        if let confirmation = output.confirmation {
            let unit = addUnit(
                .confirmation(id), key: "confirmation \(output.name)", parameterCount: output.parameters.count,
                range: output.range)
            var writer = UnitWriter(unit: unit, scope: .rule)
            let type = plan.program.inputs[confirmation.input].type
            let input = Expression(
                .input(confirmation.input, confirmation.arguments), type: Expression.ExpressionType(type),
                range: output.range)
            plan.units[unit].result = compile(input, into: &writer)
            finish(writer)
            plan.confirmationUnits[id] = unit
        }
    }
}

extension When.Action {
    /// The expression that it evaluates, if any.
    var value: Expression? {
        switch self {
        case .set(_, _, let value), .publish(let value, _, _, _), .waitUntil(let value, _), .log(let value): value
        case .toggle, .wait: nil
        }
    }
}

extension Expression.ExpressionType {
    package init(_ type: ValueType) {
        switch type {
        case .text: self = .text
        case .number(let number): self = .number(unit: number.unit)
        case .words(let words): self = .words(words.map(\.id))
        }
    }
}

extension CanonicalText {
    /// What a `when` means: its trigger and all that it does.
    func text(of when: When) -> String {
        let actions = when.actions.map { item in
            switch item.action {
            case .set(let output, let arguments, let value):
                program.outputs[output].name + list(arguments) + "=" + text(of: value)
            case .toggle(let output, let arguments): "toggle " + program.outputs[output].name + list(arguments)
            case .publish(let value, let topic, _, _): "publish " + text(of: value) + " " + topic.filter
            case .wait(let duration): "wait \(duration)"
            case .waitUntil(let condition, let limit):
                "wait until " + text(of: condition) + (limit.map { " \($0)" } ?? "")
            case .log(let value): "log " + text(of: value)
            }
        }
        return ([text(of: when.trigger)] + actions).joined(separator: "; ")
    }
}
