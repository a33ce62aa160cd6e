/// The messages between a decision and the broker's acknowledgement. The library's own queue has no limit and cannot be
/// cleared, so it is fed only so much at a time.
///
/// Commands outlive the connection here, the latest for each output: the engine takes them for sent. They go out
/// when the next connection has settled, unless the engine decided otherwise in the meantime; it would then have put
/// its new command in their place. Publications do not.
struct Outbox: Sendable {
    struct Waiting: Sendable {
        var message: OutgoingMessage
        var since: Int64
    }

    private struct InFlight {
        var message: OutgoingMessage
        var since: Int64
        var order: Int
    }

    /// In order, from `head`; nil where it was taken.
    private var queue: [Waiting?] = []
    private var head = 0
    /// Where a key's command waits in `queue`.
    private var places: [String: Int] = [:]
    private var inFlight: [Int: InFlight] = [:]
    private var order = 0
    /// Since the last report.
    private(set) var dropped = 0
    private(set) var expired = 0
    var window = Limits.window
    var limit = Limits.outbox

    var isEmpty: Bool { waitingCount == 0 }
    var unacknowledged: Int { inFlight.count }
    private(set) var waitingCount = 0

    var hasRoom: Bool { inFlight.count < window }

    /// The newest command of an output takes the place of the one that waits; when the outbox is full, the newest is
    /// dropped and counted.
    mutating func add(_ message: OutgoingMessage, at now: Int64) {
        if let key = message.key, let place = places[key] {
            queue[place] = Waiting(message: message, since: now)
            return
        }
        guard waitingCount < limit else {
            dropped += 1
            return
        }
        if let key = message.key { places[key] = queue.count }
        queue.append(Waiting(message: message, since: now))
        waitingCount += 1
    }

    /// The next message to feed, if the window has room. What is too old is left out and counted.
    mutating func next(at now: Int64) -> OutgoingMessage? {
        guard hasRoom else { return nil }
        while let waiting = takeFirst() {
            if isTooOld(waiting, at: now) {
                expired += 1
            } else {
                return waiting.message
            }
        }
        return nil
    }

    /// Notes a message as fed to the library.
    mutating func sent(_ message: OutgoingMessage, token: Int, at now: Int64) {
        order += 1
        inFlight[token] = InFlight(message: message, since: now, order: order)
    }

    /// The message that is done with; nil if it is none of ours.
    mutating func acknowledged(token: Int) -> OutgoingMessage? {
        inFlight.removeValue(forKey: token)?.message
    }

    /// The connection is gone. Commands, unacknowledged ones too, wait for the next; publications are lost.
    /// - Returns: how many publications.
    mutating func connectionLost() -> Int {
        var lost = 0
        var kept: [Waiting] = []
        var placed: Set<String> = []
        // From the newest to the oldest, so that the first of a key is its latest.
        var all = inFlight.values.sorted { $0.order < $1.order }.map { Waiting(message: $0.message, since: $0.since) }
        all += queue[head...].compactMap { $0 }
        for waiting in all.reversed() {
            guard let key = waiting.message.key else {
                lost += 1
                continue
            }
            if placed.insert(key).inserted { kept.append(waiting) }
        }
        inFlight.removeAll()
        replaceQueue(with: kept.reversed())
        return lost
    }

    mutating func takeCounts() -> (dropped: Int, expired: Int) {
        defer { (dropped, expired) = (0, 0) }
        return (dropped, expired)
    }

    private mutating func takeFirst() -> Waiting? {
        guard head < queue.count else { return nil }
        let first = queue[head]
        queue[head] = nil
        head += 1
        waitingCount -= 1
        if let key = first?.message.key { places[key] = nil }
        if head == queue.count {
            queue.removeAll(keepingCapacity: head <= Limits.window)
            head = 0
        } else if head >= 1_024, head * 2 >= queue.count {
            replaceQueue(with: queue[head...].compactMap { $0 })
        }
        return first
    }

    private mutating func replaceQueue(with waiting: [Waiting]) {
        queue = waiting
        head = 0
        waitingCount = waiting.count
        places.removeAll(keepingCapacity: true)
        for (place, entry) in waiting.enumerated() {
            if let key = entry.message.key { places[key] = place }
        }
    }

    private func isTooOld(_ waiting: Waiting, at now: Int64) -> Bool {
        if let expiry = waiting.message.expirySeconds { return now - waiting.since >= Int64(expiry) * Limits.second }
        return waiting.message.key == nil && now - waiting.since >= Limits.publicationAge
    }
}
