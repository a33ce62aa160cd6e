/// Topics that have been heard, to what they feed: a radix tree over bytes. A look-up compares bytes and hashes nothing.
package struct TopicIndex {
    private struct Node {
        /// The bytes that lead here from the parent, in `bytes`.
        var edgeStart: Int32
        var edgeLength: Int32
        /// The children, in `children`: room for a power of two of them.
        var firstChild: Int32 = 0
        var childCount: Int16 = 0
        var childRoom: Int16 = 0
        var entry: Int32 = TopicIndex.none
    }

    /// The first byte of a child's edge and the child's number in one word, so that a look-up stays in one stretch of memory.
    private struct Child {
        private let bits: UInt32

        init(byte: UInt8, node: Int) {
            bits = UInt32(byte) << 24 | UInt32(node)
        }

        var byte: UInt8 { UInt8(truncatingIfNeeded: bits >> 24) }
        var node: Int { Int(bits & 0x00FF_FFFF) }
        static let mostNodes = 0x00FF_FFFF
    }

    /// Nothing is stored for the topic.
    package static let none: Int32 = -1

    private var nodes: [Node] = [Node(edgeStart: 0, edgeLength: 0)]
    private var bytes: [UInt8] = []
    private var children: [Child] = []

    /// A tree without topics.
    package init() {}

    /// The number that was stored for the topic, or `none`.
    package func entry(of topic: UnsafeRawBufferPointer) -> Int32 {
        nodes.withUnsafeBufferPointer { nodes in
            bytes.withUnsafeBufferPointer { bytes in
                children.withUnsafeBufferPointer { children in
                    var node = nodes[0]
                    var position = 0
                    while position < topic.count {
                        guard let child = Self.child(of: node, topic[position], in: children) else { return Self.none }
                        node = nodes[child]
                        let length = Int(node.edgeLength)
                        guard topic.count - position >= length else { return Self.none }
                        let start = Int(node.edgeStart)
                        // The first byte is the one that led here.
                        for offset in 1..<max(1, length) where topic[position + offset] != bytes[start + offset] {
                            return Self.none
                        }
                        position += length
                    }
                    return node.entry
                }
            }
        }
    }

    private static func child(of node: Node, _ byte: UInt8, in children: UnsafeBufferPointer<Child>) -> Int? {
        let first = Int(node.firstChild)
        for index in first..<first + Int(node.childCount) where children[index].byte == byte {
            return children[index].node
        }
        return nil
    }

    /// Stores a number for a topic. A tree that is full stays as it is: the topic is then matched each time.
    package mutating func insert(_ topic: [UInt8], entry: Int32) {
        guard nodes.count + 2 < Child.mostNodes else { return }
        var node = 0
        var position = 0
        while position < topic.count {
            let found = children.withUnsafeBufferPointer { Self.child(of: nodes[node], topic[position], in: $0) }
            guard let child = found else {
                node = addChild(to: node, edge: topic[position...])
                break
            }
            let shared = sharedLength(of: nodes[child], with: topic[position...])
            if shared < Int(nodes[child].edgeLength) {
                split(child, after: shared)
            }
            position += shared
            node = child
        }
        nodes[node].entry = entry
    }

    private func sharedLength(of node: Node, with rest: ArraySlice<UInt8>) -> Int {
        let edge = bytes[Int(node.edgeStart)..<Int(node.edgeStart + node.edgeLength)]
        return zip(edge, rest).prefix { $0 == $1 }.count
    }

    private mutating func addChild(to parent: Int, edge: ArraySlice<UInt8>) -> Int {
        let new = nodes.count
        nodes.append(Node(edgeStart: Int32(bytes.count), edgeLength: Int32(edge.count)))
        bytes.append(contentsOf: edge)
        attach(new, to: parent)
        return new
    }

    private mutating func attach(_ child: Int, to parent: Int) {
        let count = Int(nodes[parent].childCount)
        if count == Int(nodes[parent].childRoom) {
            // The old stretch is left behind: over all doublings that is no more than what is in use.
            let old = Int(nodes[parent].firstChild)
            let room = max(2, 2 * count)
            let start = children.count
            for index in 0..<room {
                children.append(index < count ? children[old + index] : Child(byte: 0, node: 0))
            }
            nodes[parent].firstChild = Int32(start)
            nodes[parent].childRoom = Int16(room)
        }
        let byte = bytes[Int(nodes[child].edgeStart)]
        children[Int(nodes[parent].firstChild) + count] = Child(byte: byte, node: child)
        nodes[parent].childCount += 1
    }

    /// Cuts a node's edge in two: the node keeps its number and the front, a new child takes the rest with all that hung on it.
    private mutating func split(_ node: Int, after length: Int) {
        var lower = nodes[node]
        lower.edgeStart += Int32(length)
        lower.edgeLength -= Int32(length)
        nodes[node] = Node(edgeStart: nodes[node].edgeStart, edgeLength: Int32(length))
        nodes.append(lower)
        attach(nodes.count - 1, to: node)
    }
}
