import TestSupport
import Testing

@testable import RuleLanguage

@Suite("The page about the language")
struct RulesPageTests {
    private let page: RulesPage

    init() throws {
        page = try RulesPage()
        try #require(page.sections.count > 50)
    }

    @Test(
        "each example checks without findings and passes its tests", arguments: try Project.snippets(of: RulesPage.path)
    )
    func examples(example: Project.Text) throws {
        try expectFlawless([example])
    }

    @Test("each example is laid out", arguments: try Project.snippets(of: RulesPage.path))
    func layout(example: Project.Text) {
        expectLaidOut(example)
    }

    // MARK: Complete

    private static let groups: [(name: String, words: [String])] = [
        ("statements", Vocabulary.statements), ("settings", Vocabulary.settings),
        ("settingWords", Vocabulary.settingWords), ("clauses", Vocabulary.clauses), ("types", Vocabulary.types),
        ("options", Vocabulary.options), ("actions", Vocabulary.actions), ("steps", Vocabulary.steps),
        ("operators", Vocabulary.operators), ("aggregates", Vocabulary.aggregates),
        ("functions", Vocabulary.functions), ("clock", Vocabulary.clock), ("states", Vocabulary.states),
    ]

    @Test("each word of the language stands in an example")
    func shown() throws {
        let examples = try Project.snippets(of: RulesPage.path).map { Self.words(of: $0.text) }
        for group in Self.groups {
            let missing = group.words.filter { word in !examples.contains { $0.contains(" \(word) ") } }
            #expect(missing == [], "\(group.name)")
        }
    }

    @Test("each word of the language stands in the text")
    func explained() {
        let codes = page.sections.flatMap(\.codes).map(Self.words)
        for group in Self.groups {
            let missing = group.words.filter { word in !codes.contains { $0.contains(" \(word) ") } }
            #expect(missing == [], "\(group.name)")
        }
    }

    /// The words of a text that are not quoted and no comment, with blanks around them.
    private static func words(of text: String) -> String {
        let tokens = TokenList(Array(text.utf8))
        let words = tokens.tokens.indices.filter { tokens.tokens[$0].kind == .word }
            .map { String(decoding: tokens.text($0), as: UTF8.self) }
        return " \(words.joined(separator: " ")) "
    }

    @Test("the units are those that there are")
    func units() throws {
        let section = try #require(page.section("Numbers and units"))
        let listed = section.lines.filter { $0.hasPrefix("- ") }
            .flatMap { $0.dropFirst(2).split { ",;".contains($0) }.map { $0.trimmingPrefix(" ") } }.map(String.init)
        #expect(Set(listed).count == listed.count)
        #expect(Set(UnitTable.units).symmetricDifference(listed).sorted() == [])
    }

    @Test("the units of lengths of time are those that there are")
    func durations() throws {
        let section = try #require(page.section("Lengths of time"))
        let shown = Set(section.codes.compactMap { $0.split(separator: " ").last.map(String.init) })
        let units = Vocabulary.units.filter { DurationUnit.nanoseconds(in: $0) != nil }
        #expect(shown.symmetricDifference(units).sorted() == [])
    }

    // MARK: Links

    @Test("each link leads to one heading of the page")
    func links() {
        let anchors = page.sections.map(\.anchor)
        for link in page.sections.flatMap({ RulesPage.links(in: $0.lines) }) {
            #expect(anchors.count { $0 == link } == 1, "#\(link)")
        }
    }

    @Test("each row of the table leads to an example, and each heading with an example stands in the table")
    func table() throws {
        let table = try #require(page.section("All of it in one table"))
        let rows = table.lines.filter { $0.hasPrefix("|") && !$0.hasPrefix("| ---") && !$0.hasPrefix("| **") }
            .dropFirst()
        #expect(rows.count > 65)
        for row in rows {
            let links = RulesPage.links(in: [row])
            #expect(links.count == 1, "\(row)")
            #expect(page.sections.contains { $0.hasExample && $0.anchor == links.first }, "\(row)")
        }
        let linked = Set(RulesPage.links(in: table.lines))
        let others = page.sections.filter { $0.hasExample && !linked.contains($0.anchor) }.map(\.title)
        #expect(others == ["Restarts and broken connections", "Mistakes"])
    }

    // MARK: Installed

    @Test("the page may lie beside the rules")
    func installed() throws {
        let config = Examples.folder.deletingLastPathComponent().deletingLastPathComponent().path + "/config"
        let run = try HearthRun(["check", config])
        #expect(run.errors == "")
        #expect(run.output == "0 errors, 0 warnings in 4 files\n")
    }
}
