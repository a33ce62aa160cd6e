/// Things that decide themselves, within the rules and through the broker.
extension Checking {
    // MARK: Cycles

    mutating func checkCycles() {
        let dependencies = dependencies(for: .cycles)
        for ring in dependencies.graph.rings() {
            guard let first = ring.min(by: { precedes(dependencies.nodes[$0], dependencies.nodes[$1]) }) else {
                continue
            }
            let path = dependencies.graph.path(from: first, to: first, within: Set(ring)) ?? [first, first]
            reportCycle(path.map { dependencies.nodes[$0] })
        }
    }

    private mutating func reportCycle(_ path: [Dependencies.Node]) {
        guard let first = path.first else { return }
        report(
            .cycle, "\(subject(of: first)) depends on itself: \(words(of: path))", at: headRange(of: first),
            help: "decide it by something else, or put a \"for\" where time may pass", notes: notes(on: path))
    }

    // MARK: Feedback

    mutating func checkFeedback() {
        let producers = producers()
        guard !producers.entries.isEmpty else { return }
        let dependencies = dependencies(for: .feedback, producers: producers)
        var ringOf: [Int: Int] = [:]
        let rings = dependencies.graph.rings().filter { goesThroughBroker($0, dependencies) }
        for (index, ring) in rings.enumerated() { for node in ring { ringOf[node] = index } }
        var reported: Set<Int> = []
        let rules = ringOf.keys.filter { dependencies.nodes[$0].isRule }
            .sorted { precedes(dependencies.nodes[$0], dependencies.nodes[$1]) }
        for rule in rules where !reported.contains(rule) {
            guard let ring = ringOf[rule], let path = loop(of: rule, Set(rings[ring]), dependencies) else { continue }
            guard reported.isDisjoint(with: path) else { continue }
            reported.formUnion(path.filter { dependencies.nodes[$0].isRule })
            reportFeedback(path.map { dependencies.nodes[$0] })
        }
    }

    /// All topics that rules send to.
    private func producers() -> PatternIndex {
        var index = PatternIndex()
        for (number, keep) in program.keeps.enumerated() {
            guard let topic = topicsOfOutputs[keep.output] else { continue }
            for pattern in patterns(topic, keep.arguments, keep.parameters) { index.insert(pattern, of: .keep(number)) }
        }
        for (number, when) in program.whens.enumerated() {
            for step in when.actions {
                switch step.action {
                case .set(let id, let arguments, _), .toggle(let id, let arguments):
                    guard let topic = topicsOfOutputs[id] else { continue }
                    for pattern in patterns(topic, arguments, when.parameters) {
                        index.insert(pattern, of: .when(number))
                    }
                case .publish(_, let topic, _, _): index.insert(topic, of: .when(number))
                case .wait, .waitUntil, .log: continue
                }
            }
        }
        return index
    }

    /// An output's topic as a rule uses it: with its levels, and once for each member of a list.
    private func patterns(_ topic: TopicPattern, _ arguments: [Argument], _ parameters: [Parameter]) -> [TopicPattern] {
        var choices: [[String?]] = [[]]
        for domain in domain(arguments, parameters: parameters) {
            let levels: [String?] = domain.map { $0.sorted() } ?? [nil]
            guard choices.count * levels.count <= Self.mostPatterns else { return [topic] }
            choices = choices.flatMap { choice in levels.map { choice + [$0] } }
        }
        return choices.map { topic.fixing($0) }
    }

    /// Longer lists are taken as any level, which errs on the side of finding too much.
    private static var mostPatterns: Int { 1_000 }

    /// The shortest way from a rule over what it reads to an input that hears what it sends.
    private func loop(of rule: Int, _ ring: Set<Int>, _ dependencies: Dependencies) -> [Int]? {
        guard let path = dependencies.graph.path(from: rule, to: rule, within: ring) else { return nil }
        let nodes = path.map { dependencies.nodes[$0] }
        return zip(nodes, nodes.dropFirst()).contains { $0.isInput && $1.isRule } ? path : nil
    }

