import RuleLanguage

/// What the link must know about the house: where the broker is, who we are, and what to listen to.
package struct LinkSettings: Sendable, Equatable {
    /// All that is fixed at CONNECT. A change of any part needs a new connection.
    package struct Connection: Sendable, Equatable {
        package var host: String
        package var port: Int
        package var usesTLS: Bool
        package var clientID: String
        package var username: String?
        package var password: Settings.PasswordSource?
        package var ca: String?
        package var certificate: Settings.ClientCertificate?
        package var protocolVersion: Settings.ProtocolVersion
        /// Nanoseconds.
        package var keepalive: Int64
        /// Resolved: no braces stand in it. It is the will's topic.
        package var presenceTopic: String
        /// Changes when the contents of the password file or of the TLS files do.
        package var materialFingerprint: UInt64

        package init(
            host: String, port: Int, usesTLS: Bool = false, clientID: String, username: String? = nil,
            password: Settings.PasswordSource? = nil, ca: String? = nil,
            certificate: Settings.ClientCertificate? = nil, protocolVersion: Settings.ProtocolVersion = .v5,
            keepalive: Int64 = 30_000_000_000, presenceTopic: String, materialFingerprint: UInt64 = 0
        ) {
            self.host = host
            self.port = port
            self.usesTLS = usesTLS
            self.clientID = clientID
            self.username = username
            self.password = password
            self.ca = ca
            self.certificate = certificate
            self.protocolVersion = protocolVersion
            self.keepalive = keepalive
            self.presenceTopic = presenceTopic
            self.materialFingerprint = materialFingerprint
        }

        /// `mqtt.home.arpa:8883`, as messages name the broker.
        package var address: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

        /// Where the marker goes that tells when the retained state is complete.
        package var syncTopic: String { siblingOfPresence("sync") }

        /// Where the gateway describes itself.
        package var infoTopic: String { siblingOfPresence("info") }

        private func siblingOfPresence(_ name: String) -> String {
            guard let slash = presenceTopic.lastIndex(of: "/") else { return presenceTopic + "/" + name }
            return presenceTopic[...slash] + name
        }
    }

    package var connection: Connection
    /// First and longest delay between attempts, in nanoseconds.
    package var reconnect: ClosedRange<Int64>
    /// Filters that do not overlap.
    package var subscriptions: [FilterRequest]
    package var guardsAgainstStorms: Bool

    package init(
        connection: Connection, reconnect: ClosedRange<Int64> = 2_000_000_000...60_000_000_000,
        subscriptions: [FilterRequest] = [], guardsAgainstStorms: Bool = true
    ) {
        self.connection = connection
        self.reconnect = reconnect
        self.subscriptions = subscriptions
        self.guardsAgainstStorms = guardsAgainstStorms
    }
}

/// A filter and the quality of service that its messages are wanted at.
package struct FilterRequest: Sendable, Hashable {
    package var filter: String
    package var qos: Int
    /// What the broker remembers is of use: not so for events.
    package var wantsRetained: Bool

    package init(_ filter: String, qos: Int, wantsRetained: Bool = true) {
        self.filter = filter
        self.qos = qos
        self.wantsRetained = wantsRetained
    }
}
