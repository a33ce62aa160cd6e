import RuleLanguage

extension Engine {
    /// How many units deep a reason looks.
    static let captureDepth = 4
    /// How many elements of an aggregate a reason names.
    private static let capturedElements = 3

    /// `climate.rules:7`
    func place(of range: SourceRange) -> String {
        plan.program.sources.shortPlace(of: range)
    }

    /// Why a `keep` sends a command.
    func reason(ofKept instance: OutputInstance) -> Reason? {
        guard instance.wantedCase != nothing else { return instance.reason?.reason ?? rememberedReason(instance) }
        let template = Int(units[Int(instance.keeper)].template)
        let item = plan.units[template].cases[Int(instance.wantedCase)]
        let former = instance.sent.isUnknown || instance.sentCase == nothing ? nil : Int(instance.sentCase)
        return Reason(
            rule: plan.units[template].casePlaces[Int(instance.wantedCase)], range: item.range, cause: causeInWords(),
            plan: plan, capture: capture(instance.keeper, depth: Self.captureDepth),
            rules: .chose(Int(instance.wantedCase), former: former))
    }

    /// Why a `when` does something.
    func reason(ofAction range: SourceRange, _ unit: Int32) -> Reason {
        Reason(
            rule: place(of: range), range: range, cause: causeInWords(),
            plan: plan, capture: capture(unit, depth: Self.captureDepth),
            rules: .fired)
    }

    /// Why something is sent that a former run of the gateway decided.
    func rememberedReason(_ instance: OutputInstance) -> Reason {
        let range = plan.outputs[Int(instance.output)].definition.range
        return Reason(rule: place(of: range), range: range, cause: .start, plan: plan, capture: nil, rules: .remembered)
    }

    func causeInWords() -> Reason.Cause {
        switch cause {
        case .message(let place):
            let input = inputs[Int(place)]
            return .message(name(plan.program.inputs[Int(input.input)].name, inputLevels[Int(place)]))
        case .time: return .time
        case .start: return .start
        case .reload: return .reload
        case .reconnect: return .reconnect
        }
    }

    /// A unit's values as they are now, with those of the units that it reads.
    func capture(_ place: Int32, depth: Int) -> Reason.Capture {
        let unit = units[Int(place)]
        let template = plan.units[Int(unit.template)]
        let base = Int(unit.cells)
        var capture = Reason.Capture(
            template: Int(unit.template), binding: unitLevels[Int(place)].map { levels[$0] },
            values: Array(cells[base..<base + template.operations.count]), texts: [:], inner: [:])
        if case .aggregate = template.kind {
            capture.values = [sources[Int(unit.source)].value]
        }
        for (index, value) in capture.values.enumerated() where value.kind == .text {
            capture.texts[Int32(index)] = texts[value]
        }
        guard depth > 0 else { return capture }
        for (offset, index) in template.operations.enumerated() where plan.operations[index].code == .link {
            let link = template.links[Int(plan.operations[index].a)]
            guard case .unit(let inner) = link.target,
                let read = unitPlaces[key(inner, link.arguments, unitLevels[Int(place)])]
            else {
                continue
            }
            capture.inner[Int32(offset)] = captures(of: read, depth: depth - 1)
        }
        return capture
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

    /// The unit that was read; of an aggregate, behind it the elements that made it what it is.
    private func captures(of place: Int32, depth: Int) -> [Reason.Capture] {
        let own = capture(place, depth: depth)
        guard case .aggregate(let aggregate) = plan.units[own.template].kind, depth > 0 else { return [own] }
        let elements = aggregates[Int(units[Int(place)].companion)].elements
        let telling = elements.lazy.filter { element in
            let value = sources[Int(units[Int(element)].source)].value
            switch aggregate.function {
            case .any, .no, .count: return value.isTrue
            case .all: return value.isFalse
            case .min, .max, .average, .sum: return value == own.values.first
            }
        }
        return [own] + telling.prefix(Self.capturedElements).map { capture($0, depth: depth - 1) }
    }
}
