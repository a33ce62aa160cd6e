import RuleLanguage

/// Reads the files of a program: a folder with `hearth.conf` and `rules.d`, a folder of loose rules files, or one file.
package enum RulesFolder {
    /// What of a folder is read.
    package enum Selection: Sendable {
        case rules
        /// Also the `*.test` files beside the rules.
        case rulesAndTests
    }

    /// More files than this are no rules but somebody's mistake, a link to the wrong folder for instance.
    package static let mostFiles = 1_000
    /// Bytes of all files of a folder together.
    package static let largestFolder = 32 << 20

    /// The program of a folder, its files in the order in which they are read: `hearth.conf`, then the rules by name.
    ///
    /// With a `rules.d` the rules are there; without one they lie in the folder itself. Backup and swap files of editors
    /// and of the package manager are not read, nor are folders within.
    /// - Parameter prefix: stands before each file's name in messages; empty, they are named from the folder.
    package static func read(
        _ folder: String, selecting selection: Selection = .rules, namedFrom prefix: String = ""
    ) throws(RulesFolderError) -> SourceSet {
        let contents = try list(folder, selection)
        guard !contents.isEmpty else { throw .nothing(in: folder) }
        guard contents.count <= mostFiles else { throw .tooMany(in: folder, limit: mostFiles) }
        var sources = SourceSet()
        var size = 0
        for file in contents {
            let text = try FileReading.text(of: file.path, named: prefix + file.name)
            size += text.count
            guard size <= largestFolder else { throw .tooLarge(folder) }
            _ = sources.add(name: prefix + file.name, text: text)
        }
        return sources
    }

    /// The program that one file is.
    package static func read(file path: String) throws(RulesFolderError) -> SourceSet {
        var sources = SourceSet()
        _ = sources.add(name: path, text: try FileReading.text(of: FileReading.path(path), named: path))
        return sources
    }

    /// The program of a file of tests: the rules of its folder, and the file itself as the last one.
    package static func read(testFile path: String) throws(RulesFolderError) -> SourceSet {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        if parts.last == "rules.d", parts.count > 1 { parts.removeLast() }
        let folder = parts.isEmpty ? "." : parts.joined(separator: "/")
        let isRoot = folder.isEmpty
        var sources = try read(isRoot ? "/" : folder, namedFrom: folder == "." ? "" : folder + "/")
        _ = sources.add(name: path, text: try FileReading.text(of: FileReading.path(path), named: path))
        return sources
    }

    /// Rules files that lie beside `rules.d` instead of in it, and are not read: worth a word to whoever put them there.
    package static func overlooked(in folder: String) -> [String] {
        guard let all = try? FileReading.names(in: folder), (try? FileReading.names(in: folder + "/rules.d")) != nil
        else {
            return []
        }
        return all.filter { isRead($0, .rules) }.map(\.shown)
    }

    // MARK: Which files

    private struct File {
        var name: String
        var path: [CChar]
    }

    private static func list(_ folder: String, _ selection: Selection) throws(RulesFolderError) -> [File] {
        let all = try FileReading.names(in: folder)
        var files = all.filter { $0.shown == "hearth.conf" }.map { file("", $0, in: folder) }
        if all.contains(where: { $0.shown == "rules.d" }) {
            let rules = try FileReading.names(in: folder + "/rules.d").filter { isRead($0, selection) }
            files += rules.map { file("rules.d/", $0, in: folder) }
        } else {
            files += all.filter { isRead($0, selection) }.map { file("", $0, in: folder) }
        }
        return files
    }

    private static func file(_ subfolder: String, _ name: FileReading.Name, in folder: String) -> File {
        File(name: subfolder + name.shown, path: FileReading.path("\(folder)/\(subfolder)", name))
    }

    private static func isRead(_ name: FileReading.Name, _ selection: Selection) -> Bool {
        !name.isFolder && isRead(name.bytes, selection)
    }

    /// Whether a file of this name is one of the program.
    ///
    /// `x.rules~`, `x.rules.bak`, `x.rules.dpkg-old` and their like end in something else; `.#x.rules`, `.x.rules.swp` are
    /// hidden; `#x.rules#` is Emacs saving by itself.
    package static func isRead(_ bytes: [UInt8], _ selection: Selection) -> Bool {
        guard let first = bytes.first, first != UInt8(ascii: "."), first != UInt8(ascii: "#") else { return false }
        if bytes.hasSuffix(".rules") { return true }
        return selection == .rulesAndTests && bytes.hasSuffix(".test")
    }
}

/// Why the rules cannot be read, in one sentence.
package struct RulesFolderError: Error, CustomStringConvertible, Sendable {
    package let description: String

    static func nothing(in folder: String) -> RulesFolderError {
        RulesFolderError(
            description:
                "there are no rules in \(shown(folder)): neither hearth.conf, nor rules.d, nor a file that ends in .rules"
        )
    }

    static func tooMany(in folder: String, limit: Int) -> RulesFolderError {
        RulesFolderError(description: "there are more than \(limit) rules files in \(shown(folder))")
    }

    static func tooLarge(_ folder: String) -> RulesFolderError {
        RulesFolderError(description: "the rules files in \(shown(folder)) are larger than 32 MiB together")
    }

    static func unreadable(_ name: String, _ reason: String) -> RulesFolderError {
        RulesFolderError(description: "cannot read \(shown(name)): \(reason)")
    }

    private static func shown(_ name: String) -> String { PlainText.escaping(name) }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ suffix: String) -> Bool {
        count > suffix.utf8.count && self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
