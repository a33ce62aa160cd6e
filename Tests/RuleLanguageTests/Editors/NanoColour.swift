import Glibc

/// A line of a nanorc that gives a colour to what its pattern matches, as nano does it: with the C library's expressions.
final class NanoColour {
    let name: String
    private var expression = regex_t()

    /// Patterns have letters that are more than one byte.
    private static let hasLocale = setlocale(LC_CTYPE, "C.UTF-8") != nil

    /// Nil for other lines, and where the pattern is none.
    init?(_ line: String) {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, parts[0] == "color", parts[2].hasPrefix("\""), parts[2].hasSuffix("\"") else {
            return nil
        }
        name = String(parts[1])
        guard Self.hasLocale, regcomp(&expression, String(parts[2].dropFirst().dropLast()), REG_EXTENDED) == 0 else {
            return nil
        }
    }

    deinit { regfree(&expression) }

    /// Byte offsets of all matches, one behind the other.
    func matches(in line: String) -> [Range<Int>] {
        let bytes = Array(line.utf8CString)
        var matches: [Range<Int>] = []
        var start = 0
        while start < bytes.count - 1 {
            var match = regmatch_t()
            let code = bytes[start...].withUnsafeBufferPointer {
                regexec(&expression, $0.baseAddress, 1, &match, start > 0 ? REG_NOTBOL : 0)
            }
            guard code == 0 else { break }
            if match.rm_eo > match.rm_so { matches.append(start + Int(match.rm_so)..<start + Int(match.rm_eo)) }
            start += max(Int(match.rm_eo), 1)
        }
        return matches
    }
}
