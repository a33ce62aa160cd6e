import Foundation

/// config/RULES.md, by its headings.
struct RulesPage {
    static let path = "config/RULES.md"

    struct Section {
        let title: String
        /// The lines below the heading, up to the next one.
        var lines: [Substring] = []

        /// What a link calls the heading.
        var anchor: String {
            String(
                title.lowercased().compactMap { character in
                    character == " "
                        ? "-" : character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
                })
        }

        var hasExample: Bool { lines.contains("```rules") }

        /// What stands between backquotes, outside blocks.
        var codes: [String] { RulesPage.prose(lines).flatMap(RulesPage.codes) }
    }

    private(set) var sections: [Section] = []

    init() throws {
        var isBlock = false
        for line in try Project.read(Self.path).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isBlock.toggle() }
            if !isBlock, line.hasPrefix("#"), let blank = line.firstIndex(of: " ") {
                sections.append(Section(title: String(line[line.index(after: blank)...])))
            } else if !sections.isEmpty {
                sections[sections.count - 1].lines.append(line)
            }
        }
    }

    func section(_ title: String) -> Section? { sections.first { $0.title == title } }

    /// The places on this page to which the lines link.
    static func links(in lines: [Substring]) -> [String] {
        prose(lines).flatMap { $0.matches(of: /\]\(#([^)]*)\)/).map { String($0.output.1) } }
    }

    private static func prose(_ lines: [Substring]) -> [Substring] {
        var isBlock = false
        return lines.filter { line in
            if line.hasPrefix("```") {
                isBlock.toggle()
                return false
            }
            return !isBlock
        }
    }

    private static func codes(in line: Substring) -> [String] {
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
}
