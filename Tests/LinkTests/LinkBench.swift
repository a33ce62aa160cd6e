@testable import Link

/// A link with virtual time. Each call tells it something and gives what it wants done.
struct LinkBench {
    static let second: Int64 = 1_000_000_000

    var link: Link
    var now: Int64 = 1_000 * second
    /// Everything that it ever wanted.
    var all: [LinkAction] = []

    init(
        _ filters: [FilterRequest] = [FilterRequest("a/+", qos: 1)], seed: UInt64 = 1,
        change: (inout LinkSettings) -> Void = { _ in }
    ) {
        link = Link(Self.settings(filters, change: change), seed: seed)
    }

    static func settings(
        _ filters: [FilterRequest] = [FilterRequest("a/+", qos: 1)], change: (inout LinkSettings) -> Void = { _ in }
    ) -> LinkSettings {
        var settings = LinkSettings(
            connection: .init(host: "broker", port: 1883, clientID: "hearth-pi", presenceTopic: "home/gw/status"),
            subscriptions: filters)
        change(&settings)
        return settings
    }

    @discardableResult
    mutating func tell(_ event: LinkEvent, after seconds: Double = 0) -> [LinkAction] {
        now += Int64(seconds * Double(Self.second))
        let actions = link.handle(event, at: now)
        all += actions
        return actions
    }

    /// Moves to the next deadline and ticks.
    @discardableResult
    mutating func wait() -> [LinkAction] {
        guard let deadline = link.nextDeadline else { return [] }
        now = max(now, deadline)
        return tell(.tick)
    }

    /// Seconds until the next deadline.
    var pause: Double? { link.nextDeadline.map { Double($0 - now) / Double(Self.second) } }

    /// The broker accepts and answers everything, up to the marker.
    @discardableResult
    mutating func connect(_ acceptance: Acceptance = Acceptance()) -> [LinkAction] {
        if link.phase == .idle { tell(.start) }
        if case .waiting = link.phase { wait() }
        tell(.opened(attempt: link.attempt.number))
        return tell(.accepted(acceptance))
    }

    /// Answers every request among `actions`, and those that follow from the answers.
    @discardableResult
    mutating func answer(_ actions: [LinkAction]) -> [LinkAction] {
        var following: [LinkAction] = []
        var open = actions
        while !open.isEmpty {
            open = answerOnce(open)
            following += open
        }
        return following
    }

    /// As `answer`, one step of it.
    mutating func answerOnce(_ actions: [LinkAction]) -> [LinkAction] {
        var following: [LinkAction] = []
        for action in actions {
            switch action {
            case .subscribe(let token, let filters, let qos, _):
                following += tell(.subscribed(token: token, granted: filters.map { _ in UInt8(qos) }))
            case .unsubscribe(let token, _): following += tell(.unsubscribed(token: token))
            case .publish(_, let message) where message.topic.hasSuffix("/sync"):
                following += tell(.marker(message.payload))
            case .publish(let token, _): following += tell(.acknowledged(token: token, reason: 0))
            case .settled: following += tell(.caughtUp)
            default: break
            }
        }
        return following
    }

    /// Connected, settled, everything raised.
    mutating func goOnline(_ acceptance: Acceptance = Acceptance()) {
        answer(connect(acceptance))
        precondition(link.isOnline)
    }

    mutating func lose() -> [LinkAction] {
        tell(.lost(LinkFailure(.passing, "closed by the broker")))
    }
}

extension [LinkAction] {
    var reports: [LinkReport] { compactMap { if case .report(let report) = $0 { report } else { nil } } }
    var messages: [String] { reports.map(\.message) }
    var published: [String] {
        compactMap {
            guard case .publish(_, let message) = $0 else { return nil }
            return message.topic + "=" + String(decoding: message.payload, as: UTF8.self)
        }
    }
    var publishTokens: [Int] {
        compactMap { if case .publish(let token, _) = $0 { token } else { nil } }
    }
    var attempts: [LinkAction.Attempt] {
        compactMap { if case .connect(let attempt) = $0 { attempt } else { nil } }
    }
    var subscriptions: [String] {
        flatMap { action -> [String] in
            switch action {
            case .subscribe(_, let filters, let qos, let options):
                filters.map { "+\($0)@\(qos)\(options.noLocal ? "l" : "")\(options.withoutRetained ? "r" : "")" }
            case .unsubscribe(_, let filters): filters.map { "-\($0)" }
            default: []
            }
        }
    }
}

func command(_ key: String, _ value: String, expiry: Int? = nil) -> OutgoingMessage {
    OutgoingMessage(key: key, topic: "set/\(key)", payload: Array(value.utf8), expirySeconds: expiry)
}

func publication(_ value: String) -> OutgoingMessage {
    OutgoingMessage(topic: "say", payload: Array(value.utf8))
}
