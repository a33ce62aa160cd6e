import CMosquitto

/// What MQTT 5 lets a subscriber ask for. Under MQTT 3.1.1 the broker knows none of it, and nothing is sent.
public struct SubscriptionOptions: Sendable, Hashable {
    /// When the retained messages of a filter are sent.
    public enum RetainHandling: Sendable, Hashable {
        /// At every subscribe (also what MQTT 3.1.1 does).
        case always
        /// Only when the subscription is new.
        case ifNew
        /// Never.
        case never
    }

    /// The client's own publications do not come back.
    public var noLocal: Bool
    /// The retain flag arrives as the publisher set it, not as "this is an old message".
    public var retainAsPublished: Bool
    /// When retained messages are sent.
    public var retainHandling: RetainHandling

    /// The defaults are what MQTT 3.1.1 does.
    public init(noLocal: Bool = false, retainAsPublished: Bool = false, retainHandling: RetainHandling = .always) {
        self.noLocal = noLocal
        self.retainAsPublished = retainAsPublished
        self.retainHandling = retainHandling
    }

    /// The bits as libmosquitto and the wire have them.
    var bits: Int32 {
        var bits: UInt32 = 0
        if noLocal { bits |= MQTT_SUB_OPT_NO_LOCAL.rawValue }
        if retainAsPublished { bits |= MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue }
        switch retainHandling {
        case .always: break
        case .ifNew: bits |= MQTT_SUB_OPT_SEND_RETAIN_NEW.rawValue
        case .never: bits |= MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue
        }
        return Int32(bits)
    }
}
