import Foundation

@testable import RuleLanguage

/// The text of one file as it is laid out; nil where it has mistakes.
func formatted(_ bytes: [UInt8]) -> [UInt8]? {
    var sources = SourceSet()
    _ = sources.add(name: "a.rules", text: bytes)
    guard case .formatted(let text) = RuleFormatter.format(sources) else { return nil }
    return text.bytes
}

func formatted(_ text: String) -> String? {
    formatted(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
}

/// Why a file is not laid out, as it is shown; empty where it is.
func refusal(of bytes: [UInt8]) -> String {
    var sources = SourceSet()
    _ = sources.add(name: "a.rules", text: bytes)
    guard case .refused(let findings) = RuleFormatter.format(sources) else { return "" }
    return DiagnosticRenderer(sources: sources).render(findings)
}

/// All texts of rules in the project that can be read: the parts of `Tests/Findings` one by one.
enum ProjectRules {
    static let root = Examples.folder.deletingLastPathComponent().deletingLastPathComponent()

    static func texts() throws -> [(name: String, text: String)] {
        let folders = [
            "config", "config/rules.d", "Tests/Examples", "Tests/Behaviour", "Tests/Findings", "Tests/Format",
        ]
        return try folders.flatMap { folder in
            try names(in: folder).flatMap { name in
                try parts(of: read("\(folder)/\(name)")).map { ("\(folder)/\(name)", $0) }
            }
        }.filter { slugs(in: $0.text) == [] }
    }

    static func read(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted()
            .filter { $0.hasSuffix(".rules") || $0.hasSuffix(".conf") }
    }

    private static func parts(of text: String) -> [String] {
        text.components(separatedBy: "#=== ").map { part in
            part.hasPrefix("#") || !text.hasPrefix("#===") ? part : String(part.drop { $0 != "\n" })
        }
    }
}
