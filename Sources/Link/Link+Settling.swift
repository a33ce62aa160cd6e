/// From CONNACK to knowing the retained state; and later changes of the subscriptions.
extension Link {
    mutating func subscribed(_ answered: Int, granted: [UInt8], at now: Int64) -> [LinkAction] {
        guard isAccepted else { return [] }
        return perform(subscriber.granted(granted, token: answered, token: &token), at: now)
    }

    mutating func unsubscribed(_ answered: Int, at now: Int64) -> [LinkAction] {
        guard isAccepted else { return [] }
        return perform(subscriber.unsubscribed(token: answered, token: &token), at: now)
    }

    mutating func markerCame(_ payload: [UInt8], at now: Int64) -> [LinkAction] {
        guard isAccepted, subscriber.isMarking, payload == marker else { return [] }
        markerIsMissing = false
        return markerDone(at: now)
    }

    /// Retained messages still come, so the marker is still behind them.
    mutating func retainedHeard(at now: Int64) -> [LinkAction] {
        guard case .settling(let atMost) = phase, subscriber.isMarking else { return [] }
        roundDeadline = min(now + Limits.marker, atMost)
        return []
    }

    /// No SUBACK, or no marker.
    mutating func roundIsOverdue(at now: Int64) -> [LinkAction] {
        roundDeadline = nil
        guard subscriber.isMarking else { return [.drop] + ended(.noSuback, at: now) }
        var actions: [LinkAction] = []
        if !markerIsMissing {
            markerIsMissing = true
            actions.append(.report(.markerMissing(topic: attempt.connection.syncTopic)))
        }
        return actions + markerDone(at: now)
    }

    mutating func perform(_ steps: [Subscriber.Step], at now: Int64) -> [LinkAction] {
        var actions: [LinkAction] = []
        for step in steps {
            switch step {
            case .subscribe(let token, let filters, let qos, let options):
                roundDeadline = now + Limits.suback
                actions.append(.subscribe(token: token, filters: filters, qos: qos, options: options))
            case .unsubscribe(let token, let filters):
                roundDeadline = now + Limits.suback
                actions.append(.unsubscribe(token: token, filters: filters))
            case .marker: actions += publishMarker(at: now)
            // That the sync topic is refused shows when the marker is missing.
            case .refused(attempt.connection.syncTopic, _): break
            case .refused(let filter, let reason):
                actions.append(.report(.filterRefused(filter: filter, reason: reason)))
            case .done: roundDeadline = nil
            }
        }
        return actions
    }

    private mutating func publishMarker(at now: Int64) -> [LinkAction] {
        marker = Array(String(generator.next(), radix: 16).utf8)
        roundDeadline = now + Limits.marker
        if phase == .subscribing { enter(.settling(atMost: now + Limits.settling)) }
        let message = OutgoingMessage(topic: attempt.connection.syncTopic, payload: marker, qos: 0)
        return [.publish(token: nextToken(), message)]
    }

    private mutating func markerDone(at now: Int64) -> [LinkAction] {
        roundDeadline = nil
        let raising = subscriber.markerDone(token: &token)
        guard case .settling = phase else { return resettled() + perform(raising, at: now) }
        return becomeOnline(at: now) + perform(raising, at: now)
    }

    private mutating func resettled() -> [LinkAction] {
        guard isResettling else { return [] }
        isResettling = false
        isCatchingUp = true
        return [.settled]
    }

    private mutating func becomeOnline(at now: Int64) -> [LinkAction] {
        enter(.online(since: now))
        wasOnline = true
        lastSaid = nil
        lastFailure = nil
        isCatchingUp = true
        var actions = [
            LinkAction.report(.connected(address: attempt.connection.address, after: now - withoutSince)),
            publishPresence("online"),
        ]
        actions += publishInformation()
        if lostPublications > 0 {
            actions.append(.report(.publicationsLost(count: lostPublications)))
            lostPublications = 0
        }
        return actions + [.settled]
    }
}
