import Glibc
import Link
import Mosquitto
import RuleEngine
import Systemd

/// Everything together on one event loop, on one thread. It decides nothing by itself: what a message means the engine says,
/// and what a broken connection means the link.
final class Daemon {
    let options: Gateway.Options
    let journal: GatewayJournal
    let notifier: Notifier
    let material: ConnectionMaterial
    let loop: EventLoop
    let broker: BrokerConnection

    /// What it begins with.
    struct Start {
        var rules: LoadedRules
        /// Why these are not the rules in the folder but the last good ones; nil where they are.
        var problem: RulesProblem?
    }

    var rules: LoadedRules
    /// What is wrong with the rules in the folder, while others run.
    var problem: RulesProblem?
    /// What was read last, good or not, so that saving the same again changes nothing.
    var lastRead: SourceSetContents
    var engine: Engine
    var link: Link
    let startedAt: Int64

    /// What the link is to be told when the present event is done with.
    private var inbox: [LinkEvent] = []
    private var isDraining = false

    private(set) var keeper: StateKeeper?
    private var saveTimer: TimerSource?
    private var clock = HouseClock()
    var zone: ZoneFile
    /// Asks whether the wall clock can be believed, while it cannot.
    private var clockTimer: TimerSource?
    private var engineTimer: TimerSource?
    private var linkTimer: TimerSource?
    private var reloadTimer: TimerSource?
    private var sources: [EventSource] = []
    private var watchdog: Watchdog?
    var watcher: RulesWatcher?
    var passwordWarning: String?
    var overlooked: [String] = []
    var redeliveries = Redeliveries()
    var oversized = OversizedMessages()
    /// Where the marker comes back.
    var syncTopic: [UInt8] = []
    /// What was restored of a former run, and how long ago it ended.
    private var restored: (counts: Snapshot.Counts, away: Int64?)?
    var hasSettled = false
    var lastStatus = ""
    private var isStopping = false

    /// SIGHUPs within this time count as one.
    static let reloadGathering: Int64 = 50_000_000

    init(
        _ options: Gateway.Options, _ start: Start, state: (file: StateFile, log: String)?,
        journal: GatewayJournal, environment: ServiceEnvironment
    ) throws(SystemError) {
        self.options = options
        rules = start.rules
        problem = start.problem
        self.journal = journal
        lastRead = SourceSetContents(start.problem?.sources ?? start.rules.sources)
        notifier = Notifier(environment)
        material = ConnectionMaterial(environment)
        loop = try EventLoop()
        broker = try BrokerConnection(loop, material: material)
        startedAt = SystemClock.wall
        // The C library knows one zone at a time: the house's from the first line on, and before there is a second thread.
        zone = ZoneFile(zone: start.rules.program.settings.zone, at: SystemClock.monotonic)
        _ = LocalTime(zone: zone.zone).civil(startedAt)
        if let state { keeper = try StateKeeper(loop, state.file, log: state.log, journal: journal) }
        if let beginning = keeper?.begin(rules, &clock) {
            engine = beginning.engine
            restored = (beginning.counts, beginning.away)
            redeliveries = beginning.redeliveries
        } else {
            engine = Engine(rules.program, at: clock.now)
        }
        link = Link(
            LinkSettings(rules.program, hostName: HostName.current, guardsAgainstStorms: options.guardsAgainstStorms),
            seed: UInt64.random(in: 0...(.max)))
        try makeSources()
    }

    /// Runs until it is told to stop.
    func run() throws(SystemError) -> Int32 {
        defer { close() }
        watchdog = try notifier.startWatchdog(on: loop) { [unowned self] in isHealthy }
        if let problem {
            journal.startedWithLastGood(rules, problem, folder: options.folder)
        } else {
            journal.started(rules, folder: options.folder)
            keeper?.note(rules.sources, at: SystemClock.monotonic)
        }
        if !clock.isTrusted { journal.clockIsWrong() }
        if zone.isMissing { journal.zoneIsMissing(zone) }
        if let (counts, away) = restored { journal.restored(counts, away: away) }
        warnAboutPassword()
        warnAboutOverlooked()
        post(.configure(settings(for: rules)))
        post(.inform(Information.json(of: rules, isLastGood: problem != nil, startedAt: startedAt)))
        save { keeper, engine, now in keeper.saveAtStart(engine, at: now) }
        takeUpUndelivered()
        post(.start)
        endTurn()
        notifier.ready(status: statusText)
        return try loop.run()
    }

    /// The moment that the engine is told.
    var now: Moment {
        let wasTrusted = clock.isTrusted
        let now = clock.now
        if clock.isTrusted && !wasTrusted { journal.clockIsTrusted() }
        return now
    }

    // MARK: Sources

