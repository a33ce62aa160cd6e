/// The way of a command from the engine to the library.
extension Link {
    mutating func send(_ message: OutgoingMessage, at now: Int64) -> [LinkAction] {
        guard isOnline else { return keepForLater(message, at: now) }
        var actions: [LinkAction] = []
        guard let message = fitted(message, reports: &actions) else { return actions }
        if settings.guardsAgainstStorms, let key = message.key {
            switch storms.judge(message, key: key, at: now) {
            case .pass: break
            case .held(let began): return actions + (began ? [.held, .report(.stormBegan(key: key))] : [.held])
            }
        }
        guard !isCatchingUp else {
            outbox.add(message, at: now)
            return actions
        }
        if outbox.isEmpty, outbox.hasRoom {
            actions.append(feed(message, at: now))
            return actions
        }
        outbox.add(message, at: now)
        return actions + sayIfFull() + pump(at: now)
    }

    mutating func takeUp(_ message: OutgoingMessage, since: Int64) -> [LinkAction] {
        outbox.add(message, at: since)
        return []
    }

    mutating func caughtUp(at now: Int64) -> [LinkAction] {
        guard isOnline, isCatchingUp else { return [] }
        isCatchingUp = false
        return pump(at: now)
    }

    mutating func acknowledged(_ number: Int, reason: UInt8, at now: Int64) -> [LinkAction] {
        if number == farewellToken, case .leaving(let purpose, _) = phase { return left(purpose, at: now) }
        guard isAccepted else { return [] }
        if number == presenceToken { return presenceAcknowledged(reason) }
        guard let message = outbox.acknowledged(token: number) else { return [] }
        let refusal: [LinkAction] =
            reason >= 0x80 ? [.report(.publishRefused(topic: message.topic, reason: reason))] : []
        return refusal + pump(at: now)
    }

    mutating func unsendable(_ number: Int, _ words: String, at now: Int64) -> [LinkAction] {
        if number == farewellToken, case .leaving(let purpose, _) = phase { return left(purpose, at: now) }
        guard isAccepted, let message = outbox.acknowledged(token: number) else { return [] }
        return [.report(.unsendable(topic: message.topic, words))] + pump(at: now)
    }

    /// Held outputs whose second has come.
    mutating func releaseHeld(at now: Int64) -> [LinkAction] {
        guard isOnline else { return [] }
        let (messages, calmed) = storms.release(at: now)
        for message in messages { outbox.add(message, at: now) }
        return calmed.map { .report(.stormEnded(key: $0.key, suppressed: $0.suppressed)) } + pump(at: now)
    }

    /// Feeds the library as long as the window has room.
    mutating func pump(at now: Int64) -> [LinkAction] {
        guard isOnline, !isCatchingUp, !outbox.isEmpty else { return [] }
        var actions: [LinkAction] = []
        while let message = outbox.next(at: now) {
            guard let fitting = fitted(message, reports: &actions) else { continue }
            actions.append(feed(fitting, at: now))
        }
        if outbox.isEmpty {
            saidOutboxFull = false
            let counts = outbox.takeCounts()
            if counts.dropped > 0 { actions.append(.report(.outboxDropped(count: counts.dropped))) }
            if counts.expired > 0 { actions.append(.report(.expired(count: counts.expired))) }
        }
        return actions
    }

    private mutating func feed(_ message: OutgoingMessage, at now: Int64) -> LinkAction {
        let number = nextToken()
        outbox.sent(message, token: number, at: now)
        return .publish(token: number, message)
    }

    /// Between connections the engine keeps quiet; what comes all the same is kept if it is a command.
    private mutating func keepForLater(_ message: OutgoingMessage, at now: Int64) -> [LinkAction] {
        guard phase != .stopped else { return [] }
        if message.key != nil {
            outbox.add(message, at: now)
            return sayIfFull()
        }
        lostPublications += 1
        return []
    }

    private mutating func sayIfFull() -> [LinkAction] {
        guard outbox.dropped > 0, !saidOutboxFull else { return [] }
        saidOutboxFull = true
        return [.report(.outboxFull)]
    }

    private mutating func presenceAcknowledged(_ reason: UInt8) -> [LinkAction] {
        presenceToken = nil
        guard reason >= 0x80 else {
            presenceIsRefused = false
            return []
        }
        guard !presenceIsRefused else { return [] }
        presenceIsRefused = true
        return [.report(.presenceRefused(topic: attempt.connection.presenceTopic, reason: reason))]
    }

    /// The message as the broker takes it; nil, with a report, where it cannot take it at all.
    private mutating func fitted(_ message: OutgoingMessage, reports: inout [LinkAction]) -> OutgoingMessage? {
        if message.qos > server.maximumQoS || (message.retained && !server.retainAvailable) {
            return reduced(message, reports: &reports)
        }
        guard let limit = server.maximumPacketSize, message.packetSize > limit else { return message }
        reports.append(.report(.unsendable(topic: message.topic, "the broker takes at most \(limit) bytes at once")))
        return nil
    }

    private mutating func reduced(_ message: OutgoingMessage, reports: inout [LinkAction]) -> OutgoingMessage? {
        var message = message
        if message.qos > server.maximumQoS {
            message.qos = server.maximumQoS
            sayLimit("the broker supports QoS \(server.maximumQoS) at most: sending at that", reports: &reports)
        }
        if message.retained, !server.retainAvailable {
            message.retained = false
            sayLimit("the broker keeps no retained messages: sending without", reports: &reports)
        }
        return fitted(message, reports: &reports)
    }

    private mutating func sayLimit(_ words: String, reports: inout [LinkAction]) {
        if saidLimits.insert(words).inserted { reports.append(.report(.serverLimit(words))) }
    }
}
