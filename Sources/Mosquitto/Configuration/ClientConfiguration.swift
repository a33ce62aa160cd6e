/// Everything that a client needs to know before it connects. A plain value; what is wrong in it is found by
/// ``MQTTClient/init(_:)``.
public struct ClientConfiguration: Sendable {
    /// Who says that it is the client.
    public struct Credentials: Sendable {
        /// The user's name.
        public var userName: String
        /// The password; a broker may do without.
        public var password: Secret?

        /// A name, mostly with a password.
        public init(userName: String, password: Secret? = nil) {
            self.userName = userName
            self.password = password
        }
    }

    /// What happens to a publication at QoS 1 or 2 whose acknowledgement was still missing when the connection ended.
    public enum Unacknowledged: Sendable, Hashable {
        /// It is sent again after the next connect, as MQTT asks for, and ``MQTTClient/Event/delivered(_:_:)`` comes
        /// then. It may be old by that time.
        case sentAgain
        /// It is dropped, and ``MQTTClient/Event/dropped(_:)`` names it: for commands that must not come late.
        /// The client's whole delivery state goes with it: a message that was being received at QoS 2 can be lost.
        case dropped
    }

    /// Host name or address of the broker.
    public var host: String
    /// TCP port of the broker: 1883 by custom, 8883 with TLS.
    public var port: UInt16
    /// Local address to connect from, if it matters.
    public var bindAddress: String?
    /// Name by which the broker knows the client; `nil` lets the broker choose one (with a clean session only).
    /// Two clients with one id throw each other out for ever.
    public var clientID: String?
    /// Version of the protocol.
    public var version: ProtocolVersion
    /// User name and password.
    public var credentials: Credentials?
    /// Seconds of silence after which the client asks whether the broker is alive: 5 to 65,535, or 0 for never.
    /// A dead broker is noticed after up to twice that.
    public var keepAlive: UInt16
    /// What the broker publishes if the client vanishes.
    public var will: Will?
    /// What the broker remembers between connections.
    public var session: Session
    /// Encryption; `nil` for none.
    public var tls: TLS?
    /// Seconds from the start of connecting until CONNACK, after which ``MQTTClient/tick()`` gives up (name look-up,
    /// TCP and TLS included). At least 1.
    public var connectTimeout: UInt16
    /// What becomes of publications that were not acknowledged before the connection ended.
    public var unacknowledged: Unacknowledged
    /// How many publications at QoS 1 and 2 may wait for their acknowledgement, and how many at QoS 0 for the socket,
    /// before ``MQTTClient/publish(_:to:qos:retained:properties:)`` refuses: libmosquitto's own queue has no limit.
    public var maximumUnacknowledged: Int
    /// The largest packet in bytes that the broker may send, told under MQTT 5 only; `nil` for no limit.
    public var maximumPacketSize: UInt32?

    /// A configuration with the usual defaults: MQTT 3.1.1, a clean session, 60 s keep-alive, no TLS.
    public init(host: String = "localhost", port: UInt16 = 1883, clientID: String? = nil) {
        self.host = host
        self.port = port
        self.clientID = clientID
        version = .v311
        keepAlive = 60
        session = .clean
        connectTimeout = 30
        unacknowledged = .sentAgain
        maximumUnacknowledged = 1_000
    }
}
