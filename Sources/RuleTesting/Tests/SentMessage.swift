import RuleEngine
import RuleLanguage

/// A command or a publication, as far as a test compares it.
enum SentMessage {
    case command(Command)
    case publication(Publication)

    var topic: String {
        switch self {
        case .command(let command): command.topic
        case .publication(let publication): publication.topic
        }
    }

    var payload: [UInt8] {
        switch self {
        case .command(let command): command.payload
        case .publication(let publication): publication.payload
        }
    }

    /// How it is called in a failure.
    var title: String {
        switch self {
        case .command(let command): "\(command.name) = \(EscapedText.line(command.value))"
        case .publication(let publication):
            "\"\(EscapedText.line(String(decoding: publication.payload, as: UTF8.self)))\" on \(EscapedText.line(publication.topic))"
        }
    }
}
