/// What MQTT 5 says about a message beside topic and payload. Under MQTT 3.1.1 nothing of it is sent.
public struct MessageProperties: Sendable, Hashable {
    /// A name and a value of the user's own; names may repeat, and the order is kept.
    public struct UserProperty: Sendable, Hashable {
        /// What it is called.
        public var name: String
        /// What it says.
        public var value: String

        /// One name with its value, each at most 65,535 bytes of UTF-8 without NUL.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The user's own properties, in order.
    public var user: [UserProperty] = []
    /// Seconds after which the broker no longer delivers the message; in a received message, what is left of them.
    public var messageExpiry: UInt32?
    /// Where an answer is expected.
    public var responseTopic: TopicName?
    /// What the answer shall carry so that the asker knows to which question it belongs; at most 65,535 bytes.
    public var correlationData: [UInt8]?
    /// The kind of payload, such as `application/json`.
    public var contentType: String?
    /// Whether the payload is said to be UTF-8 text.
    public var isText: Bool = false

    /// No properties.
    public init() {}

    /// Whether there is nothing to send.
    public var isEmpty: Bool { self == MessageProperties() }
}
