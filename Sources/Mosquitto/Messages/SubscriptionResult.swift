/// The broker's answer for one filter of a subscribe.
public struct SubscriptionResult: Sendable, Hashable {
    /// Yes with a QoS, or no with a reason.
    public enum Answer: Sendable, Hashable {
        /// The subscription stands, at this QoS (which may be lower than the one asked for).
        case granted(QoS)
        /// There is no subscription. MQTT 3.1.1 knows but one reason, ``ReasonCode/unspecifiedError``.
        case refused(ReasonCode)
    }

    /// Which filter.
    public var filter: TopicFilter
    /// What the broker said of it.
    public var answer: Answer
}
