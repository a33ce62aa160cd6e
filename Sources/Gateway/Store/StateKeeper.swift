import RuleEngine
import RuleLanguage
import Systemd

/// Keeps the state on disk: what was saved at the start, and what has changed from then on. The loop never waits for the
/// disk, except at the end.
final class StateKeeper {
    /// At the end the disk is waited for so long.
    private static let patienceAtEnd: Int32 = 2_000

    private let file: StateFile
    private let journal: GatewayJournal
    private var work: BackgroundWork<(StateFile.Outcome, [String])>?
    private var policy = SavePolicy()
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
    private let bootID = BootID.current

    init(_ loop: EventLoop, _ file: StateFile, journal: GatewayJournal) throws(SystemError) {
        self.file = file
        self.journal = journal
        work = try BackgroundWork(loop) { [unowned self] outcome, notes in finished(outcome, notes) }
    }

    /// What the gateway knew when it ended, and how long ago that was, if that can be known; nil if it begins anew.
    func load(_ clock: inout HouseClock) -> (snapshot: Snapshot, away: Int64?)? {
        let (contents, outcome) = file.load()
        if let contents { clock.wasSaved(at: contents.moment.wall) }
        let now = clock.now
        tell(file.takeNotes())
        switch outcome {
        case .done: break
        case .newer(let words): disable(words)
        case .failed(let words): report(policy.failed(words, at: now.monotonic))
        }
        guard let contents else { return nil }
        var unreadable = 0
        let snapshot = Snapshot(
            rows: contents.rows, time: contents.moment.engine, wall: contents.moment.wall, unreadable: &unreadable)
        if unreadable > 0 {
            journal.note(
                .warning, "\(unreadable) of \(contents.rows.count) entries of \(file.path) are damaged and left out")
        }
        return (snapshot, contents.moment.age(at: now))
    }

    // MARK: Saving

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

    /// The last word: what is under way is waited for, and then all of it is written.
    func saveAtEnd(_ engine: Engine, at now: Moment) {
        defer { work?.cancel() }
        guard isEnabled, let work, work.wait(milliseconds: Self.patienceAtEnd) else { return }
        save(engine, at: now)
        _ = work.wait(milliseconds: Self.patienceAtEnd)
        if !work.isRunning { file.close() }
    }

    private func order(_ engine: Engine, _ now: Moment) -> StateFile.Order {
        let snapshot = engine.snapshot(at: now)
        let moment = SavedMoment(engine: snapshot.time, wall: snapshot.wall, boot: now.monotonic, bootID: bootID)
        return StateFile.Order(change: saved.change(to: snapshot.rows), rules: rules, moment: moment)
    }

    private func finished(_ outcome: StateFile.Outcome, _ notes: [String]) {
        tell(notes)
        switch outcome {
        case .done:
            if rulesUnderWay == rulesNumber { rules = nil }
            report(policy.succeeded())
        case .newer(let words): disable(words)
        case .failed(let words):
            saved.forget()
            report(policy.failed(words, at: SystemClock.monotonic))
        }
        onFinished()
    }

    private func disable(_ words: String) {
        isEnabled = false
        isSaving = false
        journal.stateNotSaved(words)
    }

    private func report(_ report: SavePolicy.Report?) {
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

    private func tell(_ notes: [String]) {
        for note in notes { journal.stateNotSaved(note) }
    }
}
