import RuleEngine
import RuleLanguage

/// The log of what happens, written down before it does, and the way of the messages that are decided.
extension StateKeeper {
    func beginSession() {
        log?.begin(session: Int64.random(in: 1...(.max)))
    }

    /// Writes down what the engine is about to be told, or what became of its messages.
    func record(_ record: EventRecord) {
        log?.append(record)
        undelivered.follow(record)
    }

    func record(
        message topic: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer, id: UInt16, isRetained: Bool,
        at moment: Moment
    ) {
        log?.append(message: topic, payload, id: id, isRetained: isRetained, at: moment)
        undelivered.told(moment)
    }

    /// Rules that run from now on.
    func record(rules: LoadedRules, awaitingRetained: Bool, at moment: Moment) {
        fingerprint = RulesFingerprint.value(of: rules.sources)
        record(.rules(moment, fingerprint: fingerprint, awaitingRetained: awaitingRetained))
    }

    /// What stands in the log is of no use any more; the next state is saved at once.
    func beginAnew(at now: Moment) {
        beginSession()
        note(.important, at: now.monotonic)
    }

    /// - Returns: the number of the message that a decision becomes.
    func issued(_ decision: Decision, isConnected: Bool) -> Int64? {
        undelivered.add(decision, isConnected: isConnected)
    }
}
