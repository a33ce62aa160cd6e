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

    package init(seed: UInt64, days: Int, sabotage: Sabotage? = nil) {
        self.seed = seed
        self.days = 0..<days
        self.sabotage = sabotage
        var random = SeededGenerator(seed: seed, 1)
        rooms = [1, 2, 2, 2, 3, 4][random.between(0, 5)]
        savesRows = seed % 8 == 0
        liveliness = random.between(0.3, 1.0)
        firstDay = random.between(0, 364)
        let devices = Device.all(in: HouseMap(rooms: rooms)).count
        faults = Fault.draw(seed: seed, days: days, devices: devices, mildness: random.between(0.5, 2))
    }
}

/// Breaks the gateway on purpose, to show that an invariant notices. Nothing but the simulation knows of it.
package enum Sabotage: String, Sendable, CaseIterable {
    /// A command that nobody decided.
    case inventsCommands
    /// Now and then a command is swallowed.
    case swallowsCommands
    /// Now and then a command is sent twice.
    case repeatsCommands
    /// After a reconnect, what an output was told before the last command is told once more.
    case sendsOldCommands
    /// A restart forgets what waits.
    case forgetsWaits
    /// A restart takes up what waits with its time moved.
    case movesWaits
    /// The gateway has no will.
    case hasNoWill
    /// The broker's acknowledgements do not reach the link.
    case losesAcknowledgements
}
