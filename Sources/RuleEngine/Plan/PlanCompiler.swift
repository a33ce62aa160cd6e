import RuleLanguage

/// Makes a `Plan` from a checked program.
struct PlanCompiler {
    var plan: PlanDraft
    let canonical: CanonicalText
    /// How late a change may set off the `when` whose trigger is being compiled; nil where it counts as seen.
    var longestDelay: Int64?
    private var letUnits: [LetUse: Int] = [:]
    private var letDomains: [Int?]
    private var keyCounts: [String: Int] = [:]

    /// - Parameter probes: Expressions without parameters that a test wants to look at.
    static func compile(_ program: Program, probes: [Expression] = []) -> Plan {
        var compiler = PlanCompiler(program)
        compiler.compileRules(probes)
        return Plan(compiler.plan)
    }

    private init(_ program: Program) {
        plan = PlanDraft(program: program)
        canonical = CanonicalText(program: program)
        letDomains = Array(repeating: nil, count: program.lets.count)
    }

    private mutating func compileRules(_ probes: [Expression]) {
        for index in plan.program.keeps.indices {
            compileKeep(index)
        }
        for index in plan.program.whens.indices {
            compileWhen(index)
        }
        for index in plan.program.outputs.indices {
            compileManners(of: index)
        }
        for (index, probe) in probes.enumerated() {
            compileProbe(probe, index)
        }
        putWhensLast()
        indexFeeds()
    }

    /// What a `when` does is done in the order of the program, when everything else is known.
    private mutating func putWhensLast() {
        let last = (plan.units.map(\.level).max() ?? 0) + 1
        for index in plan.units.indices {
            if case .when = plan.units[index].kind { plan.units[index].level = last }
        }
    }

    /// Turns around what was collected, so that a message finds whom it concerns.
    private mutating func indexFeeds() {
        for (index, domain) in plan.domains.enumerated() {
            for (place, feed) in domain.feeds.enumerated() {
                plan.feedsOfInput[feed.input].append((index, place))
            }
            if case .definition(let id) = domain.owner {
                plan.domainOfDefinition[id] = index
            }
        }
        for (index, unit) in plan.units.enumerated() {
            if case .aggregate(let aggregate) = unit.kind {
                plan.aggregatesOver[aggregate.subject, default: []].append(index)
            }
        }
    }

    private mutating func compileKeep(_ index: Int) {
        let keep = plan.program.keeps[index]
        let head = plan.program.outputs[keep.output].name + canonical.list(keep.arguments)
        let unit = addUnit(
            .keep(index), key: "keep " + head, parameterCount: keep.parameters.count, range: keep.range)
        var writer = UnitWriter(unit: unit, scope: .rule)
        var cases: [UnitTemplate.Case] = []
        for item in keep.cases {
            let condition = item.condition.map { compile($0, into: &writer) } ?? Operation.none
            let value = compile(item.value, into: &writer)
            cases.append(UnitTemplate.Case(value: value, condition: condition, range: item.range))
        }
        finish(writer)
        plan.units[unit].cases = cases
        plan.units[unit].casePlaces = cases.map { plan.program.sources.shortPlace(of: $0.range) }

        var feeds = FeedCollector(program: plan.program)
        for item in keep.cases {
            if let condition = item.condition {
                feeds.collect(condition)
            }
            feeds.collect(item.value)
        }
        addDomain(.unit(unit), parameters: keep.parameters, feeds: feeds.uses)
    }

    private mutating func compileProbe(_ probe: Expression, _ index: Int) {
        let unit = addUnit(.probe, key: "probe \(index)", parameterCount: 0, range: probe.range)
        plan.probes.append(unit)
        var writer = UnitWriter(unit: unit, scope: .rule)
        let result = compile(probe, into: &writer)
        finish(writer)
        plan.units[unit].result = result
        if probe.type == .condition { addDomain(.unit(unit), parameters: [], feeds: []) }
    }

    // MARK: Units

    mutating func addUnit(_ kind: UnitTemplate.Kind, key: String, parameterCount: Int, range: SourceRange) -> Int {
        plan.units.append(UnitTemplate(kind: kind, key: unused(key), parameterCount: parameterCount, range: range))
        return plan.units.count - 1
    }

    /// Two `when`s may have the same trigger and the same actions; their state must not be one.
    private mutating func unused(_ key: String) -> String {
        keyCounts[key, default: 0] += 1
        let number = keyCounts[key, default: 1]
        return number == 1 ? key : "\(key) #\(number)"
    }

    /// Puts what was written for a unit into the plan.
    mutating func finish(_ writer: UnitWriter) {
        let start = plan.operations.count
        plan.operations += writer.operations
        plan.ranges += writer.ranges
        plan.units[writer.unit].operations = start..<plan.operations.count
        plan.units[writer.unit].links = writer.links
        plan.units[writer.unit].stateKeys = writer.stateKeys
        let read = writer.links.compactMap { link -> Int? in
            guard case .unit(let unit) = link.target else { return nil }
            return plan.units[unit].level
        }
        plan.units[writer.unit].level = (read.max() ?? -1) + 1
    }

    mutating func unit(ofLet id: LetID) -> Int {
        let definition = plan.program.lets[id]
        let use = LetUse(id: id, longestDelay: definition.value.type == .happening ? longestDelay : nil)
        if let unit = letUnits[use] {
            return unit
        }
        let unit = addUnit(
            .letValue(id), key: "let " + definition.name + (use.longestDelay.map { "/late \($0)" } ?? ""),
            parameterCount: definition.parameters.count, range: definition.range)
        letUnits[use] = unit
        var writer = UnitWriter(unit: unit, scope: .rule)
        let result = delayed(use.longestDelay) { $0.compile(definition.value, into: &writer) }
        finish(writer)
        plan.units[unit].result = result
        plan.units[unit].isMomentary = definition.value.type == .happening || isOccurrence(definition.value)
        return unit
    }

