/// Text from elsewhere, made harmless for a terminal.
enum TerminalText {
    /// Without control characters, whatever the bytes are.
    static func printable(_ bytes: some Sequence<UInt8>) -> String {
        printable(String(decoding: Array(bytes), as: UTF8.self))
    }

    static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: result.append("·")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Cut to so many columns, with an ellipsis where something is missing.
    static func cut(_ text: String, to width: Int) -> String {
        guard text.count > width else { return text }
        return width > 0 ? text.prefix(width - 1) + "…" : ""
    }

    /// Filled with blanks to so many columns, or cut.
    static func column(_ text: String, _ width: Int) -> String {
        let fitting = cut(text, to: width)
        return fitting + String(repeating: " ", count: width - fitting.count)
    }

    /// `14:05:09`, of seconds since midnight.
    static func clock(_ secondOfDay: Int) -> String {
        [secondOfDay / 3_600 % 24, secondOfDay / 60 % 60, secondOfDay % 60]
            .map { ($0 < 10 ? "0" : "") + String($0) }
            .joined(separator: ":")
    }
}
