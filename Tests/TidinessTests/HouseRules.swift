/// The rules of the house style that a text can be held against. Each gives its findings as sentences with file and line.
enum HouseRules {
    static let lineLimit = 400

    static func tooLong(_ file: Project.File) -> [String] {
        let count =
            file.text.split(separator: "\n", omittingEmptySubsequences: false).count
            - (file.text.hasSuffix("\n") ? 1 : 0)
        return count > lineLimit ? ["\(file.path): \(count) lines; \(lineLimit) are the most"] : []
    }

    /// Words that promise work for later: it is an issue or it is done, but it is not in the source.
    static func promises(in file: Project.File) -> [String] {
        let words: Set<Substring> = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
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
            line.split(whereSeparator: \.isWhitespace).prefix { $0.hasPrefix("@") || $0 == "public" || $0 == "open" }
                .contains { !$0.hasPrefix("@") }
        }
    }

    /// I/O, clocks, chance and threads in a module that must have none.
    static func impurities(in file: Project.File) -> [String] {
        guard Architecture.pureModules.contains(file.module) else { return [] }
        return file.code.lines.enumerated().flatMap { index, line in
            calls(in: line).filter { Architecture.impureNames.contains($0) || $0 == ".random" }
                .map { "\(file.path):\(index + 1): \(file.module) is pure and must not use \($0)" }
        }
    }

    /// Names in a line of code that are called or whose members are used: not declared, no argument label, no member of something else.
    private static func calls(in line: String) -> [String] {
        // Simple boundaries: by the default ones, "Int.random" is one word.
        let name = /(func |case |let |var |\.)?\b([A-Za-z_][A-Za-z0-9_]*)(?=[(.]| ?\{)/.wordBoundaryKind(.simple)
        return line.matches(of: name).compactMap { match in
            switch match.output.1 {
            case nil: String(match.output.2)
            case ".": match.output.2 == "random" ? ".random" : nil
            default: nil
            }
        }
    }

    private static func findings(in file: Project.File, _ sentence: String, where isBad: (String) -> Bool) -> [String] {
        file.code.lines.enumerated().filter { isBad($0.element) }
            .map { "\(file.path):\($0.offset + 1): \(sentence)" }
    }
}
