/// A topic to which one can publish: checked once, then cheap to use as often as one likes.
public struct TopicName: Sendable, Hashable, CustomStringConvertible {
    /// The topic's text.
    public let description: String

    /// Checks the text: not empty, at most 65,535 bytes, no wildcards, no NUL, no control or non-characters.
    ///
    /// - Throws: ``MQTTError`` with the code ``MQTTError/Code/invalidTopic``, naming the topic and what is wrong.
    public init(_ text: String) throws(MQTTError) {
        try TextCheck.topicName(text)
        description = text
    }
}