    private func makeSources() throws(SystemError) {
        // Signals first: a thread that is started later inherits what is blocked.
        for signal in [SIGTERM, SIGINT] {
            sources.append(try SignalSource(loop, signal: signal) { [unowned self] _ in stop() })
        }
        sources.append(try SignalSource(loop, signal: SIGHUP) { [unowned self] _ in askForReload() })
        sources.append(try ClockStepSource(loop) { [unowned self] in advance() })
        engineTimer = try TimerSource(loop) { [unowned self] in advance() }
        clockTimer = try TimerSource(loop) { [unowned self] in advance() }
        linkTimer = try TimerSource(loop) { [unowned self] in
            post(.tick)
            endTurn()
        }
        reloadTimer = try TimerSource(loop) { [unowned self] in reload(because: .asked) }
        saveTimer = try TimerSource(loop) { [unowned self] in
            save { keeper, engine, now in keeper.save(engine, at: now) }
            endTurn()
        }
        broker.onEvent = { [unowned self] event in
            // A broker that knows nothing of us sends nothing again.
            if case .accepted(let acceptance) = event, !acceptance.sessionPresent { redeliveries.forgetFormer() }
            post(event)
        }
        broker.onMessage = { [unowned self] message in receive(message) }
        broker.onWritten = { [unowned self] number in keeper?.record(.written(number)) }
        broker.onAllWritten = { [unowned self] in
            guard redeliveries.isAnyOpen else { return }
            redeliveries.acknowledged()
            keeper?.record(.acknowledged)
        }
        broker.onFinished = { [unowned self] number in keeper?.record(.delivered(number)) }
        broker.onTurnEnd = { [unowned self] in endTurn() }
        keeper?.onFinished = { [unowned self] in
            showStatus()
            endTurn()
        }
        try watchRules()
    }

    /// Starts or ends watching, as the settings say.
    func watchRules() throws(SystemError) {
        // Where the last good rules run, better ones are waited for.
        guard rules.program.settings.watchesRules || problem != nil else {
            watcher?.cancel()
            watcher = nil
            return
        }
        guard watcher == nil else { return }
        watcher = try RulesWatcher(loop, folder: options.folder) { [unowned self] in reload(because: .saved) }
    }

    private func close() {
        keeper?.onFinished = {}
        keeper?.redeliveries = redeliveries
        keeper?.saveAtEnd(engine, at: now)
        journal.flush()
        watchdog?.cancel()
        watcher?.cancel()
        for source in sources { source.cancel() }
        engineTimer?.cancel()
        linkTimer?.cancel()
        clockTimer?.cancel()
        reloadTimer?.cancel()
        saveTimer?.cancel()
        broker.close()
    }

    // MARK: Turns

    /// Tells the link something once the present event is done with.
    func post(_ event: LinkEvent) {
        inbox.append(event)
    }

    /// Tells the link what it must know, and does what it answers, until there is no more.
    func drain() {
        guard !isDraining else { return }
        isDraining = true
        var next = 0
        while next < inbox.count {
            let event = inbox[next]
            next += 1
            perform(link.handle(event, at: SystemClock.monotonic))
        }
        inbox.removeAll(keepingCapacity: true)
        isDraining = false
    }

    /// After each event: what is open is done, and the timers stand where they are needed.
    func endTurn() {
        drain()
        broker.updateInterest()
        if !inbox.isEmpty { drain() }
        lookAtZone()
        journal.flush()
        keep()
        arm(engineTimer, at: engine.nextDeadline)
        arm(linkTimer, at: link.nextDeadline)
        if !clock.isTrusted, clockTimer?.deadline == nil {
            arm(clockTimer, at: SystemClock.monotonic + HouseClock.patience)
        }
    }

    /// Takes note of what is to be saved.
    private func keep() {
        guard let keeper else { return }
        keeper.noteTurn(engine.takeNews(), at: SystemClock.monotonic)
        arm(saveTimer, at: keeper.deadline)
    }

    /// A state that is saved belongs to a moment of the engine.
    private func save(_ write: (StateKeeper, Engine, Moment) -> Void) {
        guard let keeper else { return }
        let now = now
        advance(to: now)
        keeper.redeliveries = redeliveries
        write(keeper, engine, now)
    }

    private func arm(_ timer: TimerSource?, at deadline: Int64?) {
        guard let timer, !timer.isCancelled else { return }
        if let deadline { timer.arm(at: deadline) } else { timer.disarm() }
    }

    private func advance() {
        advance(to: now)
        endTurn()
    }

    private func advance(to moment: Moment) {
        keeper?.record(.time(moment))
        carryOut(engine.advance(to: moment))
    }

    /// What is due has been done: the loop is alive and the engine is not stuck.
    private var isHealthy: Bool {
        if isEngineInTime { return true }
        // After a sleep the watchdog's timer may come before the engine's: that it is late says nothing until it has had its turn.
        advance()
        return isEngineInTime
    }

    private var isEngineInTime: Bool {
        guard let deadline = engine.nextDeadline else { return true }
        return SystemClock.monotonic - deadline < 10_000_000_000
    }

    // MARK: Stopping and reloading

    private func stop() {
        guard !isStopping else {
            // Whoever asks twice does not want to wait for the farewell.
            broker.drop()
            return loop.stop(exitCode: Gateway.ExitCode.stopped)
        }
        isStopping = true
        notifier.stopping(status: "stopping")
        post(.stop)
        endTurn()
    }

    private func askForReload() {
        guard !isStopping, reloadTimer?.deadline == nil else { return }
        reloadTimer?.arm(at: SystemClock.monotonic + Self.reloadGathering)
    }
}
