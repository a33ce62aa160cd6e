/// What falls due when: a binary heap. Entries are not taken out when they are no longer wanted; whoever pops one looks
/// whether it still holds. Entries due at the same time come out in the order of their number, so that
/// nothing depends on the history of the heap.
struct TimerQueue {
    /// Whom an entry is for.
    enum Owner: Hashable {
        /// An input instance that goes stale.
        case input(Int32)
        /// An operator's state: `for`, `within`, windows over time.
        case state(Int32)
        /// An output instance that waits for a minimum time.
        case output(Int32)
        /// A running `when`.
        case run(Int32)
        /// A `when` whose trigger was missed.
        case trigger(Int32)

        fileprivate var order: (Int, Int32) {
            switch self {
            case .input(let index): (0, index)
            case .state(let index): (1, index)
            case .run(let index): (2, index)
            case .trigger(let index): (3, index)
            case .output(let index): (4, index)
            }
        }
    }

    struct Entry {
        var due: Int64
        var owner: Owner

        fileprivate func isBefore(_ other: Entry) -> Bool {
            due != other.due ? due < other.due : owner.order < other.owner.order
        }
    }

    private var heap: [Entry] = []

    var first: Entry? { heap.first }
    var count: Int { heap.count }

    mutating func push(_ owner: Owner, due: Int64) {
        heap.append(Entry(due: due, owner: owner))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func popFirst() -> Entry? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            let left = 2 * parent + 1
            for child in left..<left + 2 where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            guard least != parent else { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
