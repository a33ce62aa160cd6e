/// Why there is no connection, in the words of a journal line.
package struct LinkFailure: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The network, the name or the broker is away: tried again with growing delay.
        case passing
        /// Somebody must change something: said once with what to change, tried again slowly.
        case configuration
        /// The broker does not speak this version of the protocol.
        case protocolVersion
        /// Another client took our id.
        case takenOver
        /// The broker does not take the will as it is.
        case willRetained, willQoS
    }

    package var kind: Kind
    /// `connection refused`; no full stop, and safe to print.
    package var words: String
    /// What a person would change: `check "broker"`.
    package var advice: String?

    package init(_ kind: Kind, _ words: String, advice: String? = nil) {
        self.kind = kind
        self.words = words
        self.advice = advice
    }

    static let noAnswer = LinkFailure(.passing, "no answer")
    static let noConnack = LinkFailure(
        .passing, "no CONNACK within 10 s",
        advice: "something listens there: is it the broker, and is mqtt:// or mqtts:// right?")
    /// A connection that ended before the broker had answered: often the wrong kind of port.
    var beforeConnack: LinkFailure {
        guard kind == .passing, advice == nil else { return self }
        return LinkFailure(
            kind, "\(words) before CONNACK", advice: "is that port for MQTT, and with TLS or without? check \"broker\"")
    }

    static let noSuback = LinkFailure(.passing, "no SUBACK within 10 s")
}

extension LinkFailure {
    /// What a CONNACK's code means, of MQTT 3.1.1 (below 0x80) and of MQTT 5.
    package static func refusal(code: UInt8, text: String?) -> LinkFailure {
        let said = text.map { ": \($0)" } ?? ""
        switch code {
        case 0x01, 0x84:
            return LinkFailure(
                .protocolVersion, "the broker does not speak this version of MQTT\(said)", advice: "check \"protocol\"")
        case 0x02, 0x85:
            return LinkFailure(
                .configuration, "the broker does not accept the client id\(said)", advice: "change \"client\"")
        case 0x03, 0x88: return LinkFailure(.passing, "the broker says that it is unavailable\(said)")
        case 0x89: return LinkFailure(.passing, "the broker is busy\(said)")
        case 0x97: return LinkFailure(.passing, "the broker's quota is exceeded\(said)")
        case 0x9F: return LinkFailure(.passing, "the broker says that we connect too often\(said)")
        case 0x04, 0x86:
            return LinkFailure(
                .configuration, "wrong user name or password\(said)", advice: "check \"username\" and \"password\"")
        case 0x05, 0x87:
            return LinkFailure(
                .configuration, "not authorised\(said)",
                advice: "check \"username\", \"password\" and the broker's access list")
        case 0x8A:
            return LinkFailure(.configuration, "the broker has banned this client\(said)", advice: "ask the broker")
        case 0x8C:
            return LinkFailure(
                .configuration, "the broker wants another way to log in\(said)",
                advice: "check \"username\" and \"certificate\"")
        case 0x90:
            return LinkFailure(
                .configuration, "the broker does not accept the presence topic\(said)", advice: "change \"presence\"")
        case 0x95:
            return LinkFailure(.configuration, "the broker finds our CONNECT too large\(said)", advice: "shorten names")
        case 0x9A: return LinkFailure(.willRetained, "the broker keeps no retained messages\(said)")
        case 0x9B: return LinkFailure(.willQoS, "the broker does not support QoS 1\(said)")
        case 0x9C, 0x9D:
            return LinkFailure(.configuration, "the broker says that it has moved\(said)", advice: "change \"broker\"")
        default: return LinkFailure(.passing, "the broker refuses (code \(code))\(said)")
        }
    }

    /// What the code of a DISCONNECT from the broker means (MQTT 5).
    package static func disconnection(code: UInt8, text: String?) -> LinkFailure {
        let said = text.map { ": \($0)" } ?? ""
        switch code {
        case 0x00: return LinkFailure(.passing, "the broker ended the connection\(said)")
        case 0x81, 0x82:
            return LinkFailure(.passing, "the broker found a packet of ours malformed\(said)")
        case 0x87: return LinkFailure(.configuration, "not authorised\(said)", advice: "check the broker's access list")
        case 0x89: return LinkFailure(.passing, "the broker is busy\(said)")
        case 0x8B: return LinkFailure(.passing, "the broker is shutting down\(said)")
        case 0x8D: return LinkFailure(.passing, "the broker heard nothing from us within the keepalive\(said)")
        case 0x8E: return LinkFailure(.takenOver, "another client took our id\(said)")
        case 0x93, 0x95, 0x96, 0x97:
            return LinkFailure(.passing, "the broker finds that we send too much (code \(code))\(said)")
        case 0x98: return LinkFailure(.passing, "ended by the broker's administrator\(said)")
        case 0x9C, 0x9D:
            return LinkFailure(.configuration, "the broker says that it has moved\(said)", advice: "change \"broker\"")
        default: return LinkFailure(.passing, "the broker ended the connection (code \(code))\(said)")
        }
    }

    /// What a reason code of SUBACK, PUBACK and PUBREC means.
    package static func words(forReason code: UInt8) -> String {
        switch code {
        case 0x80: "refused"
        case 0x83: "refused for a reason of its own"
        case 0x87: "not authorised"
        case 0x8F: "the filter is not valid"
        case 0x90: "the topic is not valid"
        case 0x91: "the message's number is in use"
        case 0x97: "quota exceeded"
        case 0x99: "the payload does not fit its format"
        case 0x9E: "shared subscriptions are not supported"
        case 0xA1: "subscription identifiers are not supported"
        case 0xA2: "wildcards are not supported"
        default: "code \(code)"
        }
    }
}
