import Foundation

@testable import RuleLanguage

/// The findings in one file, as they are shown.
func findings(in text: String, name: String = "a.rules") -> String {
    var sources = SourceSet()
    _ = sources.add(name: name, text: Array(text.utf8))
    return DiagnosticRenderer(sources: sources).render(Parser.parse(sources).1)
}

/// `line:slug` of each finding, in order.
func slugs(in text: String) -> [String] {
    var sources = SourceSet()
    _ = sources.add(name: "a.rules", text: Array(text.utf8))
    return Parser.parse(sources).1.map { "\(sources.position(of: $0.range.start, in: $0.range.file).line):\($0.slug)" }
}

/// The tree of one file, as short text; what is reported stands before it.
func tree(of text: String) -> String {
    var sources = SourceSet()
    _ = sources.add(name: "a.rules", text: Array(text.utf8))
    let (tree, diagnostics) = Parser.parse(sources)
    return DiagnosticRenderer(sources: sources).render(diagnostics) + SyntaxDump.text(tree)
}

/// The example programs of the project.
enum Examples {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Examples")

    static func texts() throws -> [(name: String, text: String)] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { $0.hasSuffix(".rules") }.map
        {
            ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
        }
    }
}
