/// `let`s may stand in any order; they are read in the order in which they need each other.
extension Checking {
    mutating func checkLets() {
        var graph = Graph(count: letSyntax.count)
        for (id, syntax) in letSyntax.enumerated() {
            for target in lets(in: syntax.value) { graph.addEdge(from: id, to: target) }
        }
        for component in graph.components() {
            guard component.count == 1, !graph.edges[component[0]].contains(component[0]) else {
                reportRing(component, graph)
                continue
            }
            checkLet(component[0])
        }
    }

    /// Those that an expression names, in order.
    private func lets(in syntax: ExpressionSyntax) -> [LetID] {
        var found: [LetID] = []
        syntax.visit { part in
            for (name, _) in part.ownReferences {
                if case .binding(let id) = symbols[name.text]?.kind { found.append(id) }
            }
        }
        return found
    }

    private mutating func reportRing(_ component: [LetID], _ graph: Graph) {
        guard let first = component.first else { return }
        for id in component { letStates[id] = .broken }
        let path = graph.path(from: first, to: first, within: Set(component)) ?? [first, first]
        let names = path.map { program.lets[$0].name }
        report(
            .cycle,
            component.count == 1
                ? "\"\(names[0])\" is made of itself"
                : "\"\(names[0])\" is made of itself: \(names.joined(separator: " → "))",
            at: letSyntax[first].name.range, help: "a let can use only what does not use it",
            notes: path.dropFirst().dropLast().map {
                .init("\"\(program.lets[$0].name)\" is here", at: letSyntax[$0].name.range)
            })
    }

    private mutating func checkLet(_ id: LetID) {
        let scope = Scope(place: .binding, parameters: program.lets[id].parameters)
        guard let value = check(letSyntax[id].value, in: scope) else {
            letStates[id] = .broken
            return
        }
        program.lets[id].value = value
        letEvents[id] = value.isValue ? events(in: value) : []
        mentionsOfLets[id] = mentions(in: value)
        letReadings[id] = value.isValue && isReading(value)
        if !value.isValue { letThresholds[id] = bareThreshold(in: value)?.help }
        var use = InputUse()
        use.collect(value, isAsked: false, lets: letInputs)
        letInputs[id] = use
        letStates[id] = .done(value)
    }

    /// All events that an expression mentions, through `let`s too.
    func mentions(in expression: Expression) -> Set<InputID> {
        var found: Set<InputID> = []
        expression.visit { part in
            switch part.kind {
            case .input(let id, _) where program.inputs[id].isEvent: found.insert(id)
            case .reference(let id, _): found.formUnion(mentionsOfLets[id])
            default: break
            }
        }
        return found
    }

    /// The value of a `let` that has been read; nil where it has an error that is reported already.
    func letValue(_ id: LetID) -> Expression? {
        guard case .done(let value) = letStates[id] else { return nil }
        return value
    }
}
