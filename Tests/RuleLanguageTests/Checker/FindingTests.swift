import Foundation
import Testing

@testable import RuleLanguage

/// The programs in `Tests/Findings`. Comments in them that begin with `#^` say what is found in the line above, and
/// nothing else may be found. With `UPDATE_FINDINGS=1` the comments are written anew, to be read before they are kept.
@Suite("Findings")
struct FindingTests {
    @Test("each program has the findings that stand in it, and no others", arguments: try FindingFile.names())
    func golden(name: String) throws {
        var file = try FindingFile(name: name)
        for index in file.cases.indices {
            let found = file.cases[index].marked()
            if ProcessInfo.processInfo.environment["UPDATE_FINDINGS"] == nil {
                #expect(found == file.cases[index].text, "\(name): \(file.cases[index].title)")
            } else {
                file.cases[index].text = found
            }
        }
        if ProcessInfo.processInfo.environment["UPDATE_FINDINGS"] != nil { try file.write() }
    }

    @Test("each kind of finding is shown by a program")
    func allSlugs() throws {
        let texts = try FindingFile.names().map { try FindingFile(name: $0).text }.joined()
        let missing = Finding.allCases.map(\.slug).filter { !texts.contains("[\($0)]") }
        #expect(missing == [])
    }

    @Test("every example is checked without a finding")
    func examples() throws {
        for (name, text) in try Examples.texts() {
            var sources = SourceSet()
            _ = sources.add(name: name, text: Array(text.utf8))
            let (program, diagnostics) = Compiler.compile(sources)
            #expect(program != nil)
            #expect(DiagnosticRenderer(sources: sources).render(diagnostics) == "")
        }
    }
}

/// One file of `Tests/Findings`: cases with a title each.
private struct FindingFile {
    struct Case {
        var title: String
        /// With the comments about what is found.
        var text: String

        /// The program with comments about what is found in it now.
        func marked() -> String {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let program = lines.filter { !$0.hasPrefix("#^") }
            var sources = SourceSet()
            let file = sources.add(name: "a.rules", text: Array(program.joined(separator: "\n").utf8))
            var marks: [Int: [String]] = [:]
            let (checked, diagnostics) = Compiler.compile(sources)
            let hasErrors = diagnostics.contains { $0.severity == .error }
            for diagnostic in diagnostics {
                let place = sources.position(of: diagnostic.range.start, in: file)
                let snippet = sources.text(of: diagnostic.range).prefix { $0 != "\n" }
                marks[place.line, default: []] += [
                    "#^ \(place.column) \"\(snippet)\" \(diagnostic.severity.rawValue): \(diagnostic.message) [\(diagnostic.slug)]"
                ]
                if let help = diagnostic.help { marks[place.line, default: []].append("#^   help: \(help)") }
                for note in diagnostic.notes {
                    let line = note.range.map { " (\(sources.position(of: $0.start, in: file).line))" } ?? ""
                    marks[place.line, default: []].append("#^   note: \(note.message)\(line)")
                }
            }
            if (checked == nil) != hasErrors {
                marks[1, default: []].append("#^ there is a program where there are errors, or none without")
            }
            return program.enumerated().flatMap { [$1] + (marks[$0 + 1] ?? []) }.joined(separator: "\n")
        }
    }

    var name: String
    var cases: [Case] = []

    static let folder = Examples.folder.deletingLastPathComponent().appendingPathComponent("Findings")

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".rules") }.sorted()
    }

    init(name: String) throws {
        self.name = name
        let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
        for part in text.components(separatedBy: "#=== ").dropFirst() {
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            cases.append(Case(title: String(lines[0]), text: String(lines.count > 1 ? lines[1] : "")))
        }
    }

    var text: String { cases.map { "#=== \($0.title)\n\($0.text)" }.joined() }

    func write() throws {
        try text.write(to: Self.folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
}
