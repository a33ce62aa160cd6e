import Foundation
import Glibc
import RuleLanguage
import TestSupport
import Testing

@testable import Gateway

@Suite("A rules folder")
struct RulesFolderTests {
    private func folder(_ files: [String: String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            let path = URL(fileURLWithPath: folder.path).appendingPathComponent(name).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            try folder.write(text, to: name)
        }
        return folder
    }

    private func names(_ sources: SourceSet) -> [String] { sources.files.map(\.name) }

    private func message(_ folder: String) -> String {
        do {
            _ = try RulesFolder.read(folder)
            return ""
        } catch { return "\(error)" }
    }

    @Test("is hearth.conf and rules.d in name order, whatever lies beside them")
    func order() throws {
        let folder = try folder([
            "hearth.conf": "# a", "rules.d/20-b.rules": "# b", "rules.d/10-z.rules": "# z", "rules.d/Z.rules": "",
            "rules.d/é.rules": "",
            "rules.d/a.test": "", "rules.d/README.md": "", "loose.rules": "", "mqtt.password": "secret",
        ])
        let sources = try RulesFolder.read(folder.path)
        #expect(
            names(sources) == [
                "hearth.conf", "rules.d/10-z.rules", "rules.d/20-b.rules", "rules.d/Z.rules", "rules.d/é.rules",
            ])
        #expect(sources.files[1].text == Array("# z".utf8))
        #expect(RulesFolder.overlooked(in: folder.path) == ["loose.rules"])
    }

    @Test("without rules.d is the loose files, with the tests where these are wanted")
    func loose() throws {
        let folder = try folder(["b.rules": "", "a.rules": "", "a.test": "", "sub/c.rules": ""])
        #expect(names(try RulesFolder.read(folder.path)) == ["a.rules", "b.rules"])
        #expect(
            names(try RulesFolder.read(folder.path, selecting: .rulesAndTests, namedFrom: "x/")) == [
                "x/a.rules", "x/a.test", "x/b.rules",
            ])
        #expect(RulesFolder.overlooked(in: folder.path) == [])
    }

    @Test("has no backup and swap files of editors")
    func backups() throws {
        let folder = try folder([
            "rules.d/a.rules": "", "rules.d/a.rules~": "", "rules.d/.#a.rules": "", "rules.d/#a.rules#": "",
            "rules.d/.a.rules.swp": "",
            "rules.d/a.rules.swp": "", "rules.d/.a.rules": "", "rules.d/a.rules.bak": "",
            "rules.d/a.rules.dpkg-old": "", "rules.d/a.rules.dpkg-new": "",
            "rules.d/#a.rules": "", "rules.d/.rules": "", "rules.d/4913": "",
        ])
        #expect(names(try RulesFolder.read(folder.path)) == ["rules.d/a.rules"])
    }

    @Test("does not follow folders within, and reads through links to files")
    func links() throws {
        let folder = try folder(["rules.d/a.rules": "", "elsewhere": "# linked"])
        try FileManager.default.createDirectory(
            atPath: folder.path + "/rules.d/b.rules", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/rules.d/c.rules", withDestinationPath: "../elsewhere")
        let sources = try RulesFolder.read(folder.path)
        #expect(names(sources) == ["rules.d/a.rules", "rules.d/c.rules"])
        #expect(sources.files[1].text == Array("# linked".utf8))
    }

    @Test("that is missing, empty or no folder is refused in a sentence")
    func refusals() throws {
        let empty = try folder(["notes.txt": ""])
        #expect(message(empty.path + "/no") == "cannot read \(empty.path)/no: there is no such folder")
        #expect(message(empty.path + "/notes.txt") == "cannot read \(empty.path)/notes.txt: Not a directory")
        #expect(
            message(empty.path)
                == "there are no rules in \(empty.path): neither hearth.conf, nor rules.d, nor a file that ends in .rules"
        )
    }

    @Test("with something that is no file among the rules names it and does not wait for it")
    func pipes() throws {
        let folder = try folder(["rules.d/a.rules": ""])
        try #require(mkfifo(folder.path + "/rules.d/b.rules", 0o600) == 0)
        #expect(message(folder.path) == "cannot read rules.d/b.rules: it is not a file")
        try FileManager.default.removeItem(atPath: folder.path + "/rules.d/b.rules")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/rules.d/c.rules", withDestinationPath: "nowhere")
        #expect(message(folder.path) == "cannot read rules.d/c.rules: there is no such file")
    }

    @Test("reads of a file that is too large no more than shows that it is")
    func size() throws {
        let folder = try folder(["a.rules": String(repeating: "#", count: 3 << 20)])
        let sources = try RulesFolder.read(folder.path)
        #expect(sources.files[0].text.count == Parser.largestFile + 4)
        #expect(Parser.parse(sources).1.map(\.slug) == ["file-too-large"])
    }

    @Test("has a limit on its files")
    func count() throws {
        let folder = try folder(["rules.d/a.rules": ""])
        for index in 1..<RulesFolder.mostFiles { try folder.write("", to: "rules.d/\(index).rules") }
        #expect(names(try RulesFolder.read(folder.path)).count == RulesFolder.mostFiles)
        try folder.write("", to: "rules.d/b.rules")
        #expect(message(folder.path) == "there are more than 1000 rules files in \(folder.path)")
    }
}
