/// Lines that may hold a password that nobody should have written there. What is shown of them ends before it.
enum SecretLine {
    /// Where the part ends that may be shown, as an offset into the file; nil where all of the line may.
    static func visibleEnd(of line: Range<Int>, in text: [UInt8]) -> Int? {
        let shown = String(decoding: text[line], as: UTF8.self)
        let blanks = shown.utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
        let word = shown.utf8.dropFirst(blanks).prefix {
            $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
        }
        let rest = shown.utf8.dropFirst(blanks + word.count)
        let isPassword = String(decoding: word, as: UTF8.self).lowercased() == "password" && !isSource(rest)
        guard isPassword || hasUserInfo(rest) else { return nil }
        return line.lowerBound + blanks + word.count
    }

    /// `from credential "mqtt"` and `from file "…"` name a place and no password.
    private static func isSource(_ rest: Substring.UTF8View) -> Bool {
        let words = String(decoding: rest, as: UTF8.self).split { $0 == " " || $0 == "\t" }
        return words.count >= 3 && words[0] == "from" && (words[1] == "credential" || words[1] == "file")
            && (words[2].hasPrefix("\"") || words[2].hasPrefix("'"))
    }

    /// `mqtt://user:password@host`
    private static func hasUserInfo(_ rest: Substring.UTF8View) -> Bool {
        let mark = Array("://".utf8)
        var matched = 0
        for byte in rest {
            if matched == mark.count {
                if byte == UInt8(ascii: "@") { return true }
            } else {
                matched = byte == mark[matched] ? matched + 1 : (byte == mark[0] ? 1 : 0)
            }
        }
        return false
    }
}
