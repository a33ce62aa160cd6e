import RuleLanguage

/// Says why a condition has the value that it has, with the values that make it so.
extension Engine {
    func describe(_ operation: Int32, of place: Int32, into words: inout ReasonWords) {
        describe(operation, described(place), &words)
    }

    private func described(_ place: Int32) -> DescribedUnit {
        let unit = units[Int(place)]
        let template = Int(unit.template)
        return DescribedUnit(
            place: place, plan: plan.units[template], operations: Int(code.spans[template].firstOperation),
            cells: Int(unit.cells))
    }

    private func operation(_ place: Int32, _ unit: DescribedUnit) -> Operation {
        code.operations[unit.operations + Int(place)]
    }

    private func value(_ place: Int32, _ unit: DescribedUnit) -> Value {
        cells[unit.cells + Int(place)]
    }

    private func describe(_ place: Int32, _ unit: DescribedUnit, _ words: inout ReasonWords) {
        let operation = operation(place, unit)
        let value = value(place, unit)
        switch operation.code {
        case .not, .occurred, .valid, .begins, .ends:
            describe(operation.a, unit, &words)
        case .and:
            combine(operation, telling: value.isTrue ? nil : value, unit, &words)
        case .or:
            combine(operation, telling: value.isFalse ? nil : value, unit, &words)
        case .becomes, .changes:
            tell(operation.a, " is now ", unit, &words)
        case .held:
            describeHeld(operation, value, unit, &words)
        case .within:
            describeWithin(operation, value, unit, &words)
        case .until:
            describeUntil(operation, value, unit, &words)
        case .isKnown, .isUnknown:
            tell(operation.a, " is ", unit, &words)
        case .link:
            describeLink(place, value, unit, &words)
        default:
            describeComparison(operation, value, unit, &words)
        }
    }

    /// The parts of an `and` or `or`; where one decided it alone, only that one.
    private func combine(
        _ operation: Operation, telling: Value?, _ unit: DescribedUnit, _ words: inout ReasonWords
    ) {
        let tellsFirst = telling == nil || value(operation.a, unit) == telling
        let tellsSecond = telling == nil || value(operation.b, unit) == telling
        if tellsFirst { describe(operation.a, unit, &words) }
        if tellsFirst && tellsSecond { words += " and " }
        if tellsSecond { describe(operation.b, unit, &words) }
    }

    private func describeHeld(
        _ operation: Operation, _ value: Value, _ unit: DescribedUnit, _ words: inout ReasonWords
    ) {
        describe(operation.a, unit, &words)
        guard self.value(operation.a, unit).isTrue else { return }
        words += value.isTrue ? " for " : " for less than "
        words += DurationText.written(operation.duration)
    }

    private func describeWithin(
        _ operation: Operation, _ value: Value, _ unit: DescribedUnit, _ words: inout ReasonWords
    ) {
        // What holds for an instant has no value to show in all the others.
        let isMissing = operation.b == 1 && value.isFalse
        guard isMissing || value.isTrue && !self.value(operation.a, unit).isTrue else {
            return describe(operation.a, unit, &words)
        }
        name(operation.a, unit, &words)
        words += isMissing ? " has not come within the last " : " within the last "
        words += DurationText.written(operation.duration)
    }

    private func describeUntil(
        _ operation: Operation, _ value: Value, _ unit: DescribedUnit, _ words: inout ReasonWords
    ) {
        let hasCondition = operation.b != Operation.none
        let hasHappening = operation.c != Operation.none
        if value.isTrue && !self.value(operation.a, unit).isTrue {
            name(operation.a, unit, &words)
            words += " was so, and "
            if hasCondition { name(operation.b, unit, &words) }
            if hasCondition && hasHappening { words += " or " }
            if hasHappening { name(operation.c, unit, &words) }
            words += " has not come since"
            return
        }
        if !value.isTrue && hasCondition && self.value(operation.b, unit).isTrue {
            describe(operation.b, unit, &words)
        } else if !value.isTrue && hasHappening && self.value(operation.c, unit).isTrue {
            describe(operation.c, unit, &words)
        } else {
            describe(operation.a, unit, &words)
        }
    }

    // MARK: Links

