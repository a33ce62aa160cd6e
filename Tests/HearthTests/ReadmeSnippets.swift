import Foundation
import Testing

/// The blocks of README.md that are marked as rules.
enum ReadmeSnippets {
    static func rules() throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        var snippets: [String] = []
        var current: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```rules" {
                current = []
            } else if line == "```", let lines = current {
                snippets.append(lines.joined(separator: "\n") + "\n")
                current = nil
            } else {
                current?.append(line)
            }
        }
        try #require(current == nil, "a block of README.md does not end")
        return snippets
    }
}
