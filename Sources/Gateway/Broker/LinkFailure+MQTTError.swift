import Link
import Mosquitto
import Systemd

extension LinkFailure {
    /// The client's error in the link's terms: what to do about it, and what a person would change.
    init(_ error: MQTTError) {
        let text = error.code.reason.map { $0.rawValue }
        switch error.code.origin {
        case .refusal: self = .refusal(code: text ?? 0x80, text: nil)
        case .disconnect: self = .disconnection(code: text ?? 0x80, text: nil)
        case .library, .system, .resolver, .module: self.init(Self.kind(of: error), error)
        }
    }

    /// The error's own words, with advice.
    init(_ kind: Kind, _ error: MQTTError) {
        // "connection lost: connection lost" would say nothing.
        var words = error.code == .connectionLost ? "the broker closed it" : error.code.description
        if !error.detail.isEmpty { words += ": \(escaped(error.detail))" }
        if error.code == .unreadableFile || error.code == .invalidValue || error.code == .invalidTopic {
            words = escaped(error.description)
        }
        self.init(kind, words, advice: Self.advice(for: error))
    }

    private static func kind(of error: MQTTError) -> Kind {
        switch error.kind {
        case .transient, .protocolViolation: .passing
        case .configuration, .misuse: .configuration
        }
    }

    private static func advice(for error: MQTTError) -> String? {
        switch error.code.origin {
        case .resolver: return "check the name in \"broker\""
        case .system:
            return error.code.description == "connection refused" ? "is the broker running? check \"broker\"" : nil
        case .refusal, .disconnect: return nil
        case .library, .module: break
        }
        switch error.code {
        case .tls: return tlsAdvice(for: error.detail)
        case .unreadableFile: return "check \"ca\" and \"certificate\""
        case .invalidTopic: return "check \"presence\""
        case .invalidValue: return "check \"client\", \"username\" and \"password\""
        default: return nil
        }
    }

    /// What OpenSSL's words come down to.
    private static func tlsAdvice(for detail: String) -> String {
        let detail = detail.lowercased()
        if detail.contains("expired") { return "the certificate has expired, or this clock is wrong" }
        if detail.contains("not yet valid") { return "is this machine's clock right?" }
        if detail.contains("hostname") || detail.contains("host name") || detail.contains("ip address mismatch") {
            return "the name in \"broker\" must be the one in the broker's certificate"
        }
        if detail.contains("wrong version") || detail.contains("packet length too long") {
            return "is that port one with TLS? check \"broker\""
        }
        if detail.contains("verify") || detail.contains("self-signed") || detail.contains("self signed")
            || detail.contains("issuer") || detail.contains("unknown ca")
        {
            return "check \"ca\": it must be the authority that signed the broker's certificate"
        }
        return "check \"broker\", \"ca\" and \"certificate\""
    }
}
