/// The topics that rules send to, found by a pattern that may hear them: a trie, so that ten thousand rules need not
/// be compared with ten thousand inputs.
struct PatternIndex {
    struct Entry {
        var rule: Dependencies.Node
        var pattern: TopicPattern
    }

    private struct Node {
        var literals: [String: Int] = [:]
        /// Where any level but a literal leads.
        var open: Int?
        var entries: [Int] = []
    }

    /// What all patterns of one trie have in common: the number of their levels, and the last where it is a literal.
    private struct Shape: Hashable {
        var count: Int
        var last: String?

        init(_ pattern: TopicPattern) {
            count = pattern.levels.count
            if case .literal(let text) = pattern.levels.last { last = text }
        }
    }

    private(set) var entries: [Entry] = []
    private var nodes: [Node] = []
    private var roots: [Shape: Int] = [:]

    mutating func insert(_ pattern: TopicPattern, of rule: Dependencies.Node) {
        let shape = Shape(pattern)
        var position = child(roots[shape]) { $0.roots[shape] = $1 }
        for level in pattern.levels {
            if case .literal(let text) = level {
                position = child(nodes[position].literals[text]) { $0.nodes[position].literals[text] = $1 }
            } else {
                position = child(nodes[position].open) { $0.nodes[position].open = $1 }
            }
        }
        nodes[position].entries.append(entries.count)
        entries.append(Entry(rule: rule, pattern: pattern))
    }

    private mutating func child(_ existing: Int?, _ link: (inout PatternIndex, Int) -> Void) -> Int {
        if let existing { return existing }
        nodes.append(Node())
        link(&self, nodes.count - 1)
        return nodes.count - 1
    }

    /// The rules that send to a topic that this pattern hears, each once, in order.
    func rules(meeting pattern: TopicPattern) -> [Dependencies.Node] {
        var result: [Dependencies.Node] = []
        for index in candidates(pattern).sorted() {
            let entry = entries[index]
            guard entry.pattern.intersects(with: pattern), !result.contains(entry.rule) else { continue }
            result.append(entry.rule)
        }
        return result
    }

    /// Those whose literal levels agree.
    private func candidates(_ pattern: TopicPattern) -> [Int] {
        var found: [Int] = []
        var places = startingPoints(pattern)
        for level in pattern.levels {
            var next: [Int] = []
            switch level {
            case .anyRest:
                return found + places.flatMap { below($0) }
            case .literal(let text):
                for place in places { next += [nodes[place].literals[text], nodes[place].open].compactMap { $0 } }
            case .captures, .anyLevel:
                for place in places {
                    next += Array(nodes[place].literals.values) + [nodes[place].open].compactMap { $0 }
                }
            }
            places = next
        }
        for place in places { found += nodes[place].entries }
        return found
    }

    private func startingPoints(_ pattern: TopicPattern) -> [Int] {
        if case .anyRest = pattern.levels.last { return Array(roots.values) }
        let shape = Shape(pattern)
        return roots.filter {
            $0.key.count == shape.count && ($0.key.last == nil || shape.last == nil || $0.key.last == shape.last)
        }
        .map(\.value)
    }

    private func below(_ place: Int) -> [Int] {
        var found: [Int] = []
        var open = [place]
        while let next = open.popLast() {
            found += nodes[next].entries
            open += Array(nodes[next].literals.values) + [nodes[next].open].compactMap { $0 }
        }
        return found
    }
}
