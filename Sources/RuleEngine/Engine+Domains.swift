import RuleLanguage

/// Making instances: of inputs when they are heard, of rules when their parameters have something to stand for.
extension Engine {
    // MARK: Domains

    /// Begins with what needs no message: rules without parameters, and lists of members.
    mutating func openDomains() {
        for index in plan.domains.indices {
            for (place, members) in plan.domains[index].members.enumerated() {
                domains[index].levels[place] = members ?? []
            }
            if plan.domains[index].members.allSatisfy({ $0 != nil }) {
                addCombinations(of: index, with: [:])
            }
        }
        for (index, input) in plan.program.inputs.enumerated() where !input.isEvent {
            openMembers(of: index, input)
        }
    }

    /// An input whose every parameter has members has all its instances from the start.
    private mutating func openMembers(of index: InputID, _ input: Input) {
        guard !input.parameters.isEmpty, input.parameters.allSatisfy({ $0.members != nil }) else { return }
        var combinations: [[LevelID]] = [[]]
        for parameter in input.parameters {
            let members = (parameter.members ?? []).map { levels.id(of: $0) }
            combinations = combinations.flatMap { front in members.map { front + [$0] } }
        }
        for combination in combinations {
            let instance = inputInstance(index, combination)
            count(instance)
        }
    }

    /// From now on the instance is one that aggregates count and that makes instances of rules.
    mutating func count(_ instance: Int32) {
        guard !inputs[Int(instance)].isCounted else { return }
        inputs[Int(instance)].isCounted = true
        let input = Int(inputs[Int(instance)].input)
        let binding = inputLevels[Int(instance)]
        for feed in plan.feedsOfInput[input] {
            observe(binding, in: feed.domain, through: plan.domains[feed.domain].feeds[feed.feed])
        }
        addElements(of: .input(input), binding)
    }

    /// Takes note of an instance that a rule names, and makes the rule's instances that follow.
    private mutating func observe(_ heard: [LevelID], in index: Int, through feed: Feed) {
        let domain = plan.domains[index]
        guard !domain.members.isEmpty, let values = Self.bind(feed.arguments, to: heard) else { return }
        for (parameter, level) in values {
            if let members = domain.members[Int(parameter)], !members.contains(level) { return }
        }
        if domain.hasCoveringFeed {
            guard domain.covers(feed) else { return }
            addBinding((0..<domain.members.count).compactMap { values[Int32($0)] }, to: index)
            return
        }
        for (parameter, level) in values.sorted(by: { $0.key < $1.key }) {
            guard !domains[index].levels[Int(parameter)].contains(level) else { continue }
            domains[index].levels[Int(parameter)].append(level)
            addCombinations(of: index, with: [Int(parameter): level])
        }
    }

    /// What the parameters stand for where the arguments meet an instance's levels, or nil where they do not fit.
    static func bind(_ arguments: [PlanArgument], to heard: [LevelID]) -> [Int32: LevelID]? {
        var values: [Int32: LevelID] = [:]
        for (argument, level) in zip(arguments, heard) {
            switch argument {
            case .any: continue
            case .level(let expected): guard expected == level else { return nil }
            case .parameter(let parameter):
                if let other = values[parameter], other != level { return nil }
                values[parameter] = level
            }
        }
        return values
    }

    private mutating func addCombinations(of index: Int, with fixed: [Int: LevelID]) {
        var combinations: [[LevelID]] = [[]]
        for place in plan.domains[index].members.indices {
            let choices = fixed[place].map { [$0] } ?? domains[index].levels[place]
            combinations = combinations.flatMap { front in choices.map { front + [$0] } }
            if combinations.count > DomainState.limit {
                combinations.removeLast(combinations.count - DomainState.limit)
            }
        }
        for combination in combinations {
            addBinding(combination, to: index)
        }
    }

    mutating func addBinding(_ binding: [LevelID], to index: Int) {
        guard !domains[index].seen.contains(binding) else { return }
        guard domains[index].bindings.count < DomainState.limit else {
            complainAboutInstances(of: plan.domains[index].owner)
            return
        }
        domains[index].seen.insert(binding)
        domains[index].bindings.append(binding)
        switch plan.domains[index].owner {
        case .unit(let template):
            if case .probe = plan.units[template].template.kind { isLooking = true }
            _ = unitInstance(template, binding)
            isLooking = false
        case .definition(let id): addElements(of: .definition(id), binding)
        }
    }

