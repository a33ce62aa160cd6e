/// A topic level as it is written in rules.
package enum LevelText {
    /// `kitchen`, or `"living room"` where it is no name.
    package static func written(_ level: String) -> String {
        let isName = isPlainName(level) || isNameInAnyScript(level)
        return isName ? level : "\"" + EscapedText.escape(level) + "\""
    }

    /// Letters, digits and `_` of ASCII: nearly all levels, and a command should not look up each letter's properties.
    private static func isPlainName(_ level: String) -> Bool {
        guard let first = level.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return level.utf8.allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) && $0 < 0x80 || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
        }
    }

    private static func isNameInAnyScript(_ level: String) -> Bool {
        level.unicodeScalars.first.map { $0 == "_" || $0.properties.isAlphabetic } == true
            && level.unicodeScalars.allSatisfy {
                $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil
            }
    }
}

/// The name of an instance, `fan(kitchen)`.
package enum InstanceName {
    package static func written(_ name: String, _ levels: [String]) -> String {
        guard let first = levels.first else { return name }
        // One parameter is the rule, and building a list for it the greater part of the work.
        let list = levels.count == 1 ? LevelText.written(first) : levels.map(LevelText.written).joined(separator: ", ")
        return "\(name)(\(list))"
    }
}

/// Strangers' text, safe to show: no control character reaches a terminal or begins a line.
package enum EscapedText {
    package static func escape(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            default:
                if isHarmless(scalar) {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
                }
            }
        }
        return result
    }

    /// Text for one line: quotes stay as they are.
    package static func line(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" || isHarmless(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += escape(String(Character(scalar)))
            }
        }
        return result
    }

    /// Bytes as text in quotes: what is no UTF-8 as `\xNN`, and cut where it is longer than `limit` bytes.
    package static func quote(_ bytes: UnsafeRawBufferPointer, limit: Int) -> String {
        var result = "\""
        var decoder = UTF8()
        let shown = UnsafeRawBufferPointer(rebasing: bytes.prefix(limit))
        var iterator = shown.makeIterator()
        var position = 0
        decoding: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                result += escape(String(Character(scalar)))
                position += UTF8.width(scalar)
            case .error:
                guard position < shown.count else { break decoding }
                result += "\\x" + hexadecimal(shown[position])
                position += 1
                decoder = UTF8()
                iterator = UnsafeRawBufferPointer(rebasing: shown[position...]).makeIterator()
            case .emptyInput:
                break decoding
            }
        }
        return result + "\"" + (bytes.count > limit ? "…" : "")
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0" + digits : digits
    }

    /// Neither a control character nor one that turns the direction of writing or hides.
    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
