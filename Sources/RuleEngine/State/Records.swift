import RuleLanguage

/// No time: nothing is due, nothing has happened.
let never = Int64.max
let noTime = Int64.min
/// No index.
let nothing: Int32 = -1

/// What others can read: the value of an input instance, of a unit with a value, of an output.
struct Source {
    var value: Value
    /// The one unit that reads it, while there is but one.
    var reader: Int32 = nothing
    /// Head of the list of the others, in `edges`.
    var firstEdge: Int32 = nothing
}

/// One more unit that reads a source.
struct Edge {
    var unit: Int32
    var next: Int32
}

/// Names an instance of an input, output or unit.
struct InstanceKey: Hashable {
    var owner: Int32
    var levels: [LevelID]
}

/// An input or event for one combination of captured levels.
struct InputInstance {
    var input: Int32
    var source: Int32
    /// The value last heard; the source's is unknown once this is stale.
    var heard = Value.unknown
    /// A message with a value, or one that says unknown, has come.
    var isHeard = false
    /// It is counted by aggregates: heard, or a declared member.
    var isCounted = false
    var lastMessage = noTime
    var lastChange = noTime
    /// When it goes stale, and the earliest entry for that among the timers.
    var staleDue = never
    var staleScheduled = never
}

/// One binding of a unit.
struct UnitInstance {
    var template: Int32
    /// Where its cells, states and links begin.
    var cells: Int32
    var states: Int32
    var links: Int32
    /// What others read of it, or `nothing`.
    var source: Int32
    /// The output instance of a `keep`, the aggregate instance of an element, the running state of an aggregate.
    var companion: Int32
    var isQueued = false
}

/// The memory of `for`, `within`, `until` and the like.
struct OperatorState {
    var unit: Int32
    var since = noTime
    /// When the operator must be looked at again, and the earliest entry for that among the timers.
    var due = never
    var scheduled = never
    var last = Value.unknown
    /// The instant in which a change was seen: looked at twice in it, it is still one.
    var instant = noTime
    var mark: UInt8 = 0
}

/// What an aggregate knows of its elements.
struct AggregateState {
    var trueCount: Int32 = 0
    var falseCount: Int32 = 0
    /// The elements' units, in the order in which they came.
    var elements: [Int32] = []
}

/// An output for one combination of levels.
struct OutputInstance {
    var output: Int32
    var source: Int32
    /// Source of `is failed`.
    var failure: Int32
    /// The unit of the `keep` that holds it, or `nothing`.
    var keeper: Int32 = nothing
    /// What should be so, and the case of the `keep` that says it.
    var wanted = Value.unknown
    var wantedCase: Int32 = nothing
    /// The case that gave what was sent.
    var sentCase: Int32 = nothing
    var sent = Value.unknown
    /// When the command was sent that changed the value, and when the last one was.
    var changedAt = noTime
    var sentAt = noTime
    /// The instant in which the last one was sent.
    var sentInstant = noTime
    /// When a minimum time is over.
    var waitDue = never
    var isQueued = false
    /// It is counted by aggregates: a rule or a former run has made it.
    var isCounted = false
    /// It is to be sent although it may not differ from what was sent: a `when` said so.
    var isOwed = false
    /// A repetition fell due while nothing could be sent.
    var isResendOwed = false
    /// Why the last command was sent, or why the one that waits will be; only where it may be wanted again.
    var reason: ReasonBox?
    /// When a repetition is due, and a confirmation is missing.
    var resendDue = never
    var confirmDue = never
    /// How often the command has been sent without being confirmed.
    var tries = 0
    /// The unit that reads the confirming input, or `nothing`.
    var confirmer: Int32 = nothing
    /// The earliest of those times, and the earliest entry for it among the timers.
    var due = never
    var scheduled = never
    var levels: [LevelID]
    let target: CommandTarget

    /// Something is wanted that was not sent yet.
    var isPending: Bool { isOwed || wanted != sent }
}

/// A reason elsewhere: most outputs keep none.
final class ReasonBox: Sendable {
    let reason: Reason

    init(_ reason: Reason) {
        self.reason = reason
    }
}
