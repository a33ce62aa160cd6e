import CMosquitto

/// A reason that the broker gave, as MQTT 5 numbers them: below 128 is success, from 128 failure. Numbers that this
/// list does not have are kept as they are.
///
/// Under MQTT 3.1.1 the broker gives fewer: the five refusals of CONNACK are translated to their MQTT 5 equivalents,
/// and SUBACK's one refusal is ``unspecifiedError``.
public struct ReasonCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The number on the wire.
    public let rawValue: UInt8

    /// Any number, known or not.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Whether the broker said no.
    public var isFailure: Bool { rawValue >= 0x80 }

    /// It worked; in DISCONNECT, a normal end.
    public static let success = ReasonCode(rawValue: 0x00)
    /// To be said in DISCONNECT: a normal end, but the will is published.
    public static let disconnectWithWill = ReasonCode(rawValue: 0x04)
    /// Accepted, but nobody subscribes to the topic.
    public static let noMatchingSubscribers = ReasonCode(rawValue: 0x10)
    /// Refused, and the broker does not say why.
    public static let unspecifiedError = ReasonCode(rawValue: 0x80)
    /// The broker could not read a packet.
    public static let malformedPacket = ReasonCode(rawValue: 0x81)
    /// A packet came that had no business there.
    public static let protocolError = ReasonCode(rawValue: 0x82)
    /// The broker does not speak this version of MQTT.
    public static let unsupportedProtocolVersion = ReasonCode(rawValue: 0x84)
    /// The client id is not allowed.
    public static let clientIdentifierNotValid = ReasonCode(rawValue: 0x85)
    /// User name or password is wrong.
    public static let badUserNameOrPassword = ReasonCode(rawValue: 0x86)
    /// The client may not do this.
    public static let notAuthorized = ReasonCode(rawValue: 0x87)
    /// The broker is there but not ready.
    public static let serverUnavailable = ReasonCode(rawValue: 0x88)
    /// The broker has too much to do.
    public static let serverBusy = ReasonCode(rawValue: 0x89)
    /// The client is banned.
    public static let banned = ReasonCode(rawValue: 0x8A)
    /// The broker is being shut down.
    public static let serverShuttingDown = ReasonCode(rawValue: 0x8B)
    /// The broker heard nothing for one and a half keep-alives.
    public static let keepAliveTimeout = ReasonCode(rawValue: 0x8D)
    /// Another connection with the same client id took over.
    public static let sessionTakenOver = ReasonCode(rawValue: 0x8E)
    /// A filter is not allowed.
    public static let topicFilterInvalid = ReasonCode(rawValue: 0x8F)
    /// A topic is not allowed.
    public static let topicNameInvalid = ReasonCode(rawValue: 0x90)
    /// A packet was larger than the broker takes.
    public static let packetTooLarge = ReasonCode(rawValue: 0x95)
    /// A limit of the broker's administrator is reached.
    public static let quotaExceeded = ReasonCode(rawValue: 0x97)
    /// The broker's administrator ended it.
    public static let administrativeAction = ReasonCode(rawValue: 0x98)
    /// The broker keeps no retained messages.
    public static let retainNotSupported = ReasonCode(rawValue: 0x9A)
    /// The broker does not take this QoS.
    public static let qosNotSupported = ReasonCode(rawValue: 0x9B)

    /// What it means, in words; an unknown one is shown by its number.
    public var description: String {
        ReasonTexts.text(for: rawValue) ?? "reason 0x\(String(rawValue, radix: 16, uppercase: true))"
    }

    /// The MQTT 5 equivalent of a CONNACK code of MQTT 3.1.1. Codes above 5 are reserved and stay what they are.
    static func fromVersion3(connack code: UInt8) -> ReasonCode {
        switch code {
        case 1: .unsupportedProtocolVersion
        case 2: .clientIdentifierNotValid
        case 3: .serverUnavailable
        case 4: .badUserNameOrPassword
        case 5: .notAuthorized
        default: ReasonCode(rawValue: code)
        }
    }
}
