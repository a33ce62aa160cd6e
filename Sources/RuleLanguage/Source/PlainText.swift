/// Makes foreign text safe to print: nothing in it moves a cursor, hides or forges a line.
package enum PlainText {
    /// Control, format and direction characters as `\u{1B}`; tabs and line breaks too.
    package static func escaping(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: needsEscape) else { return text }
        var result = ""
        for character in text { result += escaping(character) }
        return result
    }

    static func escaping(_ character: Character) -> String {
        let scalars = character.unicodeScalars
        guard scalars.contains(where: needsEscape) else { return String(character) }
        // Joiners belong to emoji and to some scripts; alone they would be invisible.
        let joins =
            scalars.count > 1 && scalars.allSatisfy { $0.value == 0x200D || $0.value == 0x200C || !needsEscape($0) }
        if joins { return String(character) }
        var result = ""
        for scalar in scalars {
            if needsEscape(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A text from a file for use in a message: short, and without anything that is not shown.
    static func excerpt(_ text: String) -> String {
        let short = String(text.prefix(40))
        return escaping(short.utf8.count < text.utf8.count ? short + "…" : short)
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value >= 0x20, scalar.value < 0x7F { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
        default: return false
        }
    }
}
