/// What MQTT, or the language, does not allow in a topic or a filter.
package enum TopicProblem: Error, Sendable, Hashable {
    case empty
    /// More than 65,535 bytes.
    case tooLong
    case nulCharacter
    /// `+` or `#` beside other characters of its level.
    case wildcardInsideLevel(Character)
    /// `#` with levels behind it.
    case restNotLast
    /// `+` or `#` where a message is sent to.
    case wildcardInName(Character)
    /// Two captures in one level without text between them.
    case adjacentCaptures

    /// The longest topic that MQTT can carry, in bytes.
    package static let longestTopic = 65_535

    /// One sentence, lower case, no full stop.
    package var message: String {
        switch self {
        case .empty: "a topic cannot be empty"
        case .tooLong: "a topic has at most 65,535 bytes"
        case .nulCharacter: "a topic cannot contain a NUL character"
        case .wildcardInsideLevel(let wildcard): "\"\(wildcard)\" must be a whole level of the topic"
        case .restNotLast: "\"#\" must be the last level of the topic"
        case .wildcardInName(let wildcard): "\"\(wildcard)\" cannot stand in a topic that something is sent to"
        case .adjacentCaptures: "two parameters in one level of a topic need text between them"
        }
    }

    package var help: String? {
        switch self {
        case .empty, .tooLong, .nulCharacter: nil
        case .wildcardInsideLevel:
            "a part of a level can be captured with a parameter, as in \"tele/{plug}-plug/SENSOR\""
        case .restNotLast: "write \"+\" for one level, or end the topic here"
        case .wildcardInName: "write the level, or a parameter in braces"
        case .adjacentCaptures: "write a character between them, as in \"{room} {n}\""
        }
    }
}

/// Whether a topic is for sending to or for listening to.
package enum TopicUse: Sendable {
    case sending, listening
}
