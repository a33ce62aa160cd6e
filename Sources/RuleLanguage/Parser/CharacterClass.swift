/// What a scalar may be part of, outside of texts and comments.
enum CharacterClass {
    case letter
    /// Goes on in a name but begins none.
    case digit
    /// Belongs to units only.
    case unitSign
    case blank
    case other

    static func of(_ scalar: Unicode.Scalar) -> CharacterClass {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0x5F: return .letter
        case 0x30...0x39: return .digit
        case 0x09, 0x0B, 0x0C, 0x20, 0xA0, 0x85, 0x200B, 0x2028, 0x2029, 0xFEFF: return .blank
        case 0x25, 0xB0, 0xB2, 0xB3, 0x2030, 0x20AC, 0x2103, 0x2109: return .unitSign
        case 0..<0x80: return .other
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            return .letter
        case .nonspacingMark, .spacingMark, .decimalNumber: return .digit
        case .spaceSeparator: return .blank
        default: return .other
        }
    }
}
