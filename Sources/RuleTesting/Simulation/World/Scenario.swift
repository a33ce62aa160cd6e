import Link

/// All that a simulation follows from: the same scenario gives the same history. Made of one seed; a failure is made
/// smaller by leaving parts of it out.
package struct Scenario: Sendable {
    package var seed: UInt64
    /// The days that are lived through. What a device does on a day does not depend on where the scenario begins.
    package var days: Range<Int>
    package var sabotage: Sabotage?
    var rooms: Int
    var liveliness: Double
    var faults: [Fault]
    /// Devices that are not there.
    var absent: Set<Int> = []
    /// Each save writes the rows that have changed. Otherwise the whole of it is read from a copy of the engine, where it is
    /// read: that is much faster.
    var savesRows: Bool
    /// Where on the calendar it begins.
    var firstDay: Int

    /// - Parameter pace: how much more often than usual something goes wrong.
    package init(seed: UInt64, days: Int, pace: Double = 1, sabotage: Sabotage? = nil) {
        self.seed = seed
        self.days = 0..<days
        self.sabotage = sabotage
        var random = SeededGenerator(seed: seed, 1)
        rooms = [1, 2, 2, 2, 3, 4][random.between(0, 5)]
        savesRows = seed % 8 == 0 || sabotage == .savesForEver
        liveliness = random.between(0.3, 1.0)
        firstDay = random.between(0, 364)
        let devices = Device.all(in: HouseMap(rooms: rooms)).count
        faults = Fault.draw(seed: seed, days: days, devices: devices, mildness: random.between(0.5, 2) / pace)
    }
}

/// Breaks the gateway on purpose, to show that an invariant notices. Nothing but the simulation knows of it.
package enum Sabotage: String, Sendable, CaseIterable {
    /// A command that nobody decided.
    case inventsCommands
    /// Now and then a command is swallowed before it is written.
    case swallowsCommands
    /// Now and then a command is sent twice.
    case repeatsCommands
    /// Now and then a command is written, acknowledged, and lost all the same.
    case losesOnTheWay
    /// Now and then a command is overtaken by the next one of its output.
    case isOvertaken
    /// A restart forgets what waits.
    case forgetsWaits
    /// A restart takes up what waits with its time moved.
    case movesWaits
    /// The gateway has no will.
    case hasNoWill
    /// What is saved grows with each save.
    case savesForEver
    /// What is sent is never done with.
    case queuesForEver
    /// Every device comes under a new name, and the old ones are kept.
    case remembersForEver

    /// The invariant that must notice.
    package var invariant: String {
        switch self {
        case .inventsCommands: "nothing is sent twice for one cause, or without one"
        case .swallowsCommands: "what is wanted is sent"
        case .repeatsCommands, .movesWaits: "a command has a cause, and one is enough"
        case .losesOnTheWay: "no keep is left wrong"
        case .isOvertaken: "an older value never overrides a newer one"
        case .forgetsWaits: "waits and triggers are not lost"
        case .hasNoWill: "presence is true"
        case .savesForEver, .queuesForEver, .remembersForEver: "memory and queues stay within their limits"
        }
    }
}
