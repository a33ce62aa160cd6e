import Link
import RuleEngine
import RuleLanguage

/// One process of the gateway: the real engine, link and saving, wired as the daemon wires them, on a simulated loop.
///
/// It can die after any step of a turn. From then on it does nothing any more.
final class SimulatedGateway {
    unowned let world: Simulation
    let process: Int
    var engine: Engine
    var link: Link
    var program: Program
    /// Which of the two sets of rules it runs.
    var variant: Int
    var policy = SavePolicy()
    var saved = SavedRows()
    /// The write that is under way.
    var writing: Write?
    var writes = 0
    var log: EventLog
    var undelivered = Undelivered(at: 0)
    var redeliveries = Redeliveries()
    /// The first state is waited for.
    private var mustSaveAtStart = false
    /// What was decided while a message is read; it is written when that is done.
    var unwritten: [(token: Int, message: OutgoingMessage)] = []
    var isReading = false
    /// The connection that stands or is tried.
    var path: Int?
    private var inbox: [LinkEvent] = []
    private var isDraining = false
    var requests: [Int: Request] = [:]
    var hasSettled = false
    private(set) var isDead = false
    private(set) var isStopping = false
    private(set) var hasStopped = false
    /// The steps that are left before it is killed, and how long it then stays away.
    private var doom: (steps: Int, away: Int64)?
    /// Times before it are wrong.
    private let earliest: Int64
    private var isTrusted: Bool
    private var clockDeadline: Int64?
    private var nextWake = Int64.max
    private let mustBeginSession: Bool
    var commandCount = 0
    /// For a sabotage: what was written before on a topic.
    var overtaken: [Int: Letter] = [:]

    init(_ world: Simulation, process: Int, variant: Int) {
        self.world = world
        self.process = process
        self.variant = variant
        program = SimulatedHouseRules.programs[variant]
        var former: EventLog? = EventLog(world.machine.memory)
        let recollection = world.machine.disk.contents.map { contents in
            let (rows, moment) = contents.read()
            return Recollection(
                Self.rows(rows, world.scenario.sabotage), at: moment, log: &former, programs: Self.program)
        }
        var log = former ?? EventLog(world.machine.memory)
        let lowest = max(Machine.programMade, recollection?.moment.wall ?? 0)
        let monotonic = world.machine.monotonic(world.now)
        let wall = world.machine.wall(world.now)
        let isTrusted = wall >= lowest || world.machine.isSynchronized
        (earliest, self.isTrusted) = (lowest, isTrusted)
        let moment = Moment(monotonic: monotonic, wall: wall, isWallTrusted: isTrusted)
        if let recollection {
            let away = recollection.moment.age(at: moment, bootID: world.machine.bootID)
            let fingerprint = Self.fingerprint(of: variant)
            redeliveries = recollection.redeliveries
            mustSaveAtStart = recollection.mustBeSaved(fingerprint)
            let start = EventRecord.start(
                .init(moment: moment, away: away, boot: world.machine.bootID, fingerprint: fingerprint))
            undelivered = recollection.undelivered
            undelivered.follow(start)
            if recollection.goesOn {
                if recollection.moment.bootID != world.machine.bootID { log.forgetRest() }
                log.append(start)
            }
            engine = Engine(program, restoring: recollection.snapshot, away: away, at: moment)
        } else {
            engine = Engine(program, at: moment)
        }
        self.log = log
        mustBeginSession = recollection?.goesOn != true || !log.isComplete
        link = Link(Self.settings(of: program), seed: world.machine.dice.next())
    }

    func start() {
        if mustBeginSession { beginSession() }
        policy.note(.important, at: now.monotonic)
        post(.configure(Self.settings(of: program)))
        post(.inform(information))
        if mustSaveAtStart { saveAtStart() }
        takeUpUndelivered()
        post(.start)
        endTurn()
    }

    private var information: [UInt8] { Array("{\"rules\":\(variant)}".utf8) }

    // MARK: Time

    /// The moment that the engine is told.
    var now: Moment {
        let wall = world.machine.wall(world.now)
        isTrusted = isTrusted || wall >= earliest || world.machine.isSynchronized
        return Moment(monotonic: world.machine.monotonic(world.now), wall: wall, isWallTrusted: isTrusted)
    }

    var monotonic: Int64 { world.machine.monotonic(world.now) }
    var trustsClock: Bool { isTrusted }

    // MARK: Turns

    /// One step more; false if it was the last one, or the process is dead.
    func lives() -> Bool {
        guard !isDead else { return false }
        guard let left = doom else { return true }
        if left.steps > 0 {
            doom?.steps -= 1
            return true
        }
        die(away: left.away)
        return false
    }

