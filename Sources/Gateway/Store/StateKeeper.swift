import RuleEngine
import RuleLanguage
import Systemd

/// Keeps the state on disk: what was saved at the start, and what has changed from then on. The loop never waits for the
/// disk, except at the end.
final class StateKeeper {
    /// The disk is waited for so long, in milliseconds, where it must be.
    private static let patience: Int32 = 2_000

    private let file: StateFile
    private let journal: GatewayJournal
    private var work: BackgroundWork<(StateFile.Outcome, [String])>?
    private var policy = SavePolicy()
    private var saved = SavedRows()
    private var isEnabled = true
    /// Rules that have not been written yet.
    private var rules: SourceSet?
    /// Counts the sets of rules, and which of them is under way.
    private var rulesNumber = 0
    private var rulesUnderWay = 0
    private let bootID = BootID.current

    private var memory: EventLogFile?
    private var log: EventLog?
    /// Where the log stood when the state that is under way was taken.
    private var markUnderWay: EventLog.Mark?
    private(set) var undelivered = Undelivered()
    /// A process before this one began, and ended before it saved anything.
    private var isUnsavedStart = false
    /// Of the rules that run.
    private var fingerprint: UInt64 = 0

    init(
        _ loop: EventLoop, _ file: StateFile, log path: String, journal: GatewayJournal
    ) throws(SystemError) {
        self.file = file
        self.journal = journal
        do {
            memory = try EventLogFile(path)
        } catch {
            journal.note(.warning, "\(error): after a kill the last second is forgotten")
        }
        log = memory.map { EventLog($0.memory) }
        work = try BackgroundWork(loop) { [unowned self] outcome, notes in finished(outcome, notes) }
    }

    // MARK: The begin

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
            Recollection(contents, log: &log) { [self] in program(of: $0, rules) }
        }
        if let recollection { clock.wasSaved(at: recollection.moment.wall) }
        let now = clock.now
        switch outcome {
        case .done: break
        case .newer(let words): disable(words)
        case .failed(let words): report(policy.failed(words, at: now.monotonic))
        }
        guard let contents, let recollection else { return nil }
        if recollection.unreadable > 0 {
            journal.note(
                .warning,
                "\(recollection.unreadable) of \(contents.rows.count) entries of \(file.path) are damaged and left out")
        }
        let away = recollection.moment.age(at: now)
        undelivered = recollection.undelivered
        isUnsavedStart = recollection.hasStarts
        if recollection.goesOn {
            log?.append(.start(.init(moment: now, away: away, boot: bootID, fingerprint: fingerprint)))
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

    private func beginSession() {
        log?.begin(session: Int64.random(in: 1...(.max)))
    }

    // MARK: Saving

    /// - Parameter time: the engine's.
    func note(_ news: SavePolicy.News, time: Int64, at now: Int64) {
        // A log that is full is of use again with the next state; a message that is not acknowledged is known to be in doubt by
        // the state after the next.
        let isUrgent = log?.isComplete == false || undelivered.isAnyYoung(at: time)
        note(isUrgent ? .important : news, at: now)
    }

    private func note(_ news: SavePolicy.News, at now: Int64) {
        if isEnabled { policy.note(news, at: now) }
    }

    /// Writes down what the engine is about to be told.
    func record(_ record: EventRecord) { log?.append(record) }

    func record(
        message topic: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer, id: UInt16, isRetained: Bool,
        at moment: Moment
    ) {
        log?.append(message: topic, payload, id: id, isRetained: isRetained, at: moment)
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

    // MARK: The way of a message

    /// - Returns: the number of the message that a decision becomes.
    func issued(_ decision: Decision, by engine: Engine) -> Int64? { undelivered.add(decision, by: engine) }

    /// The socket took a message.
    func wrote(_ number: Int64, at time: Int64) {
        record(.written(number))
        undelivered.wrote(number, at: time)
    }

    /// The broker has it, or nobody can take it.
    func finished(_ number: Int64) {
        record(.delivered(number))
        undelivered.finished(number)
    }

    func connectionLost() { undelivered.connectionLost() }

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

    /// The first word, where earlier starts never came to save: it is waited for, or each start had more to go through than
    /// the one before and took longer, until none would come to an end.
    func saveAtStart(_ engine: Engine, at now: Moment) {
        guard isEnabled, isUnsavedStart, let work else { return }
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
            undelivered)
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
    }

    private func disable(_ words: String) {
        isEnabled = false
        journal.stateNotSaved(words)
    }

    private func report(_ report: SavePolicy.Report?) {
        switch report {
        case .failing(let words): journal.stateNotSaved("\(words): going on from memory")
        case .healed: journal.stateSavedAgain()
        case nil: break
        }
    }

    private func tell(_ notes: [String]) {
        for note in notes { journal.stateNotSaved(note) }
    }
}
