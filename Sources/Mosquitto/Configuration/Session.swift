/// What the broker shall remember of this client between two connections.
public enum Session: Sendable, Hashable {
    /// Nothing: subscriptions and waiting messages end with the connection.
    case clean

    /// Subscriptions and the messages that they collect at QoS 1 and 2 wait for the client to come back.
    ///
    /// `expiry` is in seconds after the connection ends and is told to the broker under MQTT 5 only; `UInt32.max` means
    /// for ever. Under MQTT 3.1.1 the broker decides for how long. A persistent session needs a client id.
    case persistent(expiry: UInt32)
}
