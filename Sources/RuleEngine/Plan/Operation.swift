import RuleLanguage

/// One step of a compiled rule. A unit's operations stand in an order in which each follows what it reads,
/// so that evaluating the unit is walking the list once.
struct Operation: Sendable {
    var code: Code
    /// Operands: places of earlier operations in the same unit, or as the code says.
    var a: Int32 = Operation.none
    var b: Int32 = Operation.none
    var c: Int32 = Operation.none
    /// Place of its state among the unit's states.
    var state: Int32 = Operation.none
    /// A length of time in nanoseconds, for those that have one.
    var duration: Int64 = 0

    static let none: Int32 = -1
    /// Instead of how late a change may set a `when` off: it does not, so that it counts as seen though it was missed.
    static let seen: Int64 = -1

    enum Code: UInt8, Sendable {
        /// `a`: index into the plan's constants.
        case constant
        /// `a`: index among the unit's links; the value of something outside.
        case link
        /// `a`: a parameter of the unit, as text.
        case parameter
        /// `a`: index into the plan's text recipes.
        case text

        case negate, add, subtract, multiply, divide
        case abs, floor, ceil, least, greatest
        /// `b`: the step, or none.
        case round

        case not, and, or
        /// `a` until `b` (condition) or `c` (happening).
        case until
        case held, within

        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        case contains, beginsWith, endsWith
        case between
        /// `a` in the list of `c` operand places from `b` on.
        case oneOf
        case isKnown, isUnknown
        /// True where `a` is true, else false: a happening that did not come is no unknown.
        case occurred

        /// `b` where `a` is true, else unknown.
        case valid

        /// Compare with what was last known; true for the instant of the change.
        case becomes, changes, begins, ends
        /// `b`: which of the aggregates over time, by its place among them.
        case overTime
    }
}

/// An argument of a link or a feed, resolved as far as it can be before anything is heard.
enum PlanArgument: Hashable, Sendable {
    /// A parameter of the unit.
    case parameter(Int32)
    case level(LevelID)
    /// Whatever there is.
    case any
}

/// Something outside a unit that one of its operations reads.
struct LinkSpec: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case input(InputID)
        case output(OutputID)
        /// Whether a confirmation failed.
        case failure(OutputID)
        /// A unit with a value: a `let`, an aggregate, the validated value of an input.
        case unit(Int)
        /// Index into the plan's clock conditions.
        case clock(Int)
        /// Holds in the first instant after a start.
        case startup
    }

    var target: Target
    var arguments: [PlanArgument]
}
