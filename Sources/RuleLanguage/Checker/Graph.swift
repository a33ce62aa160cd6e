/// Things by number and what each depends on. Nothing in it recurses, so the length of a chain does not matter.
struct Graph {
    private(set) var edges: [[Int]]

    init(count: Int) {
        edges = Array(repeating: [], count: count)
    }

    mutating func addNode() {
        edges.append([])
    }

    mutating func addEdge(from a: Int, to b: Int) {
        if !edges[a].contains(b) { edges[a].append(b) }
    }

    /// Groups of nodes that reach each other, each group after those that it depends on (Tarjan).
    func components() -> [[Int]] {
        var state = Search(count: edges.count)
        for node in edges.indices where state.index[node] == nil {
            state.enter(node)
            while let frame = state.frames.last {
                if frame.next < edges[frame.node].count {
                    state.frames[state.frames.count - 1].next += 1
                    let target = edges[frame.node][frame.next]
                    if state.index[target] == nil {
                        state.enter(target)
                    } else if state.isOnStack[target] {
                        state.low[frame.node] = min(state.low[frame.node], state.index[target] ?? 0)
                    }
                } else {
                    state.leave(frame.node)
                }
            }
        }
        return state.components
    }

    /// The components that are rings: several nodes, or one that depends on itself.
    func rings() -> [[Int]] {
        components().filter { $0.count > 1 || edges[$0[0]].contains($0[0]) }
    }

    /// The shortest way along edges, both ends included.
    func path(from start: Int, to end: Int, within nodes: Set<Int>? = nil) -> [Int]? {
        var previous: [Int: Int] = [:]
        var queue = [start]
        var position = 0
        while position < queue.count {
            let node = queue[position]
            position += 1
            for target in edges[node] where nodes?.contains(target) ?? true {
                if target == end {
                    var path = [end, node]
                    while let last = path.last, last != start, let before = previous[last] { path.append(before) }
                    return path.reversed()
                }
                guard previous[target] == nil, target != start else { continue }
                previous[target] = node
                queue.append(target)
            }
        }
        return nil
    }

    /// All that can be reached along edges, the start included.
    func reachable(from start: Int) -> Set<Int> {
        var found: Set<Int> = [start]
        var queue = [start]
        while let node = queue.popLast() {
            for target in edges[node] where found.insert(target).inserted { queue.append(target) }
        }
        return found
    }

    private struct Search {
        struct Frame {
            var node: Int
            var next = 0
        }

        var index: [Int?]
        var low: [Int]
        var isOnStack: [Bool]
        var stack: [Int] = []
        var frames: [Frame] = []
        var components: [[Int]] = []
        var counter = 0

        init(count: Int) {
            index = Array(repeating: nil, count: count)
            low = Array(repeating: 0, count: count)
            isOnStack = Array(repeating: false, count: count)
        }

        mutating func enter(_ node: Int) {
            index[node] = counter
            low[node] = counter
            counter += 1
            stack.append(node)
            isOnStack[node] = true
            frames.append(Frame(node: node))
        }

        mutating func leave(_ node: Int) {
            frames.removeLast()
            if let parent = frames.last?.node { low[parent] = min(low[parent], low[node]) }
            guard low[node] == index[node] else { return }
            var component: [Int] = []
            while let member = stack.popLast() {
                isOnStack[member] = false
                component.append(member)
                if member == node { break }
            }
            components.append(component.sorted())
        }
    }
}
