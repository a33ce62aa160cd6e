/// Rules that hear their own commands through the broker.
extension Checking {
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
            for pattern in patterns(topic, domain(keep.arguments, parameters: keep.parameters)) {
                index.insert(pattern, of: .keep(number))
            }
        }
        for (number, when) in program.whens.enumerated() {
            for step in when.actions {
                switch step.action {
                case .set(let id, let arguments, _), .toggle(let id, let arguments):
                    guard let topic = topicsOfOutputs[id] else { continue }
                    for pattern in patterns(topic, domain(arguments, parameters: when.parameters)) {
                        index.insert(pattern, of: .when(number))
                    }
                case .publish(_, let topic, _, _): index.insert(topic, of: .when(number))
                case .wait, .waitUntil, .log: continue
                }
            }
        }
        return index
    }

    /// A topic with the levels that its parameters can have, once for each member of a list.
    func patterns(_ topic: TopicPattern, _ domains: [Set<String>?]) -> [TopicPattern] {
        var choices: [[String?]] = [[]]
        for domain in domains {
            let levels: [String?] = domain.map { $0.sorted() } ?? [nil]
            guard choices.count * levels.count <= Self.mostPatterns else { return [topic] }
            choices = choices.flatMap { choice in levels.map { choice + [$0] } }
        }
        return choices.map { topic.fixing($0) }
    }

    /// Longer lists are taken as any level, which errs on the side of finding too much.
    private static var mostPatterns: Int { 1_000 }

    /// A way from a rule over what it reads to an input that hears what it sends: the shortest, or where that one stays
    /// within the rules the shortest over an input that hears the rule itself.
    private func loop(of rule: Int, _ ring: Set<Int>, _ dependencies: Dependencies) -> [Int]? {
        let graph = dependencies.graph
        guard let shortest = graph.path(from: rule, to: rule, within: ring) else { return nil }
        let nodes = shortest.map { dependencies.nodes[$0] }
        if zip(nodes, nodes.dropFirst()).contains(where: { $0.isInput && $1.isRule }) { return shortest }
        let hearing = ring.sorted().filter { dependencies.nodes[$0].isInput && graph.edges[$0].contains(rule) }
        return hearing.compactMap { graph.path(from: rule, to: $0, within: ring) }.min { $0.count < $1.count }
            .map { $0 + [rule] }
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
        // From what is sent to what it leads to, as it would happen.
        let way = Array(path.reversed())
        report(
            .feedback, "\(subject(of: first)) would hear its own commands through the broker: \(wordsOfWay(way))",
            at: headRange(of: first),
            help: "send to another topic than \"\(program.inputs[id].name)\" hears, or decide it by something else",
            notes: notes(on: way))
    }

    /// The names on the way, and the topics in quotes.
    private func wordsOfWay(_ way: [Dependencies.Node]) -> String {
        var names: [String] = []
        for (index, node) in way.enumerated() {
            switch node {
            case .output:
                // A keep is called by its output already.
                if index > 0, case .keep = way[index - 1] { continue }
                names.append(name(of: node))
            case .keep, .when:
                names.append(name(of: node))
                guard index + 1 < way.count, let topic = topic(from: node, to: way[index + 1]) else { continue }
                names.append(topic)
            case .binding, .input: names.append(name(of: node))
            }
        }
        return shortened(names)
    }

    private func name(of node: Dependencies.Node) -> String {
        switch node {
        case .keep(let index): written(keepSyntax[index].output.range)
        case .when(let index): "when (\(sources.place(of: whenSyntax[index].range)))"
        case .binding(let id, _): symbols[program.lets[id].name]?.signature ?? program.lets[id].name
        case .input(let id, _): symbols[program.inputs[id].name]?.signature ?? program.inputs[id].name
        case .output(let id, _): program.outputs[id].name
        }
    }

    /// The topic as it is written on which an input hears a rule.
    private func topic(from rule: Dependencies.Node, to input: Dependencies.Node) -> String? {
        guard case .input(let id, let levels) = input, let heard = topicsOfInputs[id]?.fixing(levels) else {
            return nil
        }
        switch rule {
        case .keep(let index): return written(outputSyntax[program.keeps[index].output].topic.range)
        case .when(let index):
            let when = program.whens[index]
            for (step, syntax) in zip(when.actions, whenSyntax[index].actions) {
                switch (step.action, syntax.kind) {
                case (.set(let id, let arguments, _), _), (.toggle(let id, let arguments), _):
                    guard let topic = topicsOfOutputs[id] else { continue }
                    let sent = patterns(topic, domain(arguments, parameters: when.parameters))
                    if sent.contains(where: heard.intersects) { return written(outputSyntax[id].topic.range) }
                case (.publish(_, let topic, _, _), .publish(_, let text, _, _)):
                    if heard.intersects(with: topic) { return written(text.range) }
                default: continue
                }
            }
            return nil
        case .binding, .input, .output: return nil
        }
    }
}
