import RuleEngine
import RuleLanguage
import Systemd

/// Keeps the state on disk: what was saved at the start, and what has changed from then on. The loop never waits for the
/// disk, except at the end.
final class StateKeeper {
    /// The disk is waited for so long, in milliseconds, where it must be.
    private static let patience: Int32 = 2_000
    /// A log that cannot be had is asked for so often, in nanoseconds.
    private static let pauseOfAttempts: Int64 = 60_000_000_000

    let file: StateFile
    let journal: GatewayJournal
    private var work: BackgroundWork<(StateFile.Outcome, [String])>?
    var policy = SavePolicy()
    private var saved = SavedRows()
    private var isEnabled = true
    /// Whether what there is to save can be saved, as far as anybody knows.
    private(set) var isSaving = true
    /// A write is over: what came meanwhile waits for the next one.
    var onFinished: () -> Void = {}
    /// Rules that have not been written yet.
    private var rules: SourceSet?
    /// Counts the sets of rules, and which of them is under way.
    private var rulesNumber = 0
    private var rulesUnderWay = 0
    let bootID = BootID.current

    private let logPath: String
    private var memory: EventLogFile?
    private var nextAttempt: Int64 = 0
    var log: EventLog?
    /// Where the log stood when the state that is under way was taken.
    private var markUnderWay: EventLog.Mark?
    var undelivered = Undelivered(at: SystemClock.monotonic)
    /// Messages that the broker may send once more, as they are when a state is saved.
    var redeliveries = Redeliveries()
    /// The first state is waited for.
    var mustSaveAtStart = false
    /// Of the rules that run.
    var fingerprint: UInt64 = 0

    init(
        _ loop: EventLoop, _ file: StateFile, log path: String, journal: GatewayJournal
    ) throws(SystemError) {
        self.file = file
        self.journal = journal
        logPath = path
        work = try BackgroundWork(loop) { [unowned self] outcome, notes in finished(outcome, notes) }
        if let error = openLog(at: SystemClock.monotonic) {
            journal.note(.warning, "\(error): a kill of the gateway costs the last second until then")
        }
    }

    /// Without room for a log there may be some later.
    @discardableResult
    private func openLog(at now: Int64) -> SystemError? {
        guard memory == nil, now >= nextAttempt else { return nil }
        nextAttempt = now + Self.pauseOfAttempts
        do {
            memory = try EventLogFile(logPath)
        } catch {
            return error
        }
        log = memory.map { EventLog($0.memory) }
        return nil
    }

    // MARK: Saving

    /// Takes note of what there is to save at the end of a turn.
    func noteTurn(_ news: SavePolicy.News, at now: Int64) {
        // A log that is full is of use again with the next state; a message that is not acknowledged is known to be in doubt by
        // the state after the next.
        let isUrgent = log?.isComplete == false || undelivered.isAnyYoung
        note(isUrgent ? .important : news, at: now)
    }

    func note(_ news: SavePolicy.News, at now: Int64) {
        if isEnabled { policy.note(news, at: now) }
    }

    /// Rules without errors, which the next start falls back to where there are only others.
    func note(_ rules: SourceSet, at now: Int64) {
        self.rules = rules
        rulesNumber += 1
        note(.important, at: now)
    }

    /// When `save` is wanted.
    var deadline: Int64? { isEnabled ? policy.deadline : nil }

    func save(_ engine: Engine, at now: Moment) {
        guard isEnabled, let work, !work.isRunning else { return }
        openLog(at: now.monotonic)
        if log?.isComplete == false { beginSession() }
        markUnderWay = log?.mark
        let order = order(engine, now)
        policy.began(at: now.monotonic)
        rulesUnderWay = rulesNumber
        let file = file
        do {
            try work.start { (file.save(order), file.takeNotes()) }
        } catch {
            finished(.failed("\(error)"), [])
        }
    }

    /// The first word, where it must be waited for.
    func saveAtStart(_ engine: Engine, at now: Moment) {
        guard isEnabled, mustSaveAtStart, let work else { return }
        save(engine, at: now)
        _ = work.wait(milliseconds: Self.patience)
    }

    /// The last word: what is under way is waited for, and then all of it is written.
    func saveAtEnd(_ engine: Engine, at now: Moment) {
        defer { work?.cancel() }
        guard isEnabled, let work, work.wait(milliseconds: Self.patience) else { return }
        save(engine, at: now)
        _ = work.wait(milliseconds: Self.patience)
        if !work.isRunning { file.close() }
    }

    private func order(_ engine: Engine, _ now: Moment) -> StateFile.Order {
        var snapshot = engine.snapshot(at: now)
        snapshot.note(
            log?.mark ?? EventLog.Mark(session: 0, offset: 0), log: memory?.path ?? "", fingerprint: fingerprint,
            undelivered, redeliveries)
        let moment = SavedMoment(engine: snapshot.time, wall: snapshot.wall, boot: now.monotonic, bootID: bootID)
        return StateFile.Order(change: saved.change(to: snapshot.rows), rules: rules, moment: moment)
    }

    private func finished(_ outcome: StateFile.Outcome, _ notes: [String]) {
        tell(notes)
        switch outcome {
        case .done:
            if rulesUnderWay == rulesNumber { rules = nil }
            if let markUnderWay { log?.saved(upTo: markUnderWay) }
            report(policy.succeeded())
        case .newer(let words): disable(words)
        case .failed(let words):
            saved.forget()
            report(policy.failed(words, at: SystemClock.monotonic))
        }
        onFinished()
    }

    func disable(_ words: String) {
        isEnabled = false
        isSaving = false
        journal.stateNotSaved(words)
    }

    func report(_ report: SavePolicy.Report?) {
        switch report {
        case .failing(let words):
            isSaving = false
            journal.stateNotSaved("\(words): going on from memory")
        case .healed:
            isSaving = true
            journal.stateSavedAgain()
        case nil: break
        }
    }

    func tell(_ notes: [String]) {
        for note in notes { journal.stateNotSaved(note) }
    }
}
