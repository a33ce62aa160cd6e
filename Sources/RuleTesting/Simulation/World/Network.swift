/// The way between the gateway's machine and the broker.
struct Network {
    /// One connection. Each direction is a stream that keeps its order.
    struct Path {
        var process: Int
        var attempt: Int
        /// Whether anything still arrives that is sent from now on.
        var isDeadUp = false
        var isDeadDown = false
        var isClosedByGateway = false
        var isClosedByBroker = false
        var upAfter: Int64
        var downAfter: Int64
    }

    var paths: [Path] = []
    /// Nothing passes before that time, and then all of it.
    var stalledUntil: Int64 = 0
    /// No connection comes about before that time.
    var brokenUntil: Int64 = 0
}

extension Simulation {
    /// The longest that a libmosquitto client takes to see that nobody answers its pings.
    static let keepalive: Int64 = 30 * Span.second

    func sendUp(_ packet: Packet, path: Int) {
        guard !network.paths[path].isClosedByGateway else { return }
        if case .end = packet { network.paths[path].isClosedByGateway = true }
        guard !network.paths[path].isDeadUp else { return }
        let due = max(network.paths[path].upAfter, max(now + latency(), network.stalledUntil))
        network.paths[path].upAfter = due
        schedule(.toBroker(path: path, packet), at: due)
    }

    func sendDown(_ packet: Packet, path: Int) {
        guard !network.paths[path].isClosedByBroker else { return }
        if case .end = packet { network.paths[path].isClosedByBroker = true }
        guard !network.paths[path].isDeadDown else { return }
        let due = max(network.paths[path].downAfter, max(now + latency(), network.stalledUntil))
        network.paths[path].downAfter = due
        schedule(.toGateway(path: path, packet), at: due)
    }

    private func latency() -> Int64 {
        chance.happens(0.02)
            ? chance.span(Span.millisecond, Span.second) : chance.span(Span.millisecond / 5, 3 * Span.millisecond)
    }

    /// A connection goes dead without a sign. Both ends find out when they have heard nothing for long enough.
    func goDead(path: Int, up: Bool, down: Bool) {
        guard !network.paths[path].isClosedByGateway, !network.paths[path].isClosedByBroker else { return }
        if up { network.paths[path].isDeadUp = true }
        if down { network.paths[path].isDeadDown = true }
        // Nobody answers the pings of the one; the other hears none where they do not arrive.
        schedule(.gatewayMisses(path: path), at: now + chance.span(Self.keepalive, 2 * Self.keepalive))
        if up { schedule(.brokerMisses(path: path), at: now + Self.keepalive * 3 / 2) }
    }

    /// The connection is reset: what is under way is lost, and both ends know at once.
    func reset(path: Int) {
        guard !network.paths[path].isClosedByGateway, !network.paths[path].isClosedByBroker else { return }
        network.paths[path].isDeadUp = true
        network.paths[path].isDeadDown = true
        schedule(.gatewayMisses(path: path), at: now + latency())
        schedule(.brokerMisses(path: path), at: now + latency())
    }

    /// The connection that the gateway has or tries to have.
    var currentPath: Int? { gateway?.path }
}
