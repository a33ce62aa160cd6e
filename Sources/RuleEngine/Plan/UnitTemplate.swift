import RuleLanguage

/// A rule, `let` or part of one as it was compiled. Each binding of its parameters that exists makes an instance of it.
struct UnitTemplate: Sendable {
    enum Kind: Sendable {
        /// Index into the program's keeps.
        case keep(Int)
        /// Index into the program's whens.
        case when(Int)
        case letValue(LetID)
        /// The value of an input that has `valid while`.
        case validated(InputID)
        /// The condition of an output's `resend when`.
        case resend(OutputID)
        /// The input that confirms an output's commands.
        case confirmation(OutputID)
        /// What one instance contributes to an aggregate.
        case element
        case aggregate(AggregatePlan)
        /// A value that a test looks at.
        case probe
    }

    struct Case: Sendable {
        var value: Int32
        /// `Operation.none` for `otherwise`.
        var condition: Int32
        var range: SourceRange
    }

    /// The operations that a `when` looks at.
    struct Script: Sendable {
        var trigger: Int32
        var condition: Int32
        /// For each action the place of its value, or `Operation.none`.
        var values: [Int32]
        /// State of the trigger: what it was when last known.
        var triggerState: Int32
        /// State of `repeating every`: since when it beats.
        var beatState: Int32
    }

    var kind: Kind
    /// What the unit means, without where it stands: state is saved under it.
    var key: String
    var parameterCount: Int
    /// Its stretch of the plan's operations.
    var operations: Range<Int> = 0..<0
    var links: [LinkSpec] = []
    /// For each state, what it belongs to, within the unit.
    var stateKeys: [String] = []
    /// The operation whose value others read.
    var result: Int32 = Operation.none
    var cases: [Case] = []
    /// Where each case stands, `climate.rules:7`: worked out once, and not with each command.
    var casePlaces: [String] = []
    /// For a `when`: what sets it off, what is asked then, and the values of its actions.
    var script: Script?
    /// The value holds for an instant alone.
    var isMomentary = false
    /// Higher than that of all units it reads.
    var level = 0
    var range: SourceRange
}

/// How an aggregate finds its elements.
struct AggregatePlan: Sendable {
    var function: AggregateSyntax
    /// The unit of one element.
    var element: Int
    /// The one thing named with `*`.
    var subject: Subject
    /// Its arguments: parameters of the aggregate, levels, or `.any` where the star stands.
    var arguments: [PlanArgument]
}

/// What has instances that can be counted.
enum Subject: Hashable, Sendable {
    case input(InputID)
    case output(OutputID)
    case definition(LetID)
}

/// One input that is named in a rule, as seen from the rule's parameters: where a message on it makes the rule's instances.
struct Feed: Hashable, Sendable {
    var input: InputID
    var arguments: [PlanArgument]
}

/// Which bindings of some parameters exist.
struct Domain: Sendable {
    enum Owner: Hashable, Sendable {
        /// Makes instances of the unit.
        case unit(Int)
        /// Gives the instances of a `let` to the aggregates over it.
        case definition(LetID)
    }

    var owner: Owner
    /// For each parameter its members, or nil where it runs over what is heard.
    var members: [[LevelID]?]
    var feeds: [Feed]

    /// Some feed names every parameter, so that the combinations heard there are the instances.
    var hasCoveringFeed: Bool {
        feeds.contains { covers($0) }
    }

    func covers(_ feed: Feed) -> Bool {
        members.indices.allSatisfy { feed.arguments.contains(.parameter(Int32($0))) }
    }
}
