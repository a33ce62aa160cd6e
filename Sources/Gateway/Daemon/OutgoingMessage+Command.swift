import Link
import RuleEngine

extension OutgoingMessage {
    /// A command, with the rule and the reason for whoever watches the wire.
    init(_ command: Command, cause: String) {
        self.init(
            key: command.name, topic: command.topic, payload: command.payload, qos: command.qos,
            retained: command.retained, expirySeconds: command.expirySeconds,
            properties: [
                Property("rule", command.reason.rule),
                Property("reason", Self.shortened(cause)),
            ])
    }

    /// A reason can name many values; on the wire a line's worth is enough.
    private static func shortened(_ text: String) -> String {
        text.utf8.count <= reasonLimit ? text : String(text.prefix(reasonLimit / 4)) + "…"
    }

    private static let reasonLimit = 1_000
}
