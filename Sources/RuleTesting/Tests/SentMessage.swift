import RuleEngine
import RuleLanguage

/// A command or a publication, as far as a test compares it.
struct SentMessage {
    /// Nil for a publication.
    var output: OutputID?
    var levels: [String]
    /// The value as it is written in rules.
    var value: String
    var topic: String
    var payload: [UInt8]
    /// How it is called in a failure.
    var title: String

    init(_ command: Command) {
        output = command.output
        levels = command.levels
        value = command.value
        topic = command.topic
        payload = command.payload
        title = "\(command.name) = \(command.value)"
    }

    init(_ publication: Publication) {
        levels = []
        value = String(decoding: publication.payload, as: UTF8.self)
        topic = publication.topic
        payload = publication.payload
        title = "\"\(EscapedText.line(value))\" on \(EscapedText.line(publication.topic))"
    }
}
