import RuleLanguage

/// What the engine decided: everything it has to say to the outside.
package enum Decision: Sendable {
    case command(Command)
    case publication(Publication)
    case log(LogLine)
    case notice(Notice)
}

/// A text that a rule publishes.
package struct Publication: Sendable {
    package var topic: String
    package var payload: [UInt8]
    package var qos: Int
    package var retained: Bool
    package var reason: Reason
}

/// A line that a rule writes into the journal.
package struct LogLine: Sendable, Hashable {
    package var text: String
    /// `climate.rules:7`
    package var rule: String
}

/// A value to send to an output, with all that goes on the wire.
package struct Command: Sendable {
    package let target: CommandTarget
    package let payload: [UInt8]
    /// The value as it is written in rules.
    package let value: String
    package let reason: Reason

    package var output: OutputID { target.output }
    package var levels: [String] { target.levels }
    package var name: String { target.name }
    package var topic: String { target.topic }
}

/// Something that a person should know and that is no command.
package struct Notice: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case badReading = "bad-reading"
        case instancesRefused = "instances-refused"
        case loopStopped = "loop-stopped"
        case textCut = "text-cut"
        case commandFailed = "command-failed"
        case unknownValue = "unknown-value"
        case dropped
    }

    package var kind: Kind
    /// A sentence; strangers' bytes in it are escaped.
    package var message: String
    /// What it is about, `temperature(kitchen)`.
    package var subject: String
    /// How often it happened since it was last said.
    package var count: Int

    package init(kind: Kind, message: String, subject: String, count: Int) {
        self.kind = kind
        self.message = message
        self.subject = subject
        self.count = count
    }
}
