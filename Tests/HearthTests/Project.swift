import Foundation
import RuleLanguage
import RuleTesting
import Testing

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

    /// The blocks of a page that are marked as rules. One that is marked as more of them goes on with the one before.
    static func snippets(of page: String) throws -> [Text] {
        var snippets: [Text] = []
        var current: (line: Int, text: String)?
        for (index, line) in try read(page).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line == "```rules" {
                current = (index + 2, "")
            } else if line == "```rules more" {
                current = (index + 2, (snippets.last?.text ?? "") + "\n")
            } else if line == "```", let (first, text) = current {
                snippets.append(Text(name: "\(page), line \(first)", text: text))
                current = nil
            } else {
                current?.text += line + "\n"
            }
        }
        return snippets
    }
}

/// No finding, not even a warning; and every test passes.
func expectFlawless(_ files: [Project.Text]) throws {
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

/// As `hearth format` would leave it.
func expectLaidOut(_ file: Project.Text) {
    var sources = SourceSet()
    _ = sources.add(name: file.name, text: Array(file.text.utf8))
    guard case .formatted(let text) = RuleFormatter.format(sources) else {
        Issue.record("\(file.name) has mistakes")
        return
    }
    let laidOut = String(decoding: text.bytes, as: UTF8.self)
    #expect(file.text == laidOut, "\(file.name) should be\n\(laidOut)")
}
