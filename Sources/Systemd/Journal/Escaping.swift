/// `text` with everything visible that could move a cursor, forge a line or turn the reading direction: control characters,
/// line and paragraph separators and bidirectional controls. A backslash stays as it is, so text that has been escaped stays too.
package func escaped(_ text: String) -> String {
    guard needsEscaping(text) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
}

private func append(_ scalar: Unicode.Scalar, to result: inout String) {
    guard isDangerous(scalar) else { return result.unicodeScalars.append(scalar) }
    let digits = String(scalar.value, radix: 16)
    switch scalar {
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    default: result += scalar.value < 0x80 ? "\\x" + (digits.count < 2 ? "0" : "") + digits : "\\u{\(digits)}"
    }
}

private func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true  // C0, DEL, C1
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // reading direction
    case 0x2028, 0x2029: true  // line and paragraph separator
    default: false
    }
}

/// A look at the bytes alone, which nearly all lines pass; without a way out in its middle, so that it is done many at a time.
private func needsEscaping(_ text: String) -> Bool {
    var text = text
    let isSuspicious = text.withUTF8 { bytes in
        guard let last = bytes.last else { return false }
        var found = control(last)
        for place in 0..<bytes.count - 1 { found |= control(bytes[place]) | start(bytes[place], bytes[place + 1]) }
        return found != 0
    }
    return isSuspicious && text.unicodeScalars.contains(where: isDangerous)
}

/// 1 for a control character of ASCII, else 0.
private func control(_ byte: UInt8) -> UInt8 { flag(byte < 0x20) | flag(byte == 0x7F) }

/// 1 where a dangerous character may begin, else 0: the second byte tells `°` from a control character.
private func start(_ first: UInt8, _ second: UInt8) -> UInt8 {
    flag(first == 0xC2) & flag(second < 0xA0) | flag(first == 0xD8) & flag(second == 0x9C)
        | flag(first == 0xE2) & flag(second & 0xFE == 0x80)
}

private func flag(_ condition: Bool) -> UInt8 { condition ? 1 : 0 }
