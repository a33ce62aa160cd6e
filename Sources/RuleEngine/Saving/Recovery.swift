import RuleLanguage

/// What a process knew when it was killed, found again: an engine goes on from the state that was saved last, and is told
/// what the log says that the former one was told.
package struct Recovery {
    package private(set) var engine: Engine
    package private(set) var undelivered: Undelivered
    package private(set) var redeliveries: Redeliveries
    /// The last moment of which the log knows.
    package private(set) var moment: Moment
    /// Which start of the machine its clock counts from; nil for that of the saved state.
    package private(set) var boot: String?
    /// False where the log goes on with rules that nobody has any more: what follows in it is lost.
    package private(set) var isWhole = true
    /// The programs that can be had, by their fingerprints.
    private let programs: (UInt64) -> Program?

    /// - Returns: nil where the state does not say how far its engine was, or its rules are not to be had.
    package init?(_ snapshot: Snapshot, programs: @escaping (UInt64) -> Program?) {
        guard let progress = snapshot.progress, let place = snapshot.place, let program = programs(place.fingerprint)
        else { return nil }
        self.programs = programs
        engine = Engine(program, continuing: snapshot, from: progress)
        _ = engine.takeDecisions()
        undelivered = Undelivered(snapshot, at: progress.now.monotonic)
        redeliveries = snapshot.redeliveries
        moment = progress.now
    }

    /// Tells the engine what the former one was told.
    package mutating func replay(_ records: [EventRecord]) {
        for record in records {
            guard isWhole else { return }
            replay(record)
        }
    }

    private mutating func replay(_ record: EventRecord) {
        undelivered.follow(record)
        switch record {
        case .message(let moment, let id, let topic, let payload, let isRetained):
            self.moment = moment
            let decisions = topic.withUnsafeBytes { topic in
                payload.withUnsafeBytes { payload in
                    if id != 0 { _ = redeliveries.take(id, topic, payload) }
                    return engine.receive(topic: topic, payload: payload, retained: isRetained, at: moment)
                }
            }
            take(decisions)
        case .time(let moment):
            self.moment = moment
            take(engine.advance(to: moment))
        case .acknowledged: redeliveries.acknowledged()
        case .settled(let moment):
            self.moment = moment
            redeliveries.forgetFormer()
            take(engine.settled(at: moment))
        case .disconnected(let moment):
            self.moment = moment
            take(engine.disconnected(at: moment))
            redeliveries.connectionEnded()
        case .rules(let moment, let fingerprint, let awaitingRetained):
            guard let program = programs(fingerprint) else { return isWhole = false }
            self.moment = moment
            take(engine.reload(program, awaitingRetained: awaitingRetained, at: moment))
        case .start(let start):
            guard let program = programs(start.fingerprint) else { return isWhole = false }
            restart(program, start)
        case .written, .delivered: break
        }
    }

    /// Another process begins with what this one knew.
    private mutating func restart(_ program: Program, _ start: EventRecord.Start) {
        redeliveries.connectionEnded()
        let snapshot = engine.snapshot(at: moment)
        engine = Engine(program, restoring: snapshot, away: start.away, at: start.moment)
        moment = start.moment
        boot = start.boot
    }

    private mutating func take(_ decisions: [Decision]) {
        for decision in decisions { _ = undelivered.add(decision, isConnected: engine.isConnected) }
    }
}
