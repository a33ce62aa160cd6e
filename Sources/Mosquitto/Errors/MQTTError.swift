/// Why something did not work: a code, what was being tried, and what more is known. Printable for a person.
public struct MQTTError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public let code: Code
    /// What it was about, such as `connecting to broker.home.arpa:8883`; may be empty.
    public let context: String
    /// Further words, as of OpenSSL about a certificate; may be empty.
    public let detail: String

    /// An error made by this module.
    init(_ code: Code, _ context: String = "", detail: String = "") {
        self.code = code
        self.context = context
        self.detail = detail
    }

    /// What a caller should do about it.
    public enum Kind: Sendable, Hashable {
        /// Network or broker are away: try again soon, with a growing delay.
        case transient
        /// Credentials, certificate, name or clock are wrong: somebody has to change something; try again rarely.
        case configuration
        /// The broker broke the protocol (or something in between did): the connection is gone; try again, and count.
        case protocolViolation
        /// The call was wrong: this message or filter is refused, the connection stands.
        case misuse
    }

    /// What a caller should do about it.
    public var kind: Kind { code.kind }

    /// `connecting to localhost:1883: connection refused`, with the detail in brackets if there is one.
    public var description: String {
        var text = context.isEmpty ? code.description : "\(context): \(code.description)"
        if !detail.isEmpty { text += " (\(detail))" }
        return text
    }
}
