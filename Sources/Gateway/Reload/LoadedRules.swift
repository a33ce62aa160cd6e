import RuleLanguage

/// A program that has passed the checker, with what it was made from.
struct LoadedRules {
    var program: Program
    var sources: SourceSet
    /// Warnings, rendered.
    var warnings: [String]

    /// 16 digits that change when any file does.
    var fingerprint: String { RulesFingerprint.text(of: sources) }

    var ruleCount: Int { program.keeps.count + program.whens.count }
}

/// Why there is no program: lines for the journal.
struct RulesProblem: Error {
    var lines: [String]
    /// What was read, if anything could be: the same contents need no second complaint.
    var sources: SourceSet?
}

/// FNV-1a over the names and texts of all files.
enum RulesFingerprint {
    static func value(of sources: SourceSet) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for file in sources.files {
            for byte in file.name.utf8 { take(byte) }
            take(0)
            for byte in file.text { take(byte) }
            take(0)
        }
        return hash
    }

    static func text(of sources: SourceSet) -> String {
        let digits = String(value(of: sources), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension SourceSet {
    /// The same files with the same texts.
    func hasSameContents(as other: SourceSet) -> Bool {
        files.count == other.files.count
            && zip(files, other.files).allSatisfy { $0.name == $1.name && $0.text == $1.text }
    }
}
