extension MQTTClient {
    /// What happens on the connection, messages apart. Events come on the owner's thread, from within
    /// ``MQTTClient/read()``, ``MQTTClient/write()``, ``MQTTClient/tick()`` and ``MQTTClient/disconnect(reason:sessionExpiry:)``.
    ///
    /// A handler may publish, subscribe, unsubscribe and disconnect. Only in that of ``disconnected(_:)``, which comes
    /// last, it may also connect or close.
    public enum Event: Sendable {
        /// The broker accepted the connection (CONNACK). `sessionPresent` tells that it still knows the session: the
        /// old subscriptions stand.
        case connected(sessionPresent: Bool, limits: ServerLimits)
        /// The connection is gone, or never came to CONNACK; the socket is closed already. `nil` if it ended because
        /// one asked for it. Comes once for each connect that did not throw.
        case disconnected(MQTTError?)
        /// The broker acknowledged a publication at QoS 1 (PUBACK) or 2 (PUBCOMP), or refused it: see
        /// ``ReasonCode/isFailure``. May come in a later connection than the one in which it was published.
        case delivered(RequestID, ReasonCode)
        /// These publications will never be acknowledged: their delivery state was dropped
        /// (``ClientConfiguration/Unacknowledged/dropped``). In the order in which they were published.
        case dropped([RequestID])
        /// The broker answered a subscribe, with one result for each filter, in the order asked. Requests that are
        /// still open when the connection ends are never answered.
        case subscribed(RequestID, [SubscriptionResult])
        /// The broker answered an unsubscribe. Its reasons for single filters are not told by libmosquitto.
        case unsubscribed(RequestID)
    }

    /// Where the client stands.
    public enum State: Sendable, Hashable {
        /// Not connected; one may connect.
        case idle
        /// A thread of its own resolves the name and connects; see ``MQTTClient/startConnecting()``.
        case connecting
        /// The socket is open, CONNACK has not come.
        case handshaking
        /// CONNACK came: one may publish and subscribe.
        case connected
        /// DISCONNECT is on its way.
        case disconnecting
        /// Closed for good.
        case closed
    }

    /// How a turn of reading ended.
    public enum ReadOutcome: Sendable, Hashable {
        /// The socket had nothing more, or is gone.
        case drained
        /// The turn's limit was reached: read again soon, without waiting for the socket.
        case more
    }
}
