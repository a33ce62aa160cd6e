import Foundation

/// The rules of the house style that a text can be held against. Each gives its findings as sentences with file and line.
enum HouseRules {
    static let lineLimit = 400

    static func tooLong(_ file: Project.File) -> [String] {
        let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
        return count > lineLimit ? ["\(file.path): \(count) lines; \(lineLimit) are the most"] : []
    }

    /// Words that promise work for later: it is an issue or it is done, but it is not in the source.
    static func promises(in file: Project.File) -> [String] {
        let words: Set<Substring> = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
        guard words.contains(where: { file.text.contains($0) }) else { return [] }
        return file.lines.enumerated().flatMap { index, line in
            line.split { !$0.isLetter && $0 != "_" }.filter(words.contains).map { "\(file.path):\(index + 1): \($0)" }
        }
    }

    /// `try!`, `as!`, a value or type with `!` behind it.
    static func forcedUnwraps(in file: Project.File) -> [String] {
        findings(in: file, "no force: throw, return or say why it cannot be with preconditionFailure") { line in
            let characters = Array(line)
            return characters.indices.contains { index in
                guard characters[index] == "!", index > 0 else { return false }
                let before = characters[index - 1]
                let after = index + 1 < characters.count ? characters[index + 1] : " "
                return after != "=" && (before.isLetter || before.isNumber || "_)]}>?\"`".contains(before))
            }
        }
    }

    /// `public` and `open` belong to Mosquitto, the one module that others may use.
    static func publicDeclarations(in file: Project.File) -> [String] {
        guard file.module != "Mosquitto" else { return [] }
        return findings(in: file, "public is for Mosquitto; package is for us") { line in
            let words = line.split(whereSeparator: \.isWhitespace).drop { $0.hasPrefix("@") }
            // A variable may be called `open`.
            return words.first == "public"
                || words.first == "open" && ["class", "func", "var", "override"].contains(words.dropFirst().first)
        }
    }

    /// I/O, clocks, chance and threads in a module that must have none.
    static func impurities(in file: Project.File) -> [String] {
        guard Architecture.pureModules.contains(file.module) else { return [] }
        return file.code.lines.enumerated().flatMap { index, line in
            uses(in: line).filter { Architecture.impureNames.contains($0) }
                .filter { Architecture.exceptions[file.path]?.contains($0) != true }
                .map { "\(file.path):\(index + 1): \(file.module) is pure and must not use \($0)" }
        }
    }

    /// Names in a line of code that are called or whose members are used: not declared, no argument label, no member of something else.
    /// Of members only the dice are named, and those only when no generator is given to them.
    private static func uses(in line: String) -> [String] {
        let bytes = Array(line.utf8)
        return words(in: bytes).compactMap { range in
            let before = bytes[..<range.lowerBound]
            let after = bytes[range.upperBound...]
            guard ["(", ".", " {", "{"].contains(where: { after.starts(with: $0.utf8) }) else { return nil }
            let name = String(decoding: bytes[range], as: UTF8.self)
            if before.last == UInt8(ascii: ".") {
                return line.contains("using:") ? nil : "." + name
            }
            if ["func ", "case ", "let ", "var "].contains(where: { before.reversed().starts(with: $0.utf8.reversed()) }
            ) {
                return nil
            }
            // The call of the C library; a variable may be called that too.
            if name == "time", !["(nil", "(&"].contains(where: { after.starts(with: $0.utf8) }) { return nil }
            return name
        }
    }

    /// Where the identifiers stand.
    private static func words(in bytes: [UInt8]) -> [Range<Int>] {
        func belongs(_ byte: UInt8) -> Bool {
            byte >= 0x80 || byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        var ranges: [Range<Int>] = []
        var start: Int?
        for (index, byte) in bytes.enumerated() {
            if belongs(byte) {
                start = start ?? index
            } else if let first = start {
                ranges.append(first..<index)
                start = nil
            }
        }
        return start.map { ranges + [$0..<bytes.count] } ?? ranges
    }

    private static func findings(in file: Project.File, _ sentence: String, where isBad: (String) -> Bool) -> [String] {
        file.code.lines.enumerated().filter { isBad($0.element) }
            .map { "\(file.path):\($0.offset + 1): \(sentence)" }
    }
}
