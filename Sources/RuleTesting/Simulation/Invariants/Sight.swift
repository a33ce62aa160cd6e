/// What can be seen from outside: on the wire, at the devices, of the process and of its clock.
enum Sight {
    /// The gateway has read a message.
    case heard(Letter)
    /// The gateway has written a message to its socket.
    case wrote(Letter)
    /// The process died between writing a message and taking note of it: it will be written again.
    case unrecorded(Int)
    /// The process died right after it had written a message to a connection that was silently dead.
    case presumedDelivered(Int)
    /// The broker's acknowledgement of a message on that topic has come back.
    case acknowledged(Int)
    case brokerHeard(Letter)
    /// What the broker now says of the gateway: 1 is online.
    case presence(Int)
    case deviceLost(Int)
    case deviceBack(Int)
    /// A device has carried out a command.
    case obeyed(Int, Int)
    case started
    /// A process has ended; all that was saved is as it was at that time of the world.
    case ended(Ending, savedAt: Int64)
    /// The retained state is known, and commands go out.
    case settled(isFirst: Bool)
    /// Commands wait.
    case unsettled
    case brokerGone
    case brokerBack
    /// The broker has lost the session and retained messages.
    case brokerForgot
    /// The broker's queue was full.
    case brokerDropped(Letter)
    case clockWillStep
    case clockStepped
    /// A clock that was lost with the power is right again: how long the machine was off is known only now.
    case clockFound
}

/// How far the gateway is, as the outside sees it.
enum Phase {
    case down
    /// Started, and the retained state has not all come.
    case settling
    /// It has decided before, and commands wait for a connection.
    case unsettled
    case online

    /// What is heard now is decided on at once.
    var decides: Bool { self == .unsettled || self == .online }
}

/// The one place that says what a gateway may forget when it ends: what came after the last write that reached the disk.
enum Allowance {
    static func isForgotten(_ time: Int64, savedAt: Int64) -> Bool { time > savedAt }
}

/// What went wrong.
struct Violation {
    var invariant: String
    var words: String
}

/// How much a simulation has seen.
package struct Tally: Sendable {
    package var heard = 0
    package var wrote = 0
    package var kills = 0
    package var powerCuts = 0
    /// Kills after which something is forgotten, for the log was full or nothing had been saved.
    package var inexactKills = 0
    /// Messages that were written again after a kill for that was not known.
    package var unrecorded = 0
    /// Commands to a connection that was silently dead, less than a second before a kill: they count as delivered.
    package var presumedDelivered = 0
    package var stops = 0
    package var settlements = 0
    /// How often an expectation was compared with what is so.
    package var comparisons = 0
    /// How often there was something to compare, but the model could not be sure.
    package var passes = 0

    package init() {}

    package mutating func add(_ other: Tally) {
        heard += other.heard
        wrote += other.wrote
        kills += other.kills
        powerCuts += other.powerCuts
        inexactKills += other.inexactKills
        unrecorded += other.unrecorded
        presumedDelivered += other.presumedDelivered
        stops += other.stops
        settlements += other.settlements
        comparisons += other.comparisons
        passes += other.passes
    }
}
