/// Small pieces of JSON.
package enum JSONText {
    /// Whether a text is a JSON value as it stands: `true`, `false`, `null` or a number.
    static func isBare(_ text: String) -> Bool {
        if text == "true" || text == "false" || text == "null" { return true }
        var rest = Array(text.utf8)[...]
        func digits(_ rest: inout ArraySlice<UInt8>) -> Int {
            let count = rest.prefix { $0 &- UInt8(ascii: "0") <= 9 }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let leadingZero = rest.first == UInt8(ascii: "0")
        let whole = digits(&rest)
        guard whole > 0, whole == 1 || !leadingZero else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits(&rest) > 0 else { return false }
        }
        if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits(&rest) > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// A text as a JSON string, with its quotes.
    package static func string(_ text: String) -> String {
        "\"" + escaped(text) + "\""
    }

    /// A text as it stands between the quotes of a JSON string.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
