/// Names one publish, subscribe or unsubscribe of a client. MQTT's own packet ids are 16 bits and start anew; together
/// with the connection in which they were made they stay unique.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
    /// The packet id on the wire (for QoS 0, libmosquitto's running number).
    public let packetID: UInt16
    /// The number of the connection in which it was made: 1 for the client's first.
    public let epoch: UInt64

    /// Such as `7@1`: packet 7 of the first connection.
    public var description: String { "\(packetID)@\(epoch)" }
}
