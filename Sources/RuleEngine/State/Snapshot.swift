import RuleLanguage

/// All that an engine remembers, apart from the program: what a restart, a reload and the disk need.
/// Everything is called by its meaning, never by its place in the rules, so that it fits a changed program too.
package struct Snapshot: Sendable {
    /// A value without an engine around it.
    enum Stored: Hashable, Sendable {
        case unknown
        case truth(Bool)
        case number(Double)
        case word(String)
        case text(String)
    }

    struct InputRecord: Sendable {
        var name: String
        var levels: [String]
        var heard: Stored
        var isStale: Bool
        var lastMessage: Int64
        var lastChange: Int64
        /// Which of the inputs it was that came.
        var order: Int
        /// It came before the first instant, as the first value, and sets nothing off in it.
        var isFirst = false
    }

    struct StateRecord: Sendable {
        var key: StateKey
        var since: Int64
        var last: Stored
        var mark: UInt8
        var window: [Window.Stretch]
        /// When the window is looked at next; `never` for all that follows from `since`.
        var lookDue = never
    }

    struct OutputRecord: Sendable {
        var name: String
        var levels: [String]
        /// What a `when` set and could not be sent yet.
        var wanted: Stored
        var isOwed: Bool
        var sent: Stored
        var changedAt: Int64
        var sentAt: Int64
        var resendDue: Int64
        var confirmDue: Int64
        var tries: Int
        var hasFailed: Bool
        /// Why it was sent, where it may be sent again.
        var reason: Reason?
    }

    /// A `when` that is under way.
    struct RunRecord: Sendable {
        var unit: String
        var levels: [String]
        var action: Int
        var triggeredAt: Int64
        var due: Int64
        /// It waits until the condition of the last action holds.
        var isConditional: Bool
        /// The occurrences that set it off, and those of the triggers that wait: by what the rule calls them.
        var events: [String: Stored]
        var queue: [[String: Stored]]
    }

    /// When a happening of the clock came last, on the wall: put back, the clock does not make it come again. And when
    /// it comes next.
    struct ClockRecord: Sendable {
        var name: String
        var last: Int64
        var next: Int64
    }

    /// How far the engine was.
    struct Progress: Sendable {
        var phase: Engine.Phase
        var hasStarted: Bool
        var now: Moment
        var standstill: Engine.Standstill?
    }

    /// Names the state of one operator of one instance.
    struct StateKey: Hashable, Sendable {
        var unit: String
        var levels: [String]
        var state: String

        /// By bytes: two levels that only look alike are two levels.
        static func == (left: StateKey, right: StateKey) -> Bool {
            left.unit.utf8.elementsEqual(right.unit.utf8) && left.state.utf8.elementsEqual(right.state.utf8)
                && left.levels.elementsEqual(right.levels) { $0.utf8.elementsEqual($1.utf8) }
        }
    }

    /// The engine's time and the wall clock when it was taken.
    package var time: Int64
    package var wall: Int64
    /// In the order in which they came.
    var inputs: [InputRecord] = []

    /// How many values, running timers and waiting `when`s there are.
    package struct Counts: Sendable, Equatable {
        package var values: Int
        package var timers: Int
        package var waits: Int
    }

    package var counts: Counts {
        Counts(values: inputs.count, timers: runningTimers.count, waits: runs.count)
    }

    var runningTimers: [StateRecord] { states.filter { $0.since != noTime } }

    var states: [StateRecord] = []
    var outputs: [OutputRecord] = []
    var runs: [RunRecord] = []
    var clocks: [ClockRecord] = []
    /// What came of events before the first instant.
    var occurrences: [WaitingOccurrence] = []
    /// Nil in a state of which nobody knows.
    var progress: Progress?
    /// What had been decided by then and was not known to be delivered.
    var undelivered: [Undelivered.Message] = []
    /// Where the log of events stood.
    package internal(set) var place: Place?
    /// What the broker may send once more.
    package internal(set) var redeliveries = Redeliveries()
}

extension Snapshot {
    /// What connects a saved state with the log of what happened afterwards.
    package struct Place: Sendable, Equatable {
        package var mark: EventLog.Mark
        /// Where the log is: a file's path.
        package var log: String
        /// Of the rules that ran.
        package var fingerprint: UInt64
        /// Of the next message.
        package var nextNumber: Int64
    }

    /// Puts beside it what the engine does not know.
    package mutating func note(
        _ mark: EventLog.Mark, log: String, fingerprint: UInt64, _ undelivered: Undelivered,
        _ redeliveries: Redeliveries
    ) {
        self.redeliveries = redeliveries
        place = Place(mark: mark, log: log, fingerprint: fingerprint, nextNumber: undelivered.nextNumber)
        self.undelivered = undelivered.messages
    }
}

extension Undelivered {
    /// As it was when a snapshot was taken.
    package init(_ snapshot: Snapshot, at now: Int64) {
        self.init(messages: snapshot.undelivered, nextNumber: snapshot.place?.nextNumber ?? 1, at: now)
    }
}

/// A snapshot while an engine takes it up: instances find their part when they are made.
struct RestoredState {
    var states: [Snapshot.StateKey: Snapshot.StateRecord] = [:]
    var inputs: [Instance: Snapshot.InputRecord] = [:]
    var outputs: [Instance: Snapshot.OutputRecord] = [:]
    var runs: [Instance: Snapshot.RunRecord] = [:]

    /// A name and what its parameters stand for.
    struct Instance: Hashable {
        var name: String
        var levels: [String]

        /// By bytes: two levels that only look alike are two levels.
        static func == (left: Instance, right: Instance) -> Bool {
            left.name.utf8.elementsEqual(right.name.utf8)
                && left.levels.elementsEqual(right.levels) { $0.utf8.elementsEqual($1.utf8) }
        }
    }

    init() {}

    init(_ snapshot: Snapshot) {
        for record in snapshot.states { states[record.key] = record }
        for record in snapshot.inputs { inputs[Instance(name: record.name, levels: record.levels)] = record }
        for record in snapshot.outputs { outputs[Instance(name: record.name, levels: record.levels)] = record }
        for record in snapshot.runs { runs[Instance(name: record.unit, levels: record.levels)] = record }
    }
}