    /// SIGKILL, after so many steps.
    func kill(after steps: Int, away: Int64) {
        guard !isDead, !hasStopped else { return }
        doom = (steps, away)
        if steps == 0 { _ = lives() }
    }

    private func die(away: Int64) {
        isDead = true
        world.gatewayEnded(self, away: away, how: .killed)
    }

    /// Without power nothing is left, not even somebody who closes the connection.
    func losePower() {
        isDead = true
    }

    func post(_ event: LinkEvent) {
        inbox.append(event)
    }

    func drain() {
        guard !isDraining else { return }
        isDraining = true
        var next = 0
        while next < inbox.count, lives() {
            let event = inbox[next]
            next += 1
            perform(link.handle(event, at: monotonic))
        }
        inbox.removeAll(keepingCapacity: true)
        isDraining = false
    }

    func endTurn() {
        drain()
        guard lives(), !hasStopped else { return }
        keepNews()
        if !isTrusted, clockDeadline == nil { clockDeadline = monotonic + 10 * Span.second }
        arm()
    }

    /// Asks to be woken for whatever is due next.
    private func arm() {
        let deadlines = [engine.nextDeadline, link.nextDeadline, policy.deadline, clockDeadline]
        var due = Int64.max
        for deadline in deadlines { if let deadline, deadline < due { due = deadline } }
        let at = max(world.now, world.machine.world(due))
        guard due != .max, at < nextWake || nextWake <= world.now else { return }
        nextWake = at
        world.schedule(.gatewayWakes(process: process), at: at)
    }

    /// The loop's timers: each that is due.
    func wake() {
        if nextWake <= world.now { nextWake = .max }
        if let deadline = clockDeadline, deadline <= monotonic {
            clockDeadline = nil
            advance()
        }
        if let deadline = engine.nextDeadline, deadline <= monotonic { advance() }
        if let deadline = link.nextDeadline, deadline <= monotonic, lives() {
            post(.tick)
            endTurn()
        }
        if let deadline = policy.deadline, deadline <= monotonic, lives() {
            // A state belongs to a moment of the engine.
            advance(to: now)
            if lives() { save() }
        }
        endTurn()
    }

    func advance() {
        advance(to: now)
        endTurn()
    }

    private func advance(to moment: Moment) {
        guard lives() else { return }
        record(.time(moment))
        guard lives() else { return }
        let decisions = engine.advance(to: moment)
        carryOut(decisions)
    }

    func stop() {
        guard !isStopping, !isDead else { return }
        isStopping = true
        post(.stop)
        endTurn()
    }

    /// SIGHUP, with the other rules.
    func reload() {
        guard !isDead, !isStopping, lives() else { return }
        variant = 1 - variant
        program = SimulatedHouseRules.programs[variant]
        let settings = Self.settings(of: program)
        let awaits = link.needsSettling(for: settings.subscriptions)
        post(.configure(settings))
        drain()
        guard lives() else { return }
        if awaits { world.saw(.unsettled) }
        let moment = now
        record(.rules(moment, fingerprint: Self.fingerprint(of: variant), awaitingRetained: awaits))
        guard lives() else { return }
        let decisions = engine.reload(program, awaitingRetained: awaits, at: moment)
        carryOut(decisions)
        post(.inform(information))
        policy.note(.important, at: monotonic)
        endTurn()
    }

    /// What the link's `stopped` means for the loop: all is saved, and the process ends.
    func finish() {
        hasStopped = true
        saveAtEnd()
        guard !isDead else { return }
        isDead = true
        world.gatewayEnded(self, away: 0, how: .stopped)
    }

    private static func settings(of program: Program) -> LinkSettings {
        let settings = program.settings
        let filters = TopicFilter.reduce(
            program.inputs.map { TopicFilter.Subscription(filter: $0.topic.filter, qos: $0.qos) })
        func feedsValues(_ filter: String) -> Bool {
            program.inputs.contains { !$0.isEvent && TopicFilter.covers(filter, $0.topic.filter) }
        }
        return LinkSettings(
            connection: LinkSettings.Connection(
                host: settings.broker.host, port: settings.broker.port, clientID: settings.client ?? "",
                protocolVersion: settings.protocolVersion, keepalive: settings.keepalive,
                presenceTopic: settings.presence),
            reconnect: settings.reconnect,
            subscriptions: filters.map {
                FilterRequest($0.filter, qos: $0.qos, wantsRetained: feedsValues($0.filter))
            })
    }

    private static func rows(_ rows: [StateRow], _ sabotage: Sabotage?) -> [StateRow] {
        sabotage == .forgetsWaits ? rows.filter { $0.key.kind != .run } : rows
    }
}

extension Machine {
    /// 2025-12-01: no true time is before it.
    static let programMade: Int64 = 1_764_547_200 * Span.second
}
