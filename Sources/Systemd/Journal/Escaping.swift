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

/// A look at the bytes alone, which nearly all lines pass: the second byte tells `°` from a control character.
private func needsEscaping(_ text: String) -> Bool {
    var former: UInt8 = 0
    for byte in text.utf8 {
        if byte < 0x20 || byte == 0x7F { return true }
        switch former {
        case 0xC2 where byte < 0xA0, 0xD8 where byte == 0x9C, 0xE2 where byte == 0x80 || byte == 0x81:
            return text.unicodeScalars.contains(where: isDangerous)
        default: former = byte
        }
    }
    return false
}
