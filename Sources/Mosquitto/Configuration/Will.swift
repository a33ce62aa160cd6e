/// The message that the broker publishes for the client when the connection ends without a goodbye.
public struct Will: Sendable {
    /// Where it is published.
    public var topic: TopicName
    /// What is published; may be empty.
    public var payload: [UInt8]
    /// With which promise of delivery.
    public var qos: QoS
    /// Whether the broker keeps it for later subscribers.
    public var isRetained: Bool
    /// Properties of the published message, sent under MQTT 5 only. Message expiry is counted from its publication.
    public var properties: MessageProperties
    /// How many seconds the broker waits before it publishes the will, so that a quick reconnect goes unseen.
    /// MQTT 5 only. The end of the session publishes it at once.
    public var delay: UInt32

    /// A will; by default at QoS 1 and not retained.
    public init(
        topic: TopicName, payload: [UInt8], qos: QoS = .atLeastOnce, isRetained: Bool = false,
        properties: MessageProperties = MessageProperties(), delay: UInt32 = 0
    ) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.isRetained = isRetained
        self.properties = properties
        self.delay = delay
    }
}