    // MARK: Instances

    /// The instance of an input, made if there is none yet. Being made is not being heard.
    mutating func inputInstance(_ input: InputID, _ binding: [LevelID]) -> Int32 {
        let key = InstanceKey(owner: Int32(input), levels: binding)
        if let place = inputPlaces[key] { return place }
        let initial = plan.program.inputs[input].initially.map { value(of: $0) } ?? .unknown
        let place = Int32(inputs.count)
        inputs.append(InputInstance(input: Int32(input), source: addSource(initial)))
        inputLevels.append(binding)
        inputPlaces[key] = place
        restoreInput(place)
        return place
    }

    mutating func outputInstance(_ output: OutputID, _ binding: [LevelID]) -> Int32 {
        let key = InstanceKey(owner: Int32(output), levels: binding)
        if let place = outputPlaces[key] {
            countOutput(place)
            return place
        }
        let place = Int32(outputs.count)
        let target = CommandTarget(output, plan.outputs[output].definition, levels: binding.map { levels[$0] })
        outputs.append(
            OutputInstance(
                output: Int32(output), source: addSource(.unknown), failure: addSource(.false), levels: binding,
                target: target))
        outputPlaces[key] = place
        restoreOutput(place)
        countOutput(place)
        for unit in [plan.resendUnits[output], plan.confirmationUnits[output]].compactMap({ $0 }) {
            _ = unitInstance(unit, binding)
        }
        return place
    }

    /// From now on the instance is one that aggregates count, unless nobody but a test asks for it: what a test looks at
    /// must not change what it looks at.
    private mutating func countOutput(_ place: Int32) {
        guard !outputs[Int(place)].isCounted, !isLooking else { return }
        outputs[Int(place)].isCounted = true
        addElements(of: .output(OutputID(outputs[Int(place)].output)), outputs[Int(place)].levels)
    }

    /// The instance of a unit, made with all that it reads if there is none yet.
    mutating func unitInstance(_ template: Int, _ binding: [LevelID]) -> Int32 {
        let key = InstanceKey(owner: Int32(template), levels: binding)
        if let place = unitPlaces[key] { return place }
        // What it reads comes first, so that it is made, and evaluated, before.
        let unit = plan.units[template].template
        let read = unit.links.map { source(of: $0, binding) }
        let place = Int32(units.count)
        units.append(
            UnitInstance(
                template: Int32(template), cells: Int32(cells.count), states: Int32(states.count),
                links: Int32(links.count),
                source: unit.isRead ? addSource(.unknown) : nothing, companion: nothing))
        unitPlaces[key] = place
        unitLevels.append(binding)
        cells.append(contentsOf: repeatElement(.unknown, count: unit.operations.count))
        for _ in unit.stateKeys {
            states.append(OperatorState(unit: place))
        }
        for source in read {
            links.append(source)
            addReader(place, of: Int(source))
        }
        fillConstants(of: place)
        restoreUnit(place)
        attach(place, unit, binding)
        enqueue(place)
        return place
    }

    private mutating func addReader(_ place: Int32, of source: Int) {
        guard sources[source].reader != nothing else {
            sources[source].reader = place
            return
        }
        edges.append(Edge(unit: place, next: sources[source].firstEdge))
        sources[source].firstEdge = Int32(edges.count - 1)
    }

    private mutating func attach(_ place: Int32, _ unit: UnitTemplate, _ binding: [LevelID]) {
        switch unit.kind {
        case .keep(let index):
            let keep = plan.program.keeps[index]
            let own = keep.arguments.map { argument -> LevelID in
                switch argument {
                case .parameter(let parameter): binding[parameter]
                case .level(let name): levels.id(of: name)
                case .star: preconditionFailure("a star in the head of a keep")
                }
            }
            let output = outputInstance(keep.output, own)
            outputs[Int(output)].keeper = place
            units[Int(place)].companion = output
        case .aggregate(let aggregate):
            units[Int(place)].companion = Int32(aggregates.count)
            aggregates.append(AggregateState())
            openAggregate(place, aggregate, binding)
        case .when:
            units[Int(place)].companion = Int32(whens.count)
            whens.append(WhenState())
            restoreRun(place)
        case .confirmation(let output):
            outputs[Int(outputInstance(output, binding))].confirmer = place
        case .element, .letValue, .validated, .resend, .probe:
            break
        }
    }

