import RuleLanguage

/// The part that decides: a pure function of a program, messages and time.
///
/// An engine is a value. It is told messages and moments and answers with decisions; it has no clock, no thread and does
/// no I/O, so that a test, a replay and the house run the same code. Use it on one thread.
package struct Engine {
    /// How far it is from deciding.
    enum Phase: UInt8 {
        /// After a start, until the retained state has arrived: messages set values and nothing is decided.
        case settling = 0
        case running = 1
        /// Rules go on, commands wait for `settled(at:)`.
        case disconnected = 2
    }

    let plan: Plan
    /// The plan's, without the way there.
    let code: PlanCode
    var phase = Phase.settling
    var levels: LevelNames
    var texts = TextPool()
    /// The plan's constants as values.
    var constants: [Value] = []

    var sources: [Source] = []
    var edges: [Edge] = []
    var inputs: [InputInstance] = []
    /// What each input instance's parameters stand for.
    var inputLevels: [[LevelID]] = []
    var units: [UnitInstance] = []
    /// What each unit's parameters stand for.
    var unitLevels: [[LevelID]] = []
    var outputs: [OutputInstance] = []
    var aggregates: [AggregateState] = []
    /// How many instances each input has that were heard.
    var heardCounts: [Int32] = []
    var domains: [DomainState] = []
    var cells: [Value] = []
    var states: [OperatorState] = []
    /// The history of each aggregate over time, by its state.
    var windows: [Int32: Window] = [:]
    var whens: [WhenState] = []
    var clocks: [ClockState] = []
    /// The earliest time at which one of them may change, on the wall clock.
    var nextClock = never
    /// Source of `startup`.
    var startup: Int32 = nothing
    /// Occurrences that an action is to see instead of those of the instant.
    var kept: [Int32: Value] = [:]
    /// Counts the instants.
    var instant: Int64 = 0
    /// For each link of each unit the source it reads.
    var links: [Int32] = []

    var inputPlaces: [InstanceKey: Int32] = [:]
    var outputPlaces: [InstanceKey: Int32] = [:]
    var unitPlaces: [InstanceKey: Int32] = [:]
    /// Aggregate instances by the levels that they pick their elements by.
    var aggregatesByLevels: [InstanceKey: [Int32]] = [:]

    var topics: TopicTable
    var reader: PayloadReader
    var timers = TimerQueue()
    /// Units to evaluate, by level.
    var queues: [[Int32]]
    var lowestQueue: Int
    /// Outputs to look at when the units are done.
    var outputQueue: [Int32] = []
    /// Sources that hold for this instant alone.
    var momentary: [Int32] = []
    /// Occurrences that came while the retained state was still arriving.
    var waitingOccurrences: [WaitingOccurrence] = []
    /// How many of them there were before the message that is being taken.
    var waitingBefore = 0

    /// The instant that is being decided.
    var now: Moment
    /// Added to the monotonic clock.
    var clockOffset: Int64 = 0
    var cause = InstantCause.start
    /// What has a first value in this instant that sets nothing off, and what is made of it: a retained one, or one in the place
    /// of what was assumed until then.
    var firstSources: Set<Int32> = []
    /// An instant that was missed is being made up for: everything remembers it, and nothing is decided.
    var isCatchingUp = false
    /// The instant of a snapshot is computed once more: what was seen in it already is not looked at anew.
    var isContinuing = false
    /// How long ago it would have been, where the clock jumped over it and no time passed.
    var missedAgo: Int64 = 0
    /// What was saved of the wall clock, and when the engine took it up, where nobody knew how long ago that was.
    var standstill: Standstill?
    /// There was such an instant since something was decided.
    var hasCaughtUp = false
    /// What fell due meanwhile and has something to decide.
    var overdue: [TimerQueue.Entry] = []
    var hasStarted = false
    var decisions: [Decision] = []
    /// Instances are being made for a probe, and for nobody else.
    var isLooking = false
    /// What was reached so far, where somebody wants to know; nil costs nothing.
    package var reached: Reached?
    var complaints: Complaints
    var localTime = LocalTime(zone: nil)
    /// What has come up that should be saved.
    var news = SavePolicy.News.none
    /// State of a former run that has not found its unit yet.
    var restored = RestoredState()

    struct Standstill {
        var wall: Int64
        /// On the monotonic clock.
        var since: Int64
    }

    /// What set the instant off, not yet in words.
    enum InstantCause {
        case message(Int32)
        case time
        case start
        case reload
        case reconnect
    }

    /// An engine that has heard nothing.
    ///
    /// - Parameter probes: Expressions that `probe` and `wordsOfProbe` can be asked for. Conditions are followed all the
    ///   time; a value is looked at when it is asked for, so that naming it changes nothing.
    package init(_ program: Program, probing probes: [Expression] = [], at moment: Moment) {
        self.init(plan: PlanCompiler.compile(program, probes: probes), at: moment)
        openDomains()
        startClocks(missedSince: moment.wall)
    }

    init(plan: Plan, at moment: Moment) {
        self.plan = plan
        code = plan.code
        levels = plan.levelNames
        topics = TopicTable(program: plan.program)
        reader = PayloadReader(program: plan.program)
        queues = Array(repeating: [], count: plan.levelCount)
        lowestQueue = plan.levelCount
        complaints = Complaints(inputCount: plan.program.inputs.count)
        now = moment
        heardCounts = Array(repeating: 0, count: plan.program.inputs.count)
        constants = plan.constants.map { literal in
            switch literal {
            case .number(let number): .number(number)
            case .word(let id): .word(id)
            case .text(let text): texts.intern(text)
            }
        }
        domains = plan.domains.map { DomainState(parameterCount: $0.members.count) }
        startup = addSource(.unknown)
        clocks = plan.clocks.map { _ in ClockState(source: addSource(.unknown)) }
        localTime = LocalTime(zone: plan.program.settings.zone)
    }

    /// Whether commands can be sent. It changes nothing; but a call that may change the engine is made in place, and one that
    /// may not is made on a copy where another module's class holds it.
    package mutating func canSend() -> Bool { isConnected }

    var isConnected: Bool { phase == .running }

    /// What has come up since the last call that a snapshot would hold.
    package mutating func takeNews() -> SavePolicy.News {
        defer { news = .none }
        return news
    }

    /// The time inside the engine, in nanoseconds: it goes on over a restart.
    package var time: Int64 { now.monotonic &+ clockOffset }
}

extension Engine {
    /// What a condition that a test looks at is: true, false, or nil for unknown.
    package func probe(_ index: Int) -> Bool? {
        guard let unit = unitPlaces[InstanceKey(owner: Int32(plan.probes[index]), levels: [])] else { return nil }
        let value = sources[Int(units[Int(unit)].source)].value
        return value.kind == .truth ? value.isTrue : nil
    }

    /// The values behind a probe, in words: `temperature(kitchen) is 26.5 °C`.
    package func wordsOfProbe(_ index: Int) -> String {
        let template = plan.probes[index]
        guard let unit = unitPlaces[InstanceKey(owner: Int32(template), levels: [])] else {
            // The copy looks and is thrown away.
            var engine = self
            engine.isLooking = true
            _ = engine.unitInstance(template, [])
            engine.runInstant()
            return engine.wordsOfProbe(index)
        }
        var words = ReasonWords()
        describe(plan.units[template].template.result, of: unit, into: &words)
        return words.text
    }
}
