/// A message for the broker.
package struct OutgoingMessage: Sendable, Equatable {
    package struct Property: Sendable, Equatable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Tells whoever keeps account of it which one it is; nil for what nobody keeps account of.
    package var number: Int64?
    /// The output instance that it commands, `fan(kitchen)`; nil for what is published once and not wanted for longer.
    package var key: String?
    package var topic: String
    package var payload: [UInt8]
    package var qos: Int
    package var retained: Bool
    /// Seconds after which the broker need not deliver it any more (MQTT 5), and we need not send it.
    package var expirySeconds: Int?
    /// User properties of MQTT 5.
    package var properties: [Property]

    package init(
        number: Int64? = nil, key: String? = nil, topic: String, payload: [UInt8], qos: Int = 1, retained: Bool = false,
        expirySeconds: Int? = nil, properties: [Property] = []
    ) {
        self.number = number
        self.key = key
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.retained = retained
        self.expirySeconds = expirySeconds
        self.properties = properties
    }

    /// At least the size of the PUBLISH packet that it becomes.
    var packetSize: Int {
        let properties = properties.reduce(0) { $0 + 5 + $1.name.utf8.count + $1.value.utf8.count }
        return 16 + topic.utf8.count + payload.count + properties
    }
}

/// What the broker said about itself when it accepted us.
package struct Acceptance: Sendable, Equatable {
    package var sessionPresent: Bool
    package var maximumQoS: Int
    package var retainAvailable: Bool
    package var maximumPacketSize: Int?
    package var receiveMaximum: Int?

    package init(
        sessionPresent: Bool = false, maximumQoS: Int = 2, retainAvailable: Bool = true,
        maximumPacketSize: Int? = nil, receiveMaximum: Int? = nil
    ) {
        self.sessionPresent = sessionPresent
        self.maximumQoS = maximumQoS
        self.retainAvailable = retainAvailable
        self.maximumPacketSize = maximumPacketSize
        self.receiveMaximum = receiveMaximum
    }
}