    private func describeLink(_ place: Int32, _ value: Value, _ unit: DescribedUnit, _ words: inout ReasonWords) {
        let link = unit.plan.template.links[Int(operation(place, unit).a)]
        switch link.target {
        case .startup:
            words += "the gateway started"
        case .clock(let index):
            if value.isFalse { words += "not " }
            words += plan.program.sources.text(of: plan.clockRanges[index])
        case .unit(let template):
            guard words.depth > 0, let read = unitPlaces[key(template, link.arguments, unitLevels[Int(unit.place)])]
            else { return tell(place, " is ", unit, &words) }
            words.depth -= 1
            describe(described(read), namedAt: place, value, unit, &words)
            words.depth += 1
        default:
            tell(place, " is ", unit, &words)
        }
    }

    /// A unit that another one reads.
    private func describe(
        _ read: DescribedUnit, namedAt place: Int32, _ value: Value, _ unit: DescribedUnit,
        _ words: inout ReasonWords
    ) {
        switch read.plan.template.kind {
        case .aggregate(let aggregate):
            if value.kind == .truth, describeElements(of: aggregate, read, &words) { return }
            if !value.isTrue { words += "not " }
            name(place, unit, &words)
        case .letValue where value.kind == .truth:
            name(place, unit, &words)
            words += ": "
            describe(read.plan.template.result, read, &words)
        default:
            tell(place, " is ", unit, &words)
        }
    }

    /// The first of the elements that made an aggregate what it is; false if there is none.
    private func describeElements(
        of aggregate: AggregatePlan, _ read: DescribedUnit, _ words: inout ReasonWords
    ) -> Bool {
        let result = sources[Int(units[Int(read.place)].source)].value
        let telling = aggregates[Int(units[Int(read.place)].companion)].elements.lazy.filter { element in
            let value = sources[Int(units[Int(element)].source)].value
            switch aggregate.function {
            case .any, .no, .count: return value.isTrue
            case .all: return value.isFalse
            case .min, .max, .average, .sum: return value == result
            }
        }
        guard let first = telling.first else { return false }
        let element = described(first)
        describe(element.plan.template.result, element, &words)
        if telling.dropFirst().first != nil { words += " and others" }
        return true
    }

    private func key(_ unit: Int, _ arguments: [PlanArgument], _ binding: [LevelID]) -> InstanceKey {
        let own = arguments.map { argument -> LevelID in
            switch argument {
            case .parameter(let parameter): binding[Int(parameter)]
            case .level(let level): level
            case .any: nothing
            }
        }
        return InstanceKey(owner: Int32(unit), levels: own)
    }

    // MARK: Comparisons

    private func describeComparison(
        _ operation: Operation, _ value: Value, _ unit: DescribedUnit, _ words: inout ReasonWords
    ) {
        guard operation.a != Operation.none else { return words += "it is so" }
        if operation.code == .equal || operation.code == .notEqual, value.isUnknown,
            !self.value(operation.a, unit).isUnknown
        {
            name(operation.b, unit, &words)
            return words += " is unknown"
        }
        // "count of door(*) is open is 2" would be one "is" too many.
        tell(operation.a, isAggregate(operation.a, unit) ? ": " : " is ", unit, &words)
        guard !self.value(operation.a, unit).isUnknown, let relation = relation(operation.code, value.isTrue) else {
            return
        }
        words += relation
        tellOperand(operation.b, beside: operation.a, unit, &words)
        if operation.code == .between {
            words += " to "
            tellOperand(operation.c, beside: operation.a, unit, &words)
        } else if operation.code == .contains {
            words += " in it"
        }
    }

    /// How a value stands to what it is compared with; nil where the value alone says it.
    private func relation(_ code: Operation.Code, _ holds: Bool) -> String? {
        switch (code, holds) {
        case (.greater, true), (.lessOrEqual, false): ", above "
        case (.greater, false): ", not above "
        case (.greaterOrEqual, true): ", at least "
        case (.greaterOrEqual, false), (.less, true): ", below "
        case (.less, false): ", not below "
        case (.lessOrEqual, true): ", at most "
        case (.contains, true): ", with "
        case (.contains, false): ", without "
        case (.between, true): ", within "
        case (.between, false): ", outside "
        default: nil
        }
    }

    private func isAggregate(_ place: Int32, _ unit: DescribedUnit) -> Bool {
        let operation = operation(place, unit)
        guard operation.code == .link, case .unit(let inner) = unit.plan.template.links[Int(operation.a)].target,
            case .aggregate = plan.units[inner].template.kind
        else { return false }
        return true
    }

    // MARK: Values and names

    /// `temperature(kitchen) is 26.5 °C`
    private func tell(_ place: Int32, _ verb: String, _ unit: DescribedUnit, _ words: inout ReasonWords) {
        name(place, unit, &words)
        words += verb
        show(place, numberUnit(place, unit), unit, &words)
    }

