/// Stopping, other settings, and the farewell that a connection gets before it is ended on purpose.
extension Link {
    mutating func stop(at now: Int64) -> [LinkAction] {
        switch phase {
        case .stopped, .leaving(.toStop, _): return []
        case .idle, .waiting:
            enter(.stopped)
            return [.stopped]
        case .connecting:
            enter(.stopped)
            return [.abandon, .stopped]
        case .awaitingConnack:
            // If the broker has accepted us in the meantime, the will says `offline` for us.
            enter(.stopped)
            return [.drop, .stopped]
        case .leaving(.toReconnect, let until):
            enter(.leaving(.toStop, until: until))
            return []
        case .subscribing, .settling, .online: return leave(.toStop, at: now)
        }
    }

    mutating func configure(_ new: LinkSettings, at now: Int64) -> [LinkAction] {
        let isSameConnection = new.connection == settings.connection
        var actions: [LinkAction] = []
        if !new.guardsAgainstStorms, settings.guardsAgainstStorms {
            for message in storms.reset() { outbox.add(message, at: now) }
        }
        settings = new
        backOff.range = new.reconnect
        if !isSameConnection { startAfresh() }
        switch phase {
        case .idle, .stopped, .leaving: break
        // Whoever reloads may just have mended what was wrong: no more waiting.
        case .waiting: actions += connect(at: now)
        case .connecting: if !isSameConnection { actions += [.abandon] + connect(at: now) }
        case .awaitingConnack: if !isSameConnection { actions += [.drop] + connect(at: now) }
        case .subscribing, .settling, .online:
            guard isSameConnection else { return actions + leave(.toReconnect, at: now) }
            if needsSettling(for: new.subscriptions) { isResettling = true }
            actions += perform(subscriber.change(to: new.subscriptions, token: &token), at: now) + pump(at: now)
        }
        return actions
    }

    /// What was learnt about the broker is of no use with another one.
    private mutating func startAfresh() {
        manners = Manners(protocolVersion: settings.connection.protocolVersion)
        backOff.reset()
        takeovers.reset()
        lastSaid = nil
        wasOnline = false
        markerIsMissing = false
        presenceIsRefused = false
    }

    /// Says `offline` on the connection that stands, and ends it when that is acknowledged or 2 s have passed.
    private mutating func leave(_ purpose: Leave, at now: Int64) -> [LinkAction] {
        let wasSettled = isOnline
        var actions: [LinkAction] = []
        if purpose == .toStop, wasSettled {
            // What a storm holds back is the latest word on an output. The engine takes it for sent, also after a restart.
            for message in storms.reset() { outbox.add(message, at: now) }
            actions += pump(at: now)
        }
        let farewell = publishPresence("offline")
        let number = presenceToken
        if wasSettled { actions.append(.disconnected) }
        withoutSince = now
        actions += forgetConnection()
        farewellToken = number
        enter(.leaving(purpose, until: now + Limits.farewell))
        return actions + [farewell]
    }

    mutating func left(_ purpose: Leave, at now: Int64) -> [LinkAction] {
        farewellToken = nil
        switch purpose {
        case .toStop:
            enter(.stopped)
            return [.disconnect, .stopped]
        case .toReconnect:
            if attempt.connection.clientID != settings.connection.clientID
                || attempt.connection.address != settings.connection.address
            {
                subscriber.forget()
            }
            return [.disconnect] + connect(at: now)
        }
    }
}
