import CMosquitto

extension MQTTError {
    /// A number together with whose number it is. Open: numbers of newer libraries and brokers are kept as they are.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// Whose numbering a code belongs to.
        public enum Origin: Sendable, Hashable {
            /// libmosquitto's `mosq_err_t`.
            case library
            /// The operating system's `errno`.
            case system
            /// The name resolver's `EAI_…`.
            case resolver
            /// The broker refused the connection (CONNACK); the number is a ``ReasonCode``.
            case refusal
            /// The broker ended the connection (DISCONNECT, MQTT 5); the number is a ``ReasonCode``.
            case disconnect
            /// This module's own findings.
            case module
        }

        /// Whose number it is.
        public let origin: Origin
        /// The number.
        public let number: Int32

        /// Any number, known or not.
        public init(origin: Origin, number: Int32) {
            self.origin = origin
            self.number = number
        }

        /// The broker's reason, if it was the broker who refused or ended the connection.
        public var reason: ReasonCode? {
            switch origin {
            case .refusal, .disconnect: UInt8(exactly: number).map(ReasonCode.init(rawValue:))
            case .library, .system, .resolver, .module: nil
            }
        }
    }
}

extension MQTTError.Code {
    /// A code of libmosquitto.
    static func library(_ code: mosq_err_t) -> Self { Self(origin: .library, number: code.rawValue) }

    /// The connection broke.
    public static let connectionLost = library(MOSQ_ERR_CONN_LOST)
    /// There is no connection to do it on.
    public static let notConnected = library(MOSQ_ERR_NO_CONN)
    /// The broker did not answer a ping in time.
    public static let keepAlive = library(MOSQ_ERR_KEEPALIVE)
    /// The broker broke the protocol.
    public static let protocolError = library(MOSQ_ERR_PROTOCOL)
    /// A packet of the broker could not be read.
    public static let malformedPacket = library(MOSQ_ERR_MALFORMED_PACKET)
    /// A text of the broker was not valid UTF-8.
    public static let malformedUTF8 = library(MOSQ_ERR_MALFORMED_UTF8)
    /// Memory ran out, mostly for a packet whose length the broker announced.
    public static let outOfMemory = library(MOSQ_ERR_NOMEM)
    /// The payload is longer than MQTT allows (268,435,455 bytes).
    public static let payloadSize = library(MOSQ_ERR_PAYLOAD_SIZE)
    /// The packet would be larger than the broker takes.
    public static let oversizePacket = library(MOSQ_ERR_OVERSIZE_PACKET)
    /// The broker does not take this QoS.
    public static let qosNotSupported = library(MOSQ_ERR_QOS_NOT_SUPPORTED)
    /// The broker keeps no retained messages.
    public static let retainNotSupported = library(MOSQ_ERR_RETAIN_NOT_SUPPORTED)
    /// TLS could not be set up, or the peers did not agree; the detail has OpenSSL's words.
    public static let tls = library(MOSQ_ERR_TLS)

    /// No CONNACK within ``ClientConfiguration/connectTimeout``.
    public static let connectTimedOut = Self(origin: .module, number: 1)
    /// A topic that cannot be published to.
    public static let invalidTopic = Self(origin: .module, number: 2)
    /// A filter that cannot be subscribed to.
    public static let invalidFilter = Self(origin: .module, number: 3)
    /// Another text or number that MQTT cannot carry; the context says which.
    public static let invalidValue = Self(origin: .module, number: 4)
    /// A file of certificates or keys cannot be read; the context says which and why.
    public static let unreadableFile = Self(origin: .module, number: 5)
    /// Too many publications wait for their acknowledgement or for the socket.
    public static let queueFull = Self(origin: .module, number: 6)
    /// A connect was abandoned before it ended.
    public static let abandoned = Self(origin: .module, number: 7)
    /// So many abandoned connects still hang in the resolver or the network that another one is not begun.
    public static let tooManyAbandoned = Self(origin: .module, number: 8)
    /// A SUBACK without a code for each filter.
    public static let malformedAcknowledgement = Self(origin: .module, number: 9)
}
