/// Things that decide themselves within the rules.
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

    // MARK: Words

    func subject(of node: Dependencies.Node) -> String {
        switch node {
        case .keep(let index): "\"\(written(keepSyntax[index].output.range))\""
        case .when(let index): "the when in \(sources.place(of: whenSyntax[index].range))"
        case .binding(let id, _): "\"\(program.lets[id].name)\""
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
            case .binding(let id, _): name = program.lets[id].name
            case .input(let id, _): name = program.inputs[id].name
            case .output(let id, _): name = program.outputs[id].name
            }
            if names.last != name { names.append(name) }
        }
        if names.count == 1 { names.append(names[0]) }
        return shortened(names)
    }

    func shortened(_ names: [String]) -> String {
        var names = names
        if names.count > Self.longestPath { names.replaceSubrange(Self.longestPath - 2..<names.count - 1, with: ["…"]) }
        return names.joined(separator: " → ")
    }

    /// Longer ways are cut in messages.
    private static var longestPath: Int { 12 }

    func notes(on path: [Dependencies.Node]) -> [Diagnostic.Note] {
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

    func headRange(of node: Dependencies.Node) -> SourceRange {
        switch node {
        case .keep(let index): keepSyntax[index].output.range
        case .when(let index): whenSyntax[index].trigger.range
        case .binding(let id, _): letSyntax[id].name.range
        case .input(let id, _): program.inputs[id].nameRange
        case .output(let id, _): program.outputs[id].nameRange
        }
    }

    /// Rules and `let`s before what they read; then in file order.
    func precedes(_ a: Dependencies.Node, _ b: Dependencies.Node) -> Bool {
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