    /// Compiles something in which changes may set a `when` off so late, or none do.
    mutating func delayed<Result>(_ delay: Int64?, _ body: (inout PlanCompiler) -> Result) -> Result {
        let outer = longestDelay
        longestDelay = delay
        defer { longestDelay = outer }
        return body(&self)
    }

    /// Whether a value is made of an event's, which it has for an instant alone.
    private mutating func isOccurrence(_ value: Expression) -> Bool {
        switch (value.kind, value.type) {
        case (_, .condition), (_, .happening): return false
        case (.input(let id, _), _): return plan.program.inputs[id].isEvent
        case (.reference(let id, _), _): return plan.units[unit(ofLet: id)].isMomentary
        default:
            for operand in value.operands where isOccurrence(operand) { return true }
            return false
        }
    }

    /// The unit that gives an input's value only while it is valid, or nil for an input without such a condition.
    mutating func validator(of id: InputID) -> Int? {
        let input = plan.program.inputs[id]
        guard let condition = input.validWhile else { return nil }
        if let unit = plan.validators[id] {
            return unit
        }
        let unit = addUnit(
            .validated(id), key: "input " + input.name, parameterCount: input.parameters.count, range: input.range)
        plan.validators[id] = unit
        var writer = UnitWriter(unit: unit, scope: .rule)
        let holds = compile(condition, into: &writer)
        let own = input.parameters.indices.map { PlanArgument.parameter(Int32($0)) }
        let value = writer.link(LinkSpec(target: .input(id), arguments: own), at: input.nameRange)
        let result = writer.add(Operation(code: .valid, a: holds, b: value), at: input.nameRange)
        finish(writer)
        plan.units[unit].result = result
        plan.units[unit].isMomentary = input.isEvent
        return unit
    }

    mutating func addDomain(_ owner: Domain.Owner, parameters: [Parameter], feeds: [FeedUse]) {
        let members = parameters.map { parameter in
            parameter.members.map { members in members.map { plan.levelNames.id(of: $0) } }
        }
        var resolved: [Feed] = []
        for use in feeds {
            let feed = Feed(input: use.input, arguments: use.arguments.map { resolve($0) })
            if !resolved.contains(feed) {
                resolved.append(feed)
            }
        }
        plan.domains.append(Domain(owner: owner, members: members, feeds: resolved))
    }

    /// Makes sure that the instances of a `let` are known, for an aggregate over it.
    mutating func requireDomain(ofLet id: LetID) {
        guard letDomains[id] == nil else { return }
        letDomains[id] = plan.domains.count
        var feeds = FeedCollector(program: plan.program)
        feeds.collect(plan.program.lets[id].value)
        addDomain(.definition(id), parameters: plan.program.lets[id].parameters, feeds: feeds.uses)
    }

    private mutating func resolve(_ argument: FeedUse.Argument) -> PlanArgument {
        switch argument {
        case .parameter(let index): .parameter(Int32(index))
        case .level(let name): .level(plan.levelNames.id(of: name))
        case .any: .any
        }
    }
}

/// A `let`, and how late what it names may set a `when` off: one that was missed is not the same for all.
private struct LetUse: Hashable {
    var id: LetID
    var longestDelay: Int64?
}

/// The operations of one unit while they are being written.
struct UnitWriter {
    /// What the parameters of an expression mean in the unit.
    enum Scope {
        /// They are the unit's own.
        case rule
        /// The unit is an aggregate's element: some parameters of the rule around it, then the stars.
        case element(outer: [Int])
    }

    let unit: Int
    let scope: Scope
    var operations: [Operation] = []
    var ranges: [SourceRange] = []
    var links: [LinkSpec] = []
    var stateKeys: [String] = []

    init(unit: Int, scope: Scope) {
        self.unit = unit
        self.scope = scope
    }

    mutating func add(_ operation: Operation, at range: SourceRange) -> Int32 {
        operations.append(operation)
        ranges.append(range)
        return Int32(operations.count - 1)
    }

    /// The operation that reads something outside; the same thing is read once.
    mutating func link(_ spec: LinkSpec, at range: SourceRange) -> Int32 {
        if let known = links.firstIndex(of: spec),
            let operation = operations.firstIndex(where: { $0.code == .link && $0.a == Int32(known) })
        {
            return Int32(operation)
        }
        links.append(spec)
        return add(Operation(code: .link, a: Int32(links.count - 1)), at: range)
    }

    /// A place for state. Two operators that mean the same have the same key but for a number at its end.
    mutating func state(key: String) -> Int32 {
        let twins = stateKeys.count { $0 == key || $0.hasPrefix(key + "#") }
        stateKeys.append(twins == 0 ? key : "\(key)#\(twins)")
        return Int32(stateKeys.count - 1)
    }

    /// Place of a parameter of the expression among the unit's.
    func place(ofParameter index: Int) -> Int32 {
        switch scope {
        case .rule:
            return Int32(index)
        case .element(let outer):
            guard let place = outer.firstIndex(of: index) else {
                preconditionFailure("an aggregate's element names a parameter that the aggregate does not have")
            }
            return Int32(place)
        }
    }

    /// Place of the n-th star.
    func place(ofStar index: Int) -> Int32 {
        guard case .element(let outer) = scope else {
            preconditionFailure("a star stands outside an aggregate")
        }
        return Int32(outer.count + index)
    }
}
