import Foundation
import RuleLanguage
import RuleTesting
import Testing

@Suite("What the project shows to newcomers")
struct ReadmeTests {
    @Test(
        "each rules file that README.md shows checks without findings and passes its tests",
        arguments: try Project.snippets())
    func snippets(snippet: Project.Text) throws {
        try expectFlawless([snippet])
    }

    @Test("README.md shows rules")
    func count() throws {
        #expect(try Project.snippets().count >= 3)
    }

    @Test("the configuration that lands in /etc/hearth checks without findings and passes its tests")
    func configuration() throws {
        try expectFlawless(try Project.configuration())
    }

    @Test("every setting that hearth.conf offers in a comment can be taken")
    func offeredSettings() throws {
        let settings = try #require(try Project.configuration().first { $0.name == "hearth.conf" })
        let offers = settings.text.matches(of: /(?m)^# ([a-z]+ +(?:".*"|from .*|[0-9].*))$/).map { String($0.output.1) }
        #expect(offers.count >= 9)
        for offer in offers {
            let name = offer.prefix { $0 != " " }
            let others = settings.text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix(name) }
            let companion =
                name == "password" ? ["username \"hearth\""] : name == "username" ? ["password from file \"/p\""] : []
            let text = (others.map(String.init) + companion + [offer]).joined(separator: "\n")
            try expectFlawless([Project.Text(name: "hearth.conf", text: text)])
        }
    }

    /// No finding, not even a warning; and every test passes.
    private func expectFlawless(_ files: [Project.Text]) throws {
        var sources = SourceSet()
        for file in files { _ = sources.add(name: file.name, text: Array(file.text.utf8)) }
        let (program, findings) = Compiler.compile(sources)
        #expect(findings.isEmpty, "\(DiagnosticRenderer(sources: sources).render(findings))")
        for outcome in RuleTests.run(try #require(program)) {
            guard let failure = outcome.failure else { continue }
            let finding = DiagnosticRenderer(sources: sources).render(failure.diagnostic)
            Issue.record("\(outcome.title)\n\(finding)\(failure.timeline.joined(separator: "\n"))")
        }
    }
}

/// The project's own files.
enum Project {
    struct Text: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String

        var testDescription: String { name }
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func read(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    static func configuration() throws -> [Text] {
        let folder = root.appendingPathComponent("config/rules.d").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        return try (["hearth.conf"] + names.map { "rules.d/\($0)" }).map {
            Text(name: $0, text: try read("config/\($0)"))
        }
    }

    /// The blocks of README.md that are marked as rules.
    static func snippets() throws -> [Text] {
        var snippets: [Text] = []
        var current: (line: Int, text: String)?
        for (index, line) in try read("README.md").split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        {
            if line == "```rules" {
                current = (index + 2, "")
            } else if line == "```", let (first, text) = current {
                snippets.append(Text(name: "README.md, line \(first)", text: text))
                current = nil
            } else {
                current?.text += line + "\n"
            }
        }
        return snippets
    }
}