    /// Rings within the rules alone are cycles, which are reported as such.
    private func goesThroughBroker(_ ring: [Int], _ dependencies: Dependencies) -> Bool {
        let members = Set(ring)
        return ring.contains { node in
            dependencies.nodes[node].isInput
                && dependencies.graph.edges[node].contains { members.contains($0) && dependencies.nodes[$0].isRule }
        }
    }

    private mutating func reportFeedback(_ path: [Dependencies.Node]) {
        guard let first = path.first else { return }
        let heard = path.last { if case .input = $0 { true } else { false } }
        guard case .input(let id, _) = heard else { return }
        report(
            .feedback, "\(subject(of: first)) would hear its own commands through the broker: \(words(of: path))",
            at: headRange(of: first),
            help: "send to another topic than \"\(program.inputs[id].name)\" hears, or decide it by something else",
            notes: notes(on: path))
    }

    // MARK: Words

    private func subject(of node: Dependencies.Node) -> String {
        switch node {
        case .keep(let index): "\"\(written(keepSyntax[index].output.range))\""
        case .when(let index): "the when in \(sources.place(of: whenSyntax[index].range))"
        case .binding(let id): "\"\(program.lets[id].name)\""
        case .input(let id, _): "\"\(program.inputs[id].name)\""
        case .output(let id, _): "\"\(program.outputs[id].name)\""
        }
    }

    /// The names on the way; a `keep` is called by its output, so an output beside its `keep` is left out.
    private func words(of path: [Dependencies.Node]) -> String {
        var names: [String] = []
        for node in path {
            let name: String
            switch node {
            case .keep(let index): name = program.outputs[program.keeps[index].output].name
            case .when(let index): name = "when (\(sources.place(of: whenSyntax[index].range)))"
            case .binding(let id): name = program.lets[id].name
            case .input(let id, _): name = program.inputs[id].name
            case .output(let id, _): name = program.outputs[id].name
            }
            if names.last != name { names.append(name) }
        }
        if names.count == 1 { names.append(names[0]) }
        if names.count > Self.longestPath { names.replaceSubrange(Self.longestPath - 2..<names.count - 1, with: ["…"]) }
        return names.joined(separator: " → ")
    }

    /// Longer ways are cut in messages.
    private static var longestPath: Int { 12 }

    private func notes(on path: [Dependencies.Node]) -> [Diagnostic.Note] {
        Array(allNotes(on: path).prefix(Self.longestPath))
    }

    private func allNotes(on path: [Dependencies.Node]) -> [Diagnostic.Note] {
        var seen: Set<Dependencies.Node> = [path[0]]
        return path.compactMap { node in
            if case .output = node { return nil }
            guard seen.insert(node).inserted else { return nil }
            return .init("\(subject(of: node)) is here", at: headRange(of: node))
        }
    }

    private func headRange(of node: Dependencies.Node) -> SourceRange {
        switch node {
        case .keep(let index): keepSyntax[index].output.range
        case .when(let index): whenSyntax[index].trigger.range
        case .binding(let id): letSyntax[id].name.range
        case .input(let id, _): program.inputs[id].nameRange
        case .output(let id, _): program.outputs[id].nameRange
        }
    }

    /// Rules and `let`s before what they read; then in file order.
    private func precedes(_ a: Dependencies.Node, _ b: Dependencies.Node) -> Bool {
        func key(_ node: Dependencies.Node) -> (Int, Int, Int) {
            let range = headRange(of: node)
            return (node.isRuleOrLet ? 0 : 1, range.file, range.start)
        }
        return key(a) < key(b)
    }
}

extension Dependencies.Node {
    var isRule: Bool {
        switch self {
        case .keep, .when: true
        case .binding, .input, .output: false
        }
    }

    var isInput: Bool {
        switch self {
        case .input: true
        case .keep, .when, .binding, .output: false
        }
    }

    var isRuleOrLet: Bool {
        switch self {
        case .keep, .when, .binding: true
        case .input, .output: false
        }
    }
}
