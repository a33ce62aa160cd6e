import RuleLanguage

/// From nothing to an accepted connection, and from a lost one to the next attempt.
extension Link {
    mutating func start(at now: Int64) -> [LinkAction] {
        withoutSince = now
        return connect(at: now)
    }

    mutating func connect(at now: Int64) -> [LinkAction] {
        attempt = LinkAction.Attempt(
            number: attempt.number + 1, connection: settings.connection, protocolVersion: manners.protocolVersion,
            willQoS: manners.willQoS, willRetained: manners.willRetained)
        enter(.connecting(until: now + Limits.connecting))
        return [.connect(attempt)]
    }

    mutating func opened(_ number: Int, at now: Int64) -> [LinkAction] {
        guard case .connecting = phase, number == attempt.number else { return [] }
        enter(.awaitingConnack(until: now + Limits.connack))
        return []
    }

    mutating func openFailed(_ number: Int, _ failure: LinkFailure, at now: Int64) -> [LinkAction] {
        guard case .connecting = phase, number == attempt.number else { return [] }
        return failed(failure, at: now)
    }

    mutating func accepted(_ acceptance: Acceptance, at now: Int64) -> [LinkAction] {
        guard case .awaitingConnack = phase else { return [] }
        acceptedAt = now
        server = acceptance
        saidLimits.removeAll()
        outbox.window = min(Limits.window, max(1, acceptance.receiveMaximum ?? Limits.window))
        enter(.subscribing)
        let steps = subscriber.begin(
            settings.subscriptions, syncTopic: attempt.connection.syncTopic,
            sessionPresent: acceptance.sessionPresent, speaksMQTT5: attempt.protocolVersion == .v5, token: &token)
        return perform(steps, at: now)
    }

    mutating func refused(code: UInt8, text: String?, at now: Int64) -> [LinkAction] {
        guard case .awaitingConnack = phase else { return [] }
        return [.drop] + failed(.refusal(code: code, text: text), at: now)
    }

    mutating func lost(_ failure: LinkFailure, at now: Int64) -> [LinkAction] {
        switch phase {
        case .idle, .waiting, .stopped: return []
        case .connecting: return failed(failure, at: now)
        case .awaitingConnack: return failed(failure.beforeConnack, at: now)
        case .leaving(let leave, _): return left(leave, at: now)
        case .subscribing, .settling, .online: return ended(failure, at: now)
        }
    }

    /// An attempt that came to nothing.
    mutating func failed(_ failure: LinkFailure, at now: Int64) -> [LinkAction] {
        lastFailure = failure
        // Who pushes us off the broker leaves it reachable: this is another kind of trouble.
        if failure.kind == .passing { takeovers.reset() }
        switch failure.kind {
        case .protocolVersion where manners.protocolVersion == .v5:
            manners.protocolVersion = .v311
            return [.report(.steppedDown(failure))] + connect(at: now)
        case .willRetained where manners.willRetained:
            manners.willRetained = false
            return [.report(.willReduced(failure))] + connect(at: now)
        case .willQoS where manners.willQoS > 0:
            manners.willQoS = 0
            return [.report(.willReduced(failure))] + connect(at: now)
        case .passing, .takenOver: return say(failure, at: now) + wait(after: .passing, at: now)
        case .configuration, .protocolVersion, .willRetained, .willQoS:
            return say(failure, at: now) + wait(after: .configuration, at: now)
        }
    }

    /// A connection that was accepted is gone.
    mutating func ended(_ failure: LinkFailure, at now: Int64) -> [LinkAction] {
        lastFailure = failure
        var actions: [LinkAction] = []
        if case .online(let since) = phase {
            if now - since >= Limits.stable { backOff.reset() }
            withoutSince = now
            lastSaid = nil
            actions += [.disconnected, .report(.lost(failure))]
        } else {
            actions += say(failure, at: now)
        }
        actions += forgetConnection()
        let certain = failure.kind == .takenOver
        // Not every broker says so, even under MQTT 5: then a connection that ends at once is the only sign.
        let looksTaken = now - acceptedAt < Limits.shortLife
        if takeovers.connectionEnded(wasTaken: certain || looksTaken, at: now) {
            actions.append(.report(.takenOver(clientID: attempt.connection.clientID, certain: certain)))
            return actions + wait(after: .rivalry, at: now)
        }
        return actions + wait(after: failure.kind == .configuration ? .configuration : .passing, at: now)
    }

    /// Puts away what belonged to the connection. Commands that the broker has not acknowledged are kept.
    mutating func forgetConnection() -> [LinkAction] {
        subscriber.connectionLost()
        roundDeadline = nil
        presenceToken = nil
        farewellToken = nil
        isCatchingUp = false
        isResettling = false
        for message in storms.reset() { outbox.add(message, at: withoutSince) }
        let lost = outbox.connectionLost()
        return lost > 0 ? [.report(.publicationsLost(count: lost))] : []
    }

    private mutating func wait(after cause: BackOff.Cause, at now: Int64) -> [LinkAction] {
        enter(.waiting(until: now + backOff.delay(after: cause)))
        return []
    }

    /// Each reason is said once. After a loss, which has its line already, the ordinary failures are given some time.
    private mutating func say(_ failure: LinkFailure, at now: Int64) -> [LinkAction] {
        guard failure != lastSaid else { return [] }
        if failure.kind == .passing, wasOnline, lastSaid == nil, now - withoutSince < Limits.patience { return [] }
        lastSaid = failure
        return [.report(.failing(address: attempt.connection.address, failure))]
    }
}
