/// What the broker says of the gateway is true within its bounds.
final class PresenceAudit {
    private var isOnline = false
    /// When the broker and the gateway could last not be with each other.
    private var apartSince: Int64 = 0
    private var goneSince: Int64?
    private var settledAt: Int64?
    private(set) var nextLook = Int64.max

    /// A keepalive and a half, and the time that a message takes.
    private static let longestLie = 45 * Span.second + 5 * Span.second
    /// From `settled` to the word at the broker: a stall among it.
    private static let longestSilence = 25 * Span.second
    /// The longest delay after many losses in a row, an attempt that hangs, and settling.
    private static let longestWay = 300 * Span.second + 80 * Span.second

    func said(_ code: Int) { isOnline = code == 1 }

    func settled(at now: Int64) {
        settledAt = now
        goneSince = nil
    }

    func unsettled() { settledAt = nil }

    /// The gateway's connection ended, or will never carry anything again.
    func gone(at now: Int64) {
        settledAt = nil
        if goneSince == nil { goneSince = now }
    }

    func apart(at now: Int64) { apartSince = now }

    func brokerForgot() { isOnline = false }

    func brokerBack(at now: Int64) {
        apartSince = now
        // A broker that was away has sent no will.
        isOnline = false
        goneSince = nil
    }

    func problem(_ world: Simulation) -> (String, String)? {
        let now = world.now
        nextLook = .max
        guard world.broker.isUp else { return nil }
        if isOnline {
            if world.broker.path == nil, let goneSince {
                let due = max(goneSince, world.network.stalledUntil) + Self.longestLie
                if now >= due {
                    return (
                        "presence is true",
                        "the broker says online, and the gateway is gone since \((now - goneSince) / Span.second) s"
                    )
                }
                nextLook = due
            }
        } else if let settledAt, world.isLinkHealthy {
            let due = max(settledAt, world.network.stalledUntil) + Self.longestSilence
            if now >= due {
                return (
                    "presence is true",
                    "the gateway is online since \((now - settledAt) / Span.second) s, and the broker does not say so"
                )
            }
            nextLook = due
        } else if world.gateway != nil, world.network.brokenUntil <= now, settledAt == nil {
            let due = max(apartSince, world.network.brokenUntil, world.network.stalledUntil) + Self.longestWay
            if now >= due, world.gateway?.isStopping == false {
                return (
                    "presence is true",
                    "gateway and broker could be with each other since \((now - apartSince) / Span.second) s, and are not"
                )
            }
            nextLook = max(due, now + Span.second)
        }
        return nil
    }
}

/// What a device shows is never older than what it has shown, and what it shows in the end is what the source says.
final class OrderAudit {
    let name: String
    let commands: Int
    let device: Int
    private var sent: [Int] = []
    private var place = 0
    private var violation: String?
    private static let limit = 64

    init(_ name: String, commands: Int, device: Int) {
        self.name = name
        self.commands = commands
        self.device = device
    }

    func wrote(_ code: Int) {
        sent.append(code)
        guard sent.count > Self.limit else { return }
        sent.removeFirst(Self.limit / 2)
        place = max(0, place - Self.limit / 2)
    }

    func obeyed(_ code: Int) {
        guard let found = sent[min(place, sent.count)...].firstIndex(of: code) else {
            violation = "\(name) shows \(code) again, though it was told something newer"
            return
        }
        place = found
    }

    var problem: (String, String)? { violation.map { ("an older value never overrides a newer one", $0) } }
}

/// What grows has a limit.
final class LimitAudit {
    private var nextCheck: Int64 = 0
    private let mostRows: Int
    private let mostWaiting: Int

    init(rooms: Int, topics: Int) {
        // Values, operators, outputs and runs: none of them comes more than once for each room and rule.
        mostRows = 60 + 60 * rooms
        mostWaiting = topics
    }

    func problem(_ world: Simulation) -> (String, String)? {
        guard let gateway = world.gateway, world.now >= nextCheck else { return nil }
        nextCheck = world.now + 10 * Span.minute
        if case .rows(let rows, _)? = world.machine.disk.contents?.state, rows.count > mostRows {
            return ("memory and queues stay within their limits", "\(rows.count) rows are saved")
        }
        let waiting = gateway.link.waitingCount
        if waiting > mostWaiting {
            return ("memory and queues stay within their limits", "\(waiting) messages wait for the broker")
        }
        let extent = gateway.engine.extent
        for (name, count, most) in [
            ("timers", extent.timers, 200 * (world.map.rooms + 2)), ("texts", extent.texts, 2_000),
            ("instances", extent.instances, 100 * (world.map.rooms + 2)),
            ("occurrences that wait", extent.occurrences, 1_000),
        ] where count > most {
            return ("memory and queues stay within their limits", "the engine holds \(count) \(name)")
        }
        return nil
    }
}
