import Gateway
import Glibc
import RuleLanguage

/// The files that an argument names, each to be worked on by itself.
struct RulesFileList {
    private(set) var files: [RulesFile] = []
    /// Why there are no more.
    private(set) var problem: FileProblem?

    /// Of a folder those that the gateway and its tests would read, in that order; else the file itself.
    init(_ path: String) {
        guard RulesFolder.isFolder(path) else {
            files = [RulesFile(path)]
            return
        }
        do throws(FileProblem) {
            try list(path)
        } catch {
            problem = error
        }
    }

    private mutating func list(_ path: String) throws(FileProblem) {
        let folder = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
        let names = try Self.names(in: path, shown: path)
        files = names.filter { $0.elementsEqual("hearth.conf".utf8) }.map { RulesFile(in: folder, $0) }
        if names.contains(where: { $0.elementsEqual("rules.d".utf8) }) {
            let rules = try Self.names(in: path + "/rules.d", shown: folder + "rules.d")
            files += rules.filter(Self.isRules).map { RulesFile(in: folder + "rules.d/", $0) }
        } else {
            files += names.filter(Self.isRules).map { RulesFile(in: folder, $0) }
        }
        guard files.isEmpty else { return }
        throw FileProblem(
            "there are no rules in \(PlainText.escaping(path)): neither hearth.conf, nor rules.d, nor a file that ends in .rules"
        )
    }

    private static func isRules(_ name: [UInt8]) -> Bool { RulesFolder.isRead(name, .rulesAndTests) }

    /// What lies in the folder, `rules.d` but no other folder, by the bytes of the names.
    private static func names(in folder: String, shown: String) throws(FileProblem) -> [[UInt8]] {
        guard let stream = opendir(folder) else { throw .unreadable(shown, errno) }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if entry.pointee.d_type != UInt8(DT_DIR) || name.elementsEqual("rules.d".utf8) { names.append(name) }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
