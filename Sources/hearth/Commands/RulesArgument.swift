import Gateway
import RuleLanguage

/// A file or folder that the command line names: a program of its own.
struct RulesArgument {
    var path: String
    var sources: SourceSet
    /// The file whose tests are meant, where the argument is a file of tests; its rules are those of its folder.
    var testFile: Int?

    init(_ path: String, selecting selection: RulesFolder.Selection) throws(RulesFolderError) {
        self.path = path
        if RulesFolder.isFolder(path) {
            let prefix = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
            sources = try RulesFolder.read(path, selecting: selection, namedFrom: prefix)
        } else if path.hasSuffix(".test") {
            sources = try RulesFolder.read(testFile: path)
            testFile = sources.files.count - 1
        } else {
            sources = try RulesFolder.read(file: path)
        }
    }

    /// On the command line it stands for what is piped in.
    static let standardInput = "-"

    private init(piped text: [UInt8]) {
        path = "standard input"
        sources = SourceSet()
        _ = sources.add(name: path, text: text)
    }

    /// Reads all arguments. What cannot be read is said, and the others go on.
    static func read(
        _ paths: [String], selecting selection: RulesFolder.Selection, _ console: Console
    ) -> (programs: [RulesArgument], isComplete: Bool) {
        var programs: [RulesArgument] = []
        for path in paths {
            if path == standardInput {
                do {
                    programs.append(RulesArgument(piped: try RulesFile.readStandardInput()))
                } catch {
                    console.complain("hearth: \(error)")
                }
                continue
            }
            do {
                programs.append(try RulesArgument(path, selecting: selection))
            } catch {
                console.complain("hearth: \(error)")
            }
            for name in RulesFolder.overlooked(in: path) {
                let shown = PlainText.escaping("\(path)/\(name)")
                console.complain("hearth: \(shown) is not read, since there is a rules.d beside it; move it there")
            }
        }
        return (programs, programs.count == paths.count)
    }
}
