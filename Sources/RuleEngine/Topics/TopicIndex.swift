/// Topics that have been heard, to what they feed: a radix tree over bytes. A look-up compares bytes and hashes nothing.
struct TopicIndex {
    private struct Node {
        /// The bytes that lead here from the parent, in `bytes`.
        var edgeStart: Int32
        var edgeLength: Int32
        var firstByte: UInt8
        var firstChild: Int32 = TopicIndex.none
        var nextSibling: Int32 = TopicIndex.none
        var childCount: Int32 = 0
        /// Start of 256 child numbers in `tables`, for a node with many children.
        var table: Int32 = TopicIndex.none
        var entry: Int32 = TopicIndex.none
    }

    static let none: Int32 = -1
    /// A node with more children than this has a table.
    private static let longestSiblingList = 6

    private var nodes: [Node] = [Node(edgeStart: 0, edgeLength: 0, firstByte: 0)]
    private var bytes: [UInt8] = []
    private var tables: [Int32] = []

    /// The number that was stored for the topic, or `none`.
    func entry(of topic: UnsafeRawBufferPointer) -> Int32 {
        nodes.withUnsafeBufferPointer { nodes in
            bytes.withUnsafeBufferPointer { bytes in
                var node = 0
                var position = 0
                while position < topic.count {
                    let child = child(of: nodes[node], startingWith: topic[position], in: nodes)
                    guard child != Self.none else { return Self.none }
                    let next = nodes[Int(child)]
                    let length = Int(next.edgeLength)
                    guard topic.count - position >= length else { return Self.none }
                    let start = Int(next.edgeStart)
                    for offset in 0..<length where topic[position + offset] != bytes[start + offset] {
                        return Self.none
                    }
                    position += length
                    node = Int(child)
                }
                return nodes[node].entry
            }
        }
    }

    private func child(of node: Node, startingWith byte: UInt8, in nodes: UnsafeBufferPointer<Node>) -> Int32 {
        if node.table != Self.none {
            return tables[Int(node.table) + Int(byte)]
        }
        var child = node.firstChild
        while child != Self.none && nodes[Int(child)].firstByte != byte {
            child = nodes[Int(child)].nextSibling
        }
        return child
    }

    /// Stores a number for a topic.
    mutating func insert(_ topic: [UInt8], entry: Int32) {
        var node = 0
        var position = 0
        while position < topic.count {
            let child = nodes.withUnsafeBufferPointer { self.child(of: nodes[node], startingWith: topic[position], in: $0) }
            if child == Self.none {
                node = addChild(to: node, edge: topic[position...])
                position = topic.count
                break
            }
            let shared = sharedLength(of: nodes[Int(child)], with: topic[position...])
            if shared < Int(nodes[Int(child)].edgeLength) {
                split(Int(child), after: shared)
            }
            position += shared
            node = Int(child)
        }
        nodes[node].entry = entry
    }

    private func sharedLength(of node: Node, with rest: ArraySlice<UInt8>) -> Int {
        let edge = bytes[Int(node.edgeStart)..<Int(node.edgeStart + node.edgeLength)]
        return zip(edge, rest).prefix { $0 == $1 }.count
    }

    private mutating func addChild(to parent: Int, edge: ArraySlice<UInt8>) -> Int {
        let new = nodes.count
        nodes.append(
            Node(edgeStart: Int32(bytes.count), edgeLength: Int32(edge.count), firstByte: edge[edge.startIndex]))
        bytes.append(contentsOf: edge)
        attach(new, to: parent)
        return new
    }

    private mutating func attach(_ child: Int, to parent: Int) {
        nodes[child].nextSibling = nodes[parent].firstChild
        nodes[parent].firstChild = Int32(child)
        nodes[parent].childCount += 1
        if nodes[parent].table != Self.none {
            tables[Int(nodes[parent].table) + Int(nodes[child].firstByte)] = Int32(child)
        } else if nodes[parent].childCount > Self.longestSiblingList {
            makeTable(for: parent)
        }
    }

    private mutating func makeTable(for parent: Int) {
        let start = tables.count
        tables.append(contentsOf: repeatElement(Self.none, count: 256))
        var child = nodes[parent].firstChild
        while child != Self.none {
            tables[start + Int(nodes[Int(child)].firstByte)] = child
            child = nodes[Int(child)].nextSibling
        }
        nodes[parent].table = Int32(start)
    }

    /// Cuts a node's edge in two: the node keeps its number and the front, a new child takes the rest with all that hung on it.
    private mutating func split(_ node: Int, after length: Int) {
        var lower = nodes[node]
        lower.edgeStart += Int32(length)
        lower.edgeLength -= Int32(length)
        lower.firstByte = bytes[Int(lower.edgeStart)]
        lower.nextSibling = Self.none
        nodes[node].edgeLength = Int32(length)
        nodes[node].firstChild = Int32(nodes.count)
        nodes[node].childCount = 1
        nodes[node].table = Self.none
        nodes[node].entry = Self.none
        nodes.append(lower)
    }
}
