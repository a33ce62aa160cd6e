/// Tells a second client with our id from a bad line. Two clients with one id push each other off the broker for ever.
struct TakeoverWatch: Sendable {
    private var instants: [Int64] = []

    /// Notes an ended connection. True when it is one too many.
    /// - Parameters:
    ///   - wasTaken: The broker said so itself, or can be taken to mean it.
    mutating func connectionEnded(wasTaken: Bool, at now: Int64) -> Bool {
        guard wasTaken else { return false }
        instants.removeAll { now - $0 > Limits.takeoverSpan }
        instants.append(now)
        guard instants.count >= Limits.takeovers else { return false }
        // The next alarm is given at each further one, as long as they keep coming.
        instants.removeFirst(instants.count - Limits.takeovers + 1)
        return true
    }

    mutating func reset() { instants.removeAll() }
}
