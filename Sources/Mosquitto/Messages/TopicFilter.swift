/// A topic filter to subscribe to: `+` stands for one level, `#` at the end for all the rest.
public struct TopicFilter: Sendable, Hashable, CustomStringConvertible {
    /// The filter's text.
    public let description: String

    /// Checks the text: not empty, at most 65,535 bytes, wildcards alone in their level and `#` last, no NUL, no control
    /// or non-characters.
    ///
    /// - Throws: ``MQTTError`` with the code ``MQTTError/Code/invalidFilter``, naming the filter and what is wrong.
    public init(_ text: String) throws(MQTTError) {
        try TextCheck.topicFilter(text)
        description = text
    }
}