    /// What a value is compared with: a constant as it is, anything else with its name.
    private func tellOperand(
        _ place: Int32, beside other: Int32, _ unit: DescribedUnit, _ words: inout ReasonWords
    ) {
        if operation(place, unit).code != .constant {
            name(place, unit, &words)
            words += ", "
        }
        show(place, numberUnit(place, unit) ?? numberUnit(other, unit), unit, &words)
    }

    private func show(_ place: Int32, _ numberUnit: String?, _ unit: DescribedUnit, _ words: inout ReasonWords) {
        let value = value(place, unit)
        switch value.kind {
        case .text: words += "\"" + EscapedText.escape(texts[value]) + "\""
        case .number:
            words.append(value.number, step: isComputed(place, unit) ? 0.01 : nil)
            if let numberUnit {
                words += " "
                words += numberUnit
            }
        case .unknown: words += "unknown"
        case .truth: words += value.isTrue ? "true" : "false"
        case .word: words += plan.program.words[value.wordID]
        }
    }

    /// What was measured or written stands as it is; what was computed has two decimals at most.
    private func isComputed(_ place: Int32, _ unit: DescribedUnit) -> Bool {
        let operation = operation(place, unit)
        guard operation.code == .link else { return operation.code != .constant }
        if case .unit = unit.plan.template.links[Int(operation.a)].target { return true }
        return false
    }

    private func numberUnit(_ place: Int32, _ unit: DescribedUnit) -> String? {
        let operation = operation(place, unit)
        switch operation.code {
        case .overTime, .negate, .abs, .round, .floor, .ceil:
            return numberUnit(operation.a, unit)
        case .link:
            return numberUnit(of: unit.plan.template.links[Int(operation.a)])
        case .add, .subtract, .least, .greatest:
            return numberUnit(operation.a, unit) ?? numberUnit(operation.b, unit)
        default:
            return nil
        }
    }

    private func numberUnit(of link: LinkSpec) -> String? {
        switch link.target {
        case .input(let id): return plan.inputs[id].definition.type.unit
        case .output(let id): return plan.outputs[id].definition.type.unit
        case .failure, .clock, .startup: return nil
        case .unit(let inner):
            switch plan.units[inner].template.kind {
            case .validated(let id): return plan.inputs[id].definition.type.unit
            case .letValue(let id):
                if case .number(let unit) = plan.program.lets[id].value.type { return unit }
                return nil
            case .aggregate(let aggregate) where aggregate.function != .count:
                let element = plan.units[aggregate.element]
                return element.template.links.first.flatMap { numberUnit(of: $0) }
            default: return nil
            }
        }
    }

    /// A part of a rule as it is written there, with what its parameters stand for.
    private func name(_ place: Int32, _ unit: DescribedUnit, _ words: inout ReasonWords) {
        let operation = operation(place, unit)
        switch operation.code {
        case .link: name(unit.plan.template.links[Int(operation.a)], unit, &words)
        case .constant: show(place, nil, unit, &words)
        default: words += plan.program.sources.text(of: plan.ranges[unit.operations + Int(place)])
        }
    }

    private func name(_ link: LinkSpec, _ unit: DescribedUnit, _ words: inout ReasonWords) {
        switch link.target {
        case .input(let id): name(plan.inputs[id].definition.name, link.arguments, unit, &words)
        case .output(let id), .failure(let id):
            name(plan.outputs[id].definition.name, link.arguments, unit, &words)
        case .startup: words += "the start"
        case .clock(let index): words += plan.program.sources.text(of: plan.clockRanges[index])
        case .unit(let inner):
            switch plan.units[inner].template.kind {
            case .letValue(let id): name(plan.program.lets[id].name, link.arguments, unit, &words)
            case .validated(let id): name(plan.inputs[id].definition.name, link.arguments, unit, &words)
            default: words += plan.program.sources.text(of: plan.units[inner].template.range)
            }
        }
    }

    private func name(_ name: String, _ arguments: [PlanArgument], _ unit: DescribedUnit, _ words: inout ReasonWords) {
        words += name
        guard !arguments.isEmpty else { return }
        var separator = "("
        for argument in arguments {
            words += separator
            separator = ", "
            switch argument {
            case .parameter(let parameter): words += levels.written(unitLevels[Int(unit.place)][Int(parameter)])
            case .level(let level): words += levels.written(level)
            case .any: words += "*"
            }
        }
        words += ")"
    }
}

extension ValueType {
    /// The unit of its numbers.
    var unit: String? {
        if case .number(let number) = self { number.unit } else { nil }
    }
}
