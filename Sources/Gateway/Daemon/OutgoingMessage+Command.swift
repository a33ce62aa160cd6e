import Link
import RuleEngine

extension OutgoingMessage {
    /// A command, with the rule and the reason for whoever watches the wire.
    init(_ command: Command, number: Int64?) {
        self.init(
            number: number, key: command.name, topic: command.topic, payload: command.payload, qos: command.target.qos,
            retained: command.target.retained, expirySeconds: command.target.expirySeconds,
            properties: Self.properties(command.reason))
    }

    /// What a rule publishes once; without a connection it is lost.
    init(_ publication: Publication, number: Int64?) {
        self.init(
            number: number, topic: publication.topic, payload: publication.payload, qos: publication.qos,
            retained: publication.retained, properties: Self.properties(publication.reason))
    }

    /// A message of a former process.
    init(_ message: Undelivered.Message) {
        self.init(
            number: message.number, key: message.key, topic: message.topic, payload: message.payload, qos: message.qos,
            retained: message.retained, expirySeconds: message.expirySeconds,
            properties: Self.properties(message.reason))
    }

    private static func properties(_ reason: Reason) -> [Property] {
        [Property("rule", reason.rule), Property("reason", shortened(reason.words))]
    }

    /// A reason can name many values; on the wire a line's worth is enough.
    private static func shortened(_ text: String) -> String {
        text.utf8.count <= reasonLimit ? text : String(text.prefix(reasonLimit / 4)) + "…"
    }

    private static let reasonLimit = 1_000
}
