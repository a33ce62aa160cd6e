/// The settings of a program, with their defaults. Lengths of time are in nanoseconds.
package struct Settings: Sendable, Hashable {
    package struct Broker: Sendable, Hashable {
        package var host: String
        package var port: Int
        package var usesTLS: Bool

        package init(host: String, port: Int, usesTLS: Bool) {
            self.host = host
            self.port = port
            self.usesTLS = usesTLS
        }
    }

    /// Where the password is read from; never the password.
    package enum PasswordSource: Sendable, Hashable {
        case credential(String)
        case file(String)
    }

    package enum ProtocolVersion: Sendable, Hashable {
        case v5
        case v311
    }

    package struct ClientCertificate: Sendable, Hashable {
        package var certificate: String
        package var key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    package struct Location: Sendable, Hashable {
        package var latitude: Double
        package var longitude: Double

        package init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    package var broker = Broker(host: "localhost", port: 1883, usesTLS: false)
    /// Nil: `hearth-<host name>`.
    package var client: String?
    package var prefix = "home"
    package var username: String?
    package var password: PasswordSource?
    package var ca: String?
    package var certificate: ClientCertificate?
    package var protocolVersion = ProtocolVersion.v5
    package var keepalive: Int64 = 30_000_000_000
    package var reconnect: ClosedRange<Int64> = 2_000_000_000...60_000_000_000
    /// As written, `{client}` and `{prefix}` still in it: the client's name is known to the gateway alone.
    package var presence = "{prefix}/gateways/{client}/status"
    package var location: Location?
    package var zone: String?
    package var watchesRules = false

    package init() {}
}