    /// Copies constants and parameters into the unit's cells: they never change.
    private mutating func fillConstants(of place: Int32) {
        let unit = units[Int(place)]
        let operations = plan.units[Int(unit.template)].template.operations
        for (offset, index) in operations.enumerated() {
            let operation = plan.operations[index]
            switch operation.code {
            case .constant:
                cells[Int(unit.cells) + offset] = constants[Int(operation.a)]
            case .parameter:
                cells[Int(unit.cells) + offset] = texts.intern(levels[unitLevels[Int(place)][Int(operation.a)]])
            default:
                continue
            }
        }
    }

    private mutating func source(of link: LinkSpec, _ binding: [LevelID]) -> Int32 {
        let own = link.arguments.map { argument -> LevelID in
            switch argument {
            case .parameter(let parameter): binding[Int(parameter)]
            case .level(let level): level
            case .any: preconditionFailure("a star in a link")
            }
        }
        switch link.target {
        case .input(let input): return inputs[Int(inputInstance(input, own))].source
        case .output(let output): return outputs[Int(outputInstance(output, own))].source
        case .failure(let output): return outputs[Int(outputInstance(output, own))].failure
        case .unit(let template): return units[Int(unitInstance(template, own))].source
        case .clock(let index): return clocks[index].source
        case .startup: return startup
        }
    }

    mutating func addSource(_ value: Value) -> Int32 {
        sources.append(Source(value: value))
        return Int32(sources.count - 1)
    }

    mutating func value(of literal: Literal) -> Value {
        switch literal {
        case .number(let number): .number(number)
        case .word(let id): .word(id)
        case .text(let text): texts.intern(text)
        }
    }

    // MARK: Aggregates

    /// Finds the elements that are there already, and stays open for those to come.
    private mutating func openAggregate(_ place: Int32, _ aggregate: AggregatePlan, _ binding: [LevelID]) {
        let fixed = aggregate.arguments.compactMap { argument -> LevelID? in
            guard case .parameter(let parameter) = argument else { return nil }
            return binding[Int(parameter)]
        }
        let key = InstanceKey(owner: units[Int(place)].template, levels: fixed)
        aggregatesByLevels[key, default: []].append(place)
        for heard in instances(of: aggregate.subject) {
            addElement(to: place, aggregate, heard)
        }
    }

    private func instances(of subject: Subject) -> [[LevelID]] {
        switch subject {
        case .input(let id):
            inputs.indices.lazy.filter { inputs[$0].isCounted && inputs[$0].input == Int32(id) }.map { inputLevels[$0] }
        case .output(let id):
            outputs.lazy.filter { $0.isCounted && $0.output == Int32(id) }.map(\.levels)
        case .definition(let id):
            plan.domainOfDefinition[id].map { domains[$0].bindings } ?? []
        }
    }

    /// Adds an instance to all aggregates over it.
    private mutating func addElements(of subject: Subject, _ heard: [LevelID]) {
        for template in plan.aggregatesOver[subject] ?? [] {
            guard case .aggregate(let aggregate) = plan.units[template].template.kind else { continue }
            var fixed: [LevelID] = []
            for (argument, level) in zip(aggregate.arguments, heard) {
                if case .parameter = argument { fixed.append(level) }
            }
            for place in aggregatesByLevels[InstanceKey(owner: Int32(template), levels: fixed)] ?? [] {
                addElement(to: place, aggregate, heard)
            }
        }
    }

    private mutating func addElement(to place: Int32, _ aggregate: AggregatePlan, _ heard: [LevelID]) {
        let binding = unitLevels[Int(place)]
        var stars: [LevelID] = []
        for (argument, level) in zip(aggregate.arguments, heard) {
            switch argument {
            case .any: stars.append(level)
            case .level(let expected): guard expected == level else { return }
            case .parameter(let parameter): guard binding[Int(parameter)] == level else { return }
            }
        }
        let element = unitInstance(aggregate.element, binding + stars)
        guard units[Int(element)].companion == nothing else { return }
        units[Int(element)].companion = place
        aggregates[Int(units[Int(place)].companion)].elements.append(element)
        enqueue(place)
    }
}

extension UnitTemplate {
    /// Others read its value.
    var isRead: Bool {
        switch kind {
        case .keep, .when, .resend, .confirmation: false
        case .letValue, .validated, .element, .aggregate, .probe: true
        }
    }
}
