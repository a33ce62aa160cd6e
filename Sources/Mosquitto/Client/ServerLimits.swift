/// What the broker said in CONNACK about itself and this connection. MQTT 3.1.1 brokers say nothing, and the defaults
/// stand.
public struct ServerLimits: Sendable, Hashable {
    /// Seconds of keep-alive in force: the broker's, if it has its own opinion, else the configuration's.
    public var keepAlive: UInt16
    /// How many publications at QoS 1 and 2 the broker takes without having acknowledged them.
    public var receiveMaximum: UInt16 = 65_535
    /// The highest QoS at which it takes publications; a higher one is refused.
    public var maximumQoS: QoS = .exactlyOnce
    /// Whether it keeps retained messages at all.
    public var isRetainAvailable = true
    /// The largest packet in bytes that it takes; `nil` for no limit.
    public var maximumPacketSize: UInt32?
    /// Whether filters may have wildcards.
    public var areWildcardsAvailable = true
    /// Whether shared subscriptions (`$share/…`) work.
    public var areSharedSubscriptionsAvailable = true
    /// Seconds for which it keeps the session after the connection; `nil` if as asked for.
    public var sessionExpiry: UInt32?
    /// The client id that it chose, if it had to.
    public var assignedClientID: String?

    /// What holds when the broker says nothing.
    init(keepAlive: UInt16) {
        self.keepAlive = keepAlive
    }
}
