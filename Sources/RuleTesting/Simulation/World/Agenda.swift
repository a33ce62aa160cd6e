/// What is to happen, by the time at which it does; what falls on one time keeps the order in which it was put down.
struct Agenda {
    private struct Entry {
        var due: Int64
        var order: UInt64
        var slot: Int

        func isBefore(_ other: Entry) -> Bool { due != other.due ? due < other.due : order < other.order }
    }

    private var heap: [Entry] = []
    /// Kept apart from the heap, so that little is moved in it.
    private var happenings: [Happening] = []
    private var free: [Int] = []
    private var order: UInt64 = 0

    var nextDue: Int64? { heap.first?.due }

    mutating func add(_ happening: Happening, at due: Int64) {
        order += 1
        let slot: Int
        if let reused = free.popLast() {
            slot = reused
            happenings[slot] = happening
        } else {
            slot = happenings.count
            happenings.append(happening)
        }
        heap.append(Entry(due: due, order: order, slot: slot))
        rise(heap.count - 1)
    }

    mutating func next(upTo end: Int64) -> (due: Int64, happening: Happening)? {
        guard let first = heap.first, first.due <= end else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        free.append(first.slot)
        return (first.due, happenings[first.slot])
    }

    private mutating func rise(_ start: Int) {
        var index = start
        let entry = heap[index]
        while index > 0 {
            let parent = (index - 1) / 2
            guard entry.isBefore(heap[parent]) else { break }
            heap[index] = heap[parent]
            index = parent
        }
        heap[index] = entry
    }

    private mutating func sink() {
        var index = 0
        let entry = heap[0]
        while true {
            var child = 2 * index + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard heap[child].isBefore(entry) else { break }
            heap[index] = heap[child]
            index = child
        }
        heap[index] = entry
    }
}

/// One thing that happens in the simulated world.
enum Happening {
    /// A day begins, and each device makes its plans for it.
    case day(Int)
    case act(device: Int, Act)
    /// A message of a device reaches the broker.
    case uplink(device: Int, session: Int, Letter)
    /// The broker notices that a device is gone.
    case deviceMissed(device: Int, session: Int)
    case deviceReturns(device: Int, session: Int)
    /// A command reaches its device.
    case downlink(device: Int, session: Int, Letter)
    case toBroker(path: Int, Packet)
    case toGateway(path: Int, Packet)
    /// The answer to an attempt to connect.
    case opened(path: Int, attempt: Int)
    case openFailed(process: Int, attempt: Int)
    /// Nothing was heard for so long that the connection counts as dead.
    case gatewayMisses(path: Int)
    case brokerMisses(path: Int)
    case brokerStarts
    case brokerSaves
    case sessionExpires(number: Int)
    case gatewayStarts
    case gatewayWakes(process: Int)
    case saved(process: Int, number: Int)
    case clockIsSet(boot: Int)
    case fault(Int)
    /// An invariant wants to look.
    case look
}
