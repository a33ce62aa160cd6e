import CMosquitto

/// What may go into C as a string: everything else would be cut at a NUL or refused without a reason.
enum TextCheck {
    /// The longest text that MQTT carries, in bytes of UTF-8.
    static let maximumLength = 65_535

    /// What is wrong with the text as MQTT's UTF-8 string; `nil` if nothing.
    static func flaw(in text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            if bytes.count > maximumLength { return "longer than 65,535 bytes" }
            // Nearly all texts are plain, and a look at that costs less than the question to the library.
            if isPlain(bytes) { return nil }
            if bytes.contains(0) { return "contains a NUL character" }
            return bytes.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress, characters.count > 0 else { return nil }
                return mosquitto_validate_utf8(start, Int32(characters.count)) == MOSQ_ERR_SUCCESS.rawValue
                    ? nil : "contains a control character or a non-character"
            }
        }
    }

    /// Only printable characters of ASCII.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in bytes where byte < 0x20 || byte >= 0x7F { return false }
        return true
    }

    static func topicName(_ text: String) throws(MQTTError) {
        if let flaw = flaw(in: text) ?? topicFlaw(text) { throw MQTTError(.invalidTopic, shown(text), detail: flaw) }
    }

    static func topicFilter(_ text: String) throws(MQTTError) {
        if let flaw = flaw(in: text) ?? filterFlaw(text) { throw MQTTError(.invalidFilter, shown(text), detail: flaw) }
    }

    /// Any other text: a user name, a path, a property.
    static func value(_ text: String, of what: @autoclosure () -> String) throws(MQTTError) {
        if let flaw = flaw(in: text) { throw MQTTError(.invalidValue, what(), detail: flaw) }
    }

    private static func topicFlaw(_ text: String) -> String? {
        if text.isEmpty { return "empty" }
        var text = text
        let hasWildcard = text.withUTF8 { bytes in
            bytes.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
        }
        return hasWildcard ? "contains a wildcard" : nil
    }

    private static func filterFlaw(_ text: String) -> String? {
        if text.isEmpty { return "empty" }
        let levels = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, level) in levels.enumerated() {
            if level.contains(UInt8(ascii: "+")), level.count > 1 { return "a + has to be alone in its level" }
            guard level.contains(UInt8(ascii: "#")) else { continue }
            if level.count > 1 { return "a # has to be alone in its level" }
            if index < levels.count - 1 { return "a # has to be the last level" }
        }
        return nil
    }

    /// The text as it may stand in a message: quoted, control characters escaped, at most 100 characters of it.
    static func shown(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars.prefix(100) {
            result +=
                scalar.properties.generalCategory == .control || scalar == "\""
                ? scalar.escaped(asASCII: true) : String(Character(scalar))
        }
        return result + (text.unicodeScalars.count > 100 ? "…\"" : "\"")
    }
}
