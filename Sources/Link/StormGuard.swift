/// Holds an output that sends too many commands to its latest value each second: two rules, or a rule and a device,
/// that answer each other for ever must neither wear out a relay nor fill the network.
struct StormGuard: Sendable {
    enum Verdict: Equatable {
        case pass
        /// It waits here; `began` is true for the first that does.
        case held(began: Bool)
    }

    private struct Watch {
        /// When the last commands were sent, the oldest at `next` once there are enough.
        var instants: [Int64] = []
        var next = 0
        var hold: Hold?

        /// The oldest of the last `stormCommands` instants, if there were so many.
        var oldest: Int64? { instants.count < Limits.stormCommands ? nil : instants[next] }

        mutating func note(_ now: Int64) {
            guard instants.count == Limits.stormCommands else { return instants.append(now) }
            instants[next] = now
            next = (next + 1) % Limits.stormCommands
        }

        var newest: Int64? {
            guard instants.count == Limits.stormCommands else { return instants.last }
            return instants[(next + Limits.stormCommands - 1) % Limits.stormCommands]
        }
    }

    private struct Hold {
        var latest: OutgoingMessage?
        var nextBeat: Int64
        var suppressed = 0
    }

    private var watches: [String: Watch] = [:]
    /// The keys that are held, in the order in which they came to be.
    private var held: [String] = []
    private var nextSweep: Int64 = 0

    private(set) var nextDeadline: Int64?

    mutating func judge(_ message: OutgoingMessage, key: String, at now: Int64) -> Verdict {
        sweep(at: now)
        var watch = watches[key] ?? Watch()
        // Taken out while it is changed: otherwise each change would copy the list of instants.
        watches[key] = nil
        defer { watches[key] = watch }
        if watch.hold != nil {
            if watch.hold?.latest != nil { watch.hold?.suppressed += 1 }
            watch.hold?.latest = message
            return .held(began: false)
        }
        if let oldest = watch.oldest, now - oldest < Limits.stormSpan {
            watch.hold = Hold(latest: message, nextBeat: now + Limits.stormBeat)
            held.append(key)
            nextDeadline = min(nextDeadline ?? .max, now + Limits.stormBeat)
            return .held(began: true)
        }
        watch.note(now)
        return .pass
    }

    /// What is due: messages that go out now, and outputs that have calmed down with the count of what they held back.
    mutating func release(at now: Int64) -> (messages: [OutgoingMessage], calmed: [(key: String, suppressed: Int)]) {
        guard let deadline = nextDeadline, deadline <= now else { return ([], []) }
        var messages: [OutgoingMessage] = []
        var calmed: [(key: String, suppressed: Int)] = []
        var next = Int64.max
        for key in held {
            guard var watch = watches[key], var hold = watch.hold else { continue }
            if hold.nextBeat <= now {
                if let latest = hold.latest {
                    messages.append(latest)
                    watch.note(now)
                    hold.latest = nil
                }
                hold.nextBeat = now + Limits.stormBeat
            }
            // A full span with no more than one beat's worth of wishes: nothing new came since the last release.
            if hold.latest == nil, let newest = watch.newest, now - newest >= Limits.stormSpan {
                calmed.append((key, hold.suppressed))
                watch = Watch()
            } else {
                next = min(next, hold.nextBeat)
                watch.hold = hold
            }
            watches[key] = watch
        }
        held.removeAll { watches[$0]?.hold == nil }
        nextDeadline = held.isEmpty ? nil : next
        return (messages, calmed)
    }

    /// Gives up everything that is held, with what waits; for a guard that is switched off.
    mutating func reset() -> [OutgoingMessage] {
        let waiting = held.compactMap { watches[$0]?.hold?.latest }
        self = StormGuard()
        return waiting
    }

    /// Outputs that have been quiet for a span need no memory.
    private mutating func sweep(at now: Int64) {
        guard now >= nextSweep else { return }
        nextSweep = now + 6 * Limits.stormSpan
        watches = watches.filter { _, watch in watch.hold != nil || now - (watch.newest ?? now) < Limits.stormSpan }
    }
}
