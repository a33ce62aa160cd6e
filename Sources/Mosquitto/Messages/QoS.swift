/// The promise of delivery for one message.
public enum QoS: Int32, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
    /// QoS 0: sent once, never acknowledged.
    case atMostOnce = 0
    /// QoS 1: sent until acknowledged; may arrive twice.
    case atLeastOnce = 1
    /// QoS 2: arrives exactly once.
    case exactlyOnce = 2

    /// A weaker promise is less.
    public static func < (left: QoS, right: QoS) -> Bool { left.rawValue < right.rawValue }

    /// The digit that people use: `0`, `1` or `2`.
    public var description: String { "\(rawValue)" }
}
