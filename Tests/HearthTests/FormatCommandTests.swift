import Foundation
import Gateway
import Glibc
import RuleLanguage
import TestSupport
import Testing

@Suite("hearth format")
struct FormatCommandTests {
    private static let untidy = "let a=1\nlet b=\"\(#"\u{1F525}"#)\" # b\n"
    private static let tidy = "let a = 1\nlet b = \"\(#"\u{1F525}"#)\"  # b\n"

    private func contents(_ folder: TemporaryFolder, _ name: String) throws -> String {
        try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
    }

    private func mode(_ path: String) throws -> Int {
        let value = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        return try #require(value).intValue
    }

    @Test("lays files out in place and says which")
    func inPlace() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.untidy, to: "a.rules")
        try folder.write(Self.tidy, to: "b.rules")
        let run = try HearthRun(["format", "a.rules", "b.rules"], in: folder.path)
        #expect(run.status == 0)
        #expect(run.output == "formatted a.rules\n1 of 2 files changed\n")
        #expect(run.errors == "")
        #expect(try contents(folder, "a.rules") == Self.tidy)
        let again = try HearthRun(["format", "a.rules"], in: folder.path)
        #expect(again.output == "0 of 1 file changed\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.rules", "b.rules"])
    }

    @Test("mode and owner stay, and a link goes on leading to its file")
    func links() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/real", withIntermediateDirectories: false)
        let file = try folder.write(Self.untidy, to: "real/a.rules")
        chmod(file, 0o640)
        let owns = geteuid() == 0 && chown(file, 12_345, 54_321) == 0
        symlink("real/a.rules", folder.path + "/link.rules")
        let run = try HearthRun(["format", "link.rules"], in: folder.path)
        #expect(run.status == 0)
        #expect(try contents(folder, "real/a.rules") == Self.tidy)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link.rules") == "real/a.rules")
        #expect(try mode(file) == 0o640)
        var status = stat()
        stat(file, &status)
        #expect(status.st_uid == (owns ? 12_345 : geteuid()))
        #expect(status.st_gid == (owns ? 54_321 : getegid()))
    }

    @Test("with --check it changes nothing, and lists what would change")
    func check() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.untidy, to: "a.rules")
        try folder.write(Self.tidy, to: "b.rules")
        let run = try HearthRun(["format", "--check", "a.rules", "b.rules"], in: folder.path)
        #expect(run.status == 1)
        #expect(run.output == "a.rules would change\n1 of 2 files would change\n")
        #expect(try contents(folder, "a.rules") == Self.untidy)
        let tidy = try HearthRun(["format", "--check", "b.rules"], in: folder.path)
        #expect(tidy.status == 0)
        #expect(tidy.output == "0 of 1 file would change\n")
    }

    @Test("with --diff it changes nothing, and shows the difference")
    func diff() throws {
        let folder = try TemporaryFolder()
        try folder.write("let a=1\nlet c = 2\n", to: "a.rules")
        let difference = "--- a.rules\n+++ a.rules\n@@ -1,2 +1,2 @@\n-let a=1\n+let a = 1\n let c = 2\n"
        let run = try HearthRun(["format", "--diff", "a.rules"], in: folder.path)
        #expect(run.status == 0)
        #expect(run.output == difference)
        let both = try HearthRun(["format", "--diff", "--check", "a.rules"], in: folder.path)
        #expect(both.status == 1)
        #expect(both.output == difference)
        #expect(try contents(folder, "a.rules") == "let a=1\nlet c = 2\n")
    }

    @Test("standard input goes to standard output")
    func standardInput() throws {
        let run = try HearthRun(["format", "-"], input: Array(Self.untidy.utf8))
        #expect(run.status == 0)
        #expect(run.output == Self.tidy)
        let check = try HearthRun(["format", "--check", "-"], input: Array(Self.untidy.utf8))
        #expect(check.status == 1)
        #expect(check.output == "standard input would change\n")
        let wrong = try HearthRun(["format", "-"], input: Array("let a = )\n".utf8))
        #expect(wrong.status == 1)
        #expect(wrong.output == "")
        #expect(wrong.errors.hasPrefix("standard input:1:9: error: "))
        let mixed = try HearthRun(["format", "-", "a.rules"])
        #expect(mixed.status == 2)
        #expect(mixed.errors.hasPrefix("hearth format: \"-\" stands alone, without files\n"))
    }

    @Test("a file with mistakes is left alone, and the others are laid out all the same")
    func mistakes() throws {
        let folder = try TemporaryFolder()
        try folder.write("let a=)\n", to: "a.rules")
        try folder.write(Self.untidy, to: "b.rules")
        let run = try HearthRun(["format", "."], in: folder.path)
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("a.rules:1:7: error: "))
        #expect(run.output.hasSuffix("formatted b.rules\n1 of 2 files changed, 1 with mistakes left alone\n"))
        #expect(try contents(folder, "a.rules") == "let a=)\n")
        #expect(try contents(folder, "b.rules") == Self.tidy)
    }

    @Test("what cannot be read is said, and the others go on")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        symlink("nowhere", folder.path + "/a.rules")
        try folder.write(Self.untidy, to: "b.rules")
        mkfifo(folder.path + "/c.rules", 0o600)
        let run = try HearthRun(["format", ".", "d.rules", "e/"], in: folder.path)
        #expect(run.status == 2)
        #expect(
            run.errors == """
                hearth: cannot read a.rules: there is no such file
                hearth: cannot read c.rules: it is not a file
                hearth: cannot read d.rules: there is no such file
                hearth: cannot read e/: there is no such file

                """)
        #expect(run.output == "formatted b.rules\n1 of 1 file changed\n")
    }

    @Test("a folder without rules is said to be one")
    func empty() throws {
        let folder = try TemporaryFolder()
        let run = try HearthRun(["format", "."], in: folder.path)
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("hearth: there are no rules in .: "))
    }

    @Test("of a folder exactly those files are laid out that the gateway and its tests read", arguments: [true, false])
    func folder(hasRulesFolder: Bool) throws {
        let folder = try TemporaryFolder()
        let inner = hasRulesFolder ? "rules.d/" : ""
        try FileManager.default.createDirectory(atPath: folder.path + "/x.rules", withIntermediateDirectories: false)
        if hasRulesFolder {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/rules.d/y.rules", withIntermediateDirectories: true)
        }
        let names = [
            "a.rules", "b.test", ".a.rules", ".#a.rules", "#a.rules#", "#a.rules", "a.rules~", "a.rules.bak", "a.txt",
            ".rules", "Z.rules", "ä.rules", "other.conf",
        ]
        for name in names + ["hearth.conf"] {
            try folder.write("let x=1\n", to: name == "hearth.conf" ? name : inner + name)
        }
        if hasRulesFolder { try folder.write("let x=1\n", to: "beside.rules") }
        let read = try RulesFolder.read(folder.path, selecting: .rulesAndTests).files.map(\.name)
        #expect(read.count == 5)
        let run = try HearthRun(["format", "--check", "."], in: folder.path)
        #expect(run.output.split(separator: "\n").dropLast().map { String($0.dropLast(" would change".count)) } == read)
        #expect(run.errors.contains("./beside.rules is not formatted") == hasRulesFolder)
    }

    /// Root may write everything, so only root can try it: as somebody else.
    @Test("what another user may not write is said, and left as it is", .enabled(if: geteuid() == 0))
    func unwritable() throws {
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o777)
        try folder.write(Self.untidy, to: "closed.rules")
        chmod(try folder.write(Self.untidy, to: "open.rules"), 0o666)
        let own = try folder.write(Self.untidy, to: "own.rules")
        chown(own, 65_534, 65_534)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/inner/rules.d", withIntermediateDirectories: true)
        chown(try folder.write("client    \"x\"\n", to: "inner/hearth.conf"), 65_534, 65_534)
        chmod(folder.path + "/inner/rules.d", 0)
        // The program may lie where that user cannot go.
        let program = try TemporaryFolder()
        chmod(program.path, 0o755)
        try FileManager.default.copyItem(atPath: HearthRun.executable.path, toPath: program.path + "/hearth")
        let process = try ProcessRunner.run(
            "setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", "--", program.path + "/hearth", "format"]
                + ["closed.rules", "open.rules", "own.rules", "inner"].map { "\(folder.path)/\($0)" })
        #expect(process.status == 2)
        #expect(process.output.contains("hearth: cannot write \(folder.path)/closed.rules: Permission denied"))
        #expect(
            process.output.contains(
                "open.rules: it belongs to another user or group, and only root can leave it so; say it with sudo"))
        #expect(process.output.contains("formatted \(own)"))
        #expect(process.output.contains("hearth: cannot read \(folder.path)/inner/rules.d: Permission denied"))
        #expect(process.output.hasSuffix("1 of 4 files changed"))
        #expect(try contents(folder, "closed.rules") == Self.untidy)
        #expect(try contents(folder, "open.rules") == Self.untidy)
        #expect(try contents(folder, "own.rules") == Self.tidy)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
    }
}
