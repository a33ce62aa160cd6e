import Link
import Mosquitto

extension ClientConfiguration {
    /// How long the broker keeps our session, in seconds: long enough for a restart, so that no message is lost in it.
    static let sessionExpiry: UInt32 = 3_600
    /// The largest packet that we want to be sent (told under MQTT 5 only).
    static let largestPacket: UInt32 = 2 << 20
    /// Publications at QoS 0 that may wait for the socket, and others for their acknowledgement. The link stops earlier.
    static let queueLimit = 4_000

    /// The configuration for one attempt.
    init(_ attempt: LinkAction.Attempt, password: Secret?) throws(LinkFailure) {
        let connection = attempt.connection
        guard let port = UInt16(exactly: connection.port) else {
            throw LinkFailure(.configuration, "there is no port \(connection.port)", advice: "check \"broker\"")
        }
        self.init(host: connection.host, port: port, clientID: connection.clientID)
        version = attempt.protocolVersion == .v5 ? .v5 : .v311
        session = .persistent(expiry: Self.sessionExpiry)
        // Zero switches it off; otherwise MQTT's library takes 5 s at least.
        let keepAliveSeconds = connection.keepalive / 1_000_000_000
        keepAlive = keepAliveSeconds == 0 ? 0 : UInt16(clamping: max(5, keepAliveSeconds))
        if let username = connection.username {
            credentials = Credentials(userName: username, password: password)
        }
        if connection.usesTLS { tls = Self.tls(of: connection) }
        will = try Self.will(of: attempt)
        connectTimeout = 120
        unacknowledged = .dropped
        maximumUnacknowledged = Self.queueLimit
        maximumPacketSize = Self.largestPacket
    }

    private static func tls(of connection: LinkSettings.Connection) -> TLS {
        TLS(
            trust: connection.ca.map { .authorities(file: $0) } ?? .system,
            identity: connection.certificate.map { .init(certificateFile: $0.certificate, keyFile: $0.key) })
    }

    private static func will(of attempt: LinkAction.Attempt) throws(LinkFailure) -> Will {
        do {
            return Will(
                topic: try TopicName(attempt.connection.presenceTopic), payload: Array("offline".utf8),
                qos: QoS(rawValue: Int32(attempt.willQoS)) ?? .atMostOnce, isRetained: attempt.willRetained)
        } catch {
            throw LinkFailure(.configuration, error)
        }
    }
}
