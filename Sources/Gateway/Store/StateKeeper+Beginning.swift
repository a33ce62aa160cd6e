import RuleEngine
import RuleLanguage
import Systemd

/// How a gateway begins with what another one left.
extension StateKeeper {
    /// An engine that goes on with what the gateway knew when it ended, however it ended.
    struct Beginning {
        var engine: Engine
        var counts: Snapshot.Counts
        /// How long ago that was, if that can be known.
        var away: Int64?
        /// What the broker is about to send once more.
        var redeliveries: Redeliveries
    }

    /// Takes up what is there; nil where there is nothing.
    func begin(_ rules: LoadedRules, _ clock: inout HouseClock) -> Beginning? {
        fingerprint = RulesFingerprint.value(of: rules.sources)
        defer { if log?.isComplete == false { beginSession() } }
        let (contents, outcome) = file.load()
        tell(file.takeNotes())
        let recollection = contents.map { contents in
            Recollection(contents.rows, at: contents.moment, log: &log) { [self] in program(of: $0, rules) }
        }
        if let recollection { clock.wasSaved(at: recollection.moment.wall) }
        let now = clock.now
        switch outcome {
        case .done: mustSaveAtStart = contents == nil
        case .newer(let words): disable(words)
        case .failed(let words): report(policy.failed(words, at: now.monotonic))
        }
        guard let contents, let recollection else { return nil }
        if recollection.unreadable > 0 {
            journal.note(
                .warning,
                "\(recollection.unreadable) of \(contents.rows.count) entries of \(file.path) are damaged and left out")
        }
        let away = recollection.moment.age(at: now, bootID: bootID)
        mustSaveAtStart = recollection.mustBeSaved(fingerprint)
        let start = EventRecord.start(.init(moment: now, away: away, boot: bootID, fingerprint: fingerprint))
        undelivered = recollection.undelivered
        undelivered.follow(start)
        if recollection.goesOn {
            if recollection.moment.bootID != bootID { log?.forgetRest() }
            log?.append(start)
        } else {
            beginSession()
        }
        // The sooner it is saved, the less the next process has to go through.
        policy.note(.important, at: now.monotonic)
        return Beginning(
            engine: Engine(rules.program, restoring: recollection.snapshot, away: away, at: now),
            counts: recollection.snapshot.counts, away: away, redeliveries: recollection.redeliveries)
    }

    /// The rules that run now, or those that ran before.
    private func program(of fingerprint: UInt64, _ rules: LoadedRules) -> Program? {
        if fingerprint == self.fingerprint { return rules.program }
        guard let sources = file.loadRules().0, RulesFingerprint.value(of: sources) == fingerprint,
            case .success(let saved) = RulesLoader.compile(sources)
        else { return nil }
        return saved.program
    }
}
