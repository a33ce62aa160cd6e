import RuleLanguage

/// The connection's state machine. It is told what happened and when, and answers what to do; it reads no clock and touches
/// no socket, so a test drives it through an outage of a day in a millisecond.
///
/// What does not fit the present phase, such as an answer to a request of an earlier connection, is ignored: the
/// network may say anything at any time.
package struct Link: Sendable {
    package enum Phase: Sendable, Equatable {
        case idle
        /// Between two attempts.
        case waiting(until: Int64)
        case connecting(until: Int64)
        case awaitingConnack(until: Int64)
        case subscribing
        case settling(atMost: Int64)
        case online(since: Int64)
        /// `offline` is on its way.
        case leaving(Leave, until: Int64)
        case stopped
    }

    package enum Leave: Sendable, Equatable { case toStop, toReconnect }

    package private(set) var phase: Phase = .idle
    /// As they are wanted; a connection that stands may still be of earlier ones.
    package internal(set) var settings: LinkSettings
    var attempt = LinkAction.Attempt(
        number: 0, connection: .init(host: "", port: 0, clientID: "", presenceTopic: ""), protocolVersion: .v5,
        willQoS: 1, willRetained: true)
    var backOff: BackOff
    var generator: SeededGenerator
    var subscriber = Subscriber()
    var outbox = Outbox()
    var storms = StormGuard()
    var takeovers = TakeoverWatch()
    var manners: Manners
    var server = Acceptance()
    var token = 0

    /// When the last connection ended, or the first attempt began.
    var withoutSince: Int64 = 0
    /// There was a connection before.
    var wasOnline = false
    /// When CONNACK came.
    var acceptedAt: Int64 = 0
    /// Why there is no connection now; nil once it stands.
    package internal(set) var lastFailure: LinkFailure?
    var lastSaid: LinkFailure?

    /// When the answer to the round of subscribing is overdue.
    var roundDeadline: Int64?
    var marker: [UInt8] = []
    var markerIsMissing = false

    var information: [UInt8] = []
    var presenceToken: Int?
    var presenceIsRefused = false
    var farewellToken: Int?
    var isCatchingUp = false
    /// New filters were subscribed after a reload, and their retained messages are not all here.
    var isResettling = false
    var saidLimits: Set<String> = []
    var lostPublications = 0
    var saidOutboxFull = false

    /// How we introduce ourselves at the next attempt, as the broker made us learn it.
    struct Manners: Sendable, Equatable {
        var protocolVersion: Settings.ProtocolVersion
        var willQoS = 1
        var willRetained = true
    }

    package init(_ settings: LinkSettings, seed: UInt64) {
        self.settings = settings
        manners = Manners(protocolVersion: settings.connection.protocolVersion)
        backOff = BackOff(range: settings.reconnect, seed: seed)
        generator = SeededGenerator(seed: ~seed)
    }

    /// When `tick` is due; nil: nothing is waited for but events.
    package var nextDeadline: Int64? {
        let ofPhase: Int64? =
            switch phase {
            case .waiting(let until), .connecting(let until), .awaitingConnack(let until), .leaving(_, let until): until
            case .idle, .subscribing, .settling, .online, .stopped: nil
            }
        guard isAccepted else { return ofPhase }
        return [roundDeadline, storms.nextDeadline].compactMap { $0 }.min()
    }

    /// A connection on which the broker has accepted us and that we do not mean to end.
    var isAccepted: Bool {
        switch phase {
        case .subscribing, .settling, .online: true
        case .idle, .waiting, .connecting, .awaitingConnack, .leaving, .stopped: false
        }
    }

    package var isOnline: Bool {
        if case .online = phase { true } else { false }
    }

    /// True between the marker's departure and its return.
    package var awaitsMarker: Bool { isAccepted && subscriber.isMarking }

    /// True if a reload to these filters would make the link wait for retained messages and say `settled` once more.
    package func needsSettling(for filters: [FilterRequest]) -> Bool {
        isOnline && subscriber.lacks(filters)
    }

    /// How many messages wait for the broker to take those before them.
    package var waitingCount: Int { outbox.waitingCount }

    /// The broker, as messages name it.
    package var address: String { settings.connection.address }

    package mutating func handle(_ event: LinkEvent, at now: Int64) -> [LinkAction] {
        switch event {
        case .send(let message): send(message, at: now)
        case .takeUp(let message, let since): takeUp(message, since: since)
        case .caughtUp: caughtUp(at: now)
        case .acknowledged(let token, let reason): acknowledged(token, reason: reason, at: now)
        case .unsendable(let token, let words): unsendable(token, words, at: now)

        case .start: phase == .idle ? start(at: now) : []
        case .stop: stop(at: now)
        case .configure(let settings): configure(settings, at: now)
        case .inform(let information): inform(information)

        case .opened(let number): opened(number, at: now)
        case .openFailed(let number, let failure): openFailed(number, failure, at: now)
        case .accepted(let acceptance): accepted(acceptance, at: now)
        case .refused(let code, let text): refused(code: code, text: text, at: now)
        case .lost(let failure): lost(failure, at: now)

        case .subscribed(let token, let granted): subscribed(token, granted: granted, at: now)
        case .unsubscribed(let token): unsubscribed(token, at: now)
        case .marker(let payload): markerCame(payload, at: now)
        case .retainedHeard: retainedHeard(at: now)
        case .tick: tick(at: now)
        }
    }

    mutating func enter(_ phase: Phase) { self.phase = phase }

    mutating func nextToken() -> Int {
        token += 1
        return token
    }

    private mutating func tick(at now: Int64) -> [LinkAction] {
        switch phase {
        case .idle, .stopped: return []
        case .waiting(let until): return now >= until ? connect(at: now) : []
        case .connecting(let until): return now >= until ? [.abandon] + failed(.noAnswer, at: now) : []
        case .awaitingConnack(let until): return now >= until ? [.drop] + failed(.noConnack, at: now) : []
        case .leaving(let leave, let until): return now >= until ? left(leave, at: now) : []
        case .subscribing, .settling, .online:
            var actions = releaseHeld(at: now)
            if let deadline = roundDeadline, now >= deadline { actions += roundIsOverdue(at: now) }
            return actions
        }
    }
}
