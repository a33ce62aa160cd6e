/// Whether a template is JSON once its value is filled in. The value and the parameters stand in it as bytes that no
/// UTF-8 text contains.
struct JSONCheck {
    enum Problem {
        case bareValue, malformed
    }

    static let value: UInt8 = 0xFE
    static let level: UInt8 = 0xFF
    /// Deeper nesting is refused, here as by the engine's parser.
    static let deepest = 64

    let bytes: [UInt8]
    let valueMayStandBare: Bool
    private var position = 0
    private var found: Problem?

    init(bytes: [UInt8], valueMayStandBare: Bool) {
        self.bytes = bytes
        self.valueMayStandBare = valueMayStandBare
    }

    mutating func problem() -> Problem? {
        guard takeValue(depth: 0) else { return found ?? .malformed }
        skipBlanks()
        return position == bytes.count ? nil : .malformed
    }

    private mutating func takeValue(depth: Int) -> Bool {
        skipBlanks()
        guard depth < Self.deepest, let byte = peek() else { return false }
        switch byte {
        case UInt8(ascii: "{"): return takeMembers(depth: depth)
        case UInt8(ascii: "["): return takeElements(depth: depth)
        case UInt8(ascii: "\""): return takeString()
        case Self.value, Self.level:
            guard byte == Self.value, valueMayStandBare else {
                found = .bareValue
                return false
            }
            position += 1
            return true
        default: return takeScalar()
        }
    }

    private mutating func takeMembers(depth: Int) -> Bool {
        position += 1
        if take("}") { return true }
        repeat {
            skipBlanks()
            guard peek() == UInt8(ascii: "\""), takeString(), take(":"), takeValue(depth: depth + 1) else {
                return false
            }
        } while take(",")
        return take("}")
    }

    private mutating func takeElements(depth: Int) -> Bool {
        position += 1
        if take("]") { return true }
        repeat {
            guard takeValue(depth: depth + 1) else { return false }
        } while take(",")
        return take("]")
    }

    private mutating func takeString() -> Bool {
        position += 1
        while let byte = peek() {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard let escaped = peek() else { return false }
                position += 1
                if escaped == UInt8(ascii: "u") {
                    for _ in 0..<4 {
                        guard let digit = peek(), Character(UnicodeScalar(digit)).isHexDigit else { return false }
                        position += 1
                    }
                } else if !"\"\\/bfnrt".utf8.contains(escaped) {
                    return false
                }
            case 0..<0x20: return false
            default: continue
            }
        }
        return false
    }

    private mutating func takeScalar() -> Bool {
        let start = position
        while let byte = peek(), !" \t\r\n,:]}".utf8.contains(byte) { position += 1 }
        let word = bytes[start..<position]
        return !word.isEmpty && !word.contains { $0 >= 0x80 } && JSONText.isBare(String(decoding: word, as: UTF8.self))
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard peek() == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek(), " \t\r\n".utf8.contains(byte) { position += 1 }
    }

    private func peek() -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }
}
