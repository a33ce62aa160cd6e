/// What decides what: rules, names and what they read, as a graph.
struct Dependencies {
    enum Node: Hashable {
        case keep(Int)
        case when(Int)
        /// Those with parameters have the levels that are fixed where they are read.
        case binding(LetID, [String?])
        case input(InputID, [String?])
        case output(OutputID, [String?])
    }

    /// Which edges count.
    enum Purpose {
        /// Within one instant: what goes through a `for` or a `wait` comes later.
        case cycles
        /// Through the broker too, however long it takes.
        case feedback
    }

    private(set) var nodes: [Node] = []
    private(set) var graph = Graph(count: 0)
    private var numbers: [Node: Int] = [:]

    /// The number of a node, and whether it is new.
    mutating func number(_ node: Node) -> (number: Int, isNew: Bool) {
        if let number = numbers[node] { return (number, false) }
        numbers[node] = nodes.count
        nodes.append(node)
        graph.addNode()
        return (nodes.count - 1, true)
    }

    mutating func addEdge(from a: Int, to b: Int) {
        graph.addEdge(from: a, to: b)
    }

    func number(of node: Node) -> Int? { numbers[node] }
}

extension Checking {
    func dependencies(for purpose: Dependencies.Purpose, producers: PatternIndex? = nil) -> Dependencies {
        var result = Dependencies()
        var open: [Dependencies.Node] =
            program.keeps.indices.map { .keep($0) } + program.whens.indices.map { .when($0) }
        open += program.lets.indices.map {
            .binding($0, Array(repeating: nil, count: program.lets[$0].parameters.count))
        }
        open += program.inputs.indices.map {
            .input($0, Array(repeating: nil, count: program.inputs[$0].parameters.count))
        }
        for node in open { _ = result.number(node) }
        let setters = settersByOutput(purpose)
        var position = 0
        while position < open.count {
            let node = open[position]
            position += 1
            let from = result.number(node).number
            for target in targets(of: node, purpose, setters, producers) {
                let (to, isNew) = result.number(target)
                if isNew { open.append(target) }
                result.addEdge(from: from, to: to)
            }
        }
        return result
    }

    private typealias Setter = (node: Dependencies.Node, domain: [Set<String>?])

    /// The rules that set each output.
    private func settersByOutput(_ purpose: Dependencies.Purpose) -> [OutputID: [Setter]] {
        var result: [OutputID: [Setter]] = [:]
        for (index, keep) in program.keeps.enumerated() {
            result[keep.output, default: []].append((.keep(index), domain(keep.arguments, parameters: keep.parameters)))
        }
        for (index, when) in program.whens.enumerated() {
            for step in when.actions {
                switch step.action {
                case .set(let id, let arguments, _), .toggle(let id, let arguments):
                    result[id, default: []].append((.when(index), domain(arguments, parameters: when.parameters)))
                case .wait, .waitUntil, .publish, .log: break
                }
                if purpose == .cycles, step.action.isWait { break }
            }
        }
        return result
    }

    private func targets(
        of node: Dependencies.Node, _ purpose: Dependencies.Purpose, _ setters: [OutputID: [Setter]],
        _ producers: PatternIndex?
    ) -> [Dependencies.Node] {
        switch node {
        case .keep(let index):
            let keep = program.keeps[index]
            let read = keep.cases.flatMap { part in
                reads(part.value, purpose) + (part.condition.map { reads($0, purpose) } ?? [])
            }
            return read + repetition(of: keep.output, keep.arguments, purpose)
        case .when(let index):
            let when = program.whens[index]
            return reads(when.trigger, purpose)
                + when.actions.flatMap { step -> [Dependencies.Node] in
                    switch step.action {
                    case .set(let id, let arguments, _), .toggle(let id, let arguments):
                        return repetition(of: id, arguments, purpose)
                    case .wait, .waitUntil, .publish, .log: return []
                    }
                }
        case .binding(let id, let levels): return letValue(id).map { reads($0, purpose, levels) } ?? []
        case .input(let id, let levels):
            let validity = program.inputs[id].validWhile.map { reads($0, purpose, levels) } ?? []
            guard let producers, let topic = topicsOfInputs[id] else { return validity }
            let heard = zip(levels, program.inputs[id].parameters).map { level, parameter in
                level.map { [$0] } ?? parameter.members.map(Set.init)
            }
            return validity + patterns(topic, heard).flatMap { producers.rules(meeting: $0) }
        case .output(let id, let levels):
            let mine: [Set<String>?] = levels.map { level in level.map { [$0] } }
            return setters[id, default: []].filter { mayMeet($0.domain, mine) }.map(\.node)
        }
    }

    /// What makes a command be sent again. That sends and decides nothing, so it closes no cycle within the rules.
    private func repetition(
        of id: OutputID, _ arguments: [Argument], _ purpose: Dependencies.Purpose
    ) -> [Dependencies.Node] {
        guard purpose == .feedback, let trigger = program.outputs[id].resendWhen else { return [] }
        return reads(trigger, purpose, fixed(arguments, []))
    }

    /// What an expression reads, in order.
    /// - Parameter levels: those of the parameters in its scope that are fixed.
    private func reads(
        _ expression: Expression, _ purpose: Dependencies.Purpose, _ levels: [String?] = []
    ) -> [Dependencies.Node] {
        switch expression.kind {
        case .input(let id, let arguments): [.input(id, fixed(arguments, levels))]
        case .output(let id, let arguments), .isFailed(let id, let arguments): [.output(id, fixed(arguments, levels))]
        case .reference(let id, let arguments): [.binding(id, fixed(arguments, levels))]
        case .held where purpose == .cycles: []
        default: expression.children.flatMap { reads($0, purpose, levels) }
        }
    }

    private func fixed(_ arguments: [Argument], _ levels: [String?]) -> [String?] {
        arguments.map { argument in
            switch argument {
            case .level(let level): level
            case .parameter(let index): levels.indices.contains(index) ? levels[index] : nil
            case .star: nil
            }
        }
    }
}

extension When.Action {
    var isWait: Bool {
        switch self {
        case .wait, .waitUntil: true
        case .set, .toggle, .publish, .log: false
        }
    }
}
