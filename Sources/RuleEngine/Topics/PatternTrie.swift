import RuleLanguage

/// The topics of all inputs by their levels, to find those that a new topic fits without trying each.
package struct PatternTrie {
    private struct Node {
        /// Literal levels, by bytes.
        var children: [[UInt8]: Int] = [:]
        /// The node behind a level that is no literal.
        var wild: Int?
        /// Inputs whose pattern ends here, and those that end here in `#`.
        var inputs: [Int] = []
        var rest: [Int] = []
    }

    private var nodes = [Node()]
    private let patterns: [TopicPattern]

    /// A tree of these; their indices are what it finds.
    package init(_ patterns: [TopicPattern]) {
        self.patterns = patterns
        for index in patterns.indices {
            insert(index)
        }
    }

    private mutating func insert(_ index: Int) {
        var node = 0
        for level in patterns[index].levels {
            switch level {
            case .literal(let text):
                let key = Array(text.utf8)
                let next = nodes[node].children[key] ?? addNode()
                nodes[node].children[key] = next
                node = next
            case .captures, .anyLevel:
                let next = nodes[node].wild ?? addNode()
                nodes[node].wild = next
                node = next
            case .anyRest:
                nodes[node].rest.append(index)
                return
            }
        }
        nodes[node].inputs.append(index)
    }

    private mutating func addNode() -> Int {
        nodes.append(Node())
        return nodes.count - 1
    }

    /// The inputs that the topic fits with what their parameters capture, in the order of the program.
    package func matches(of topic: [UInt8]) -> [(input: Int, captures: [ArraySlice<UInt8>])] {
        let levels = topic.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Array($0) }
        var candidates: [Int] = []
        var open = [0]
        for level in levels {
            candidates += open.flatMap { nodes[$0].rest }
            open = open.flatMap { node in [nodes[node].children[level], nodes[node].wild].compactMap { $0 } }
            if open.isEmpty { break }
        }
        // `a/#` fits `a` too.
        candidates += open.flatMap { nodes[$0].rest + nodes[$0].inputs }
        return candidates.sorted().compactMap { input in
            patterns[input].match(topic: topic).map { (input, $0) }
        }
    }
}
