import RuleLanguage
import Testing

@testable import RuleEngine

@Suite("What a reload changes")
struct RulesChangeTests {
    private static let declarations = """
        input  t(room)    from "{room}/t"    as number
        event  press      from "press"       as text
        output fan(room)  to   "{room}/fan"  as ON | OFF
        output lamp       to   "lamp"        as ON | OFF

        """
    private static let fan = "keep fan(room)\n    ON   while t(room) > 26 for 1 min\n    OFF  otherwise\n"

    private func change(from old: String, to new: String) throws -> RulesChange {
        RulesChange(from: try program(old), to: try program(new))
    }

    private func program(_ rules: String) throws -> Program {
        var sources = SourceSet()
        _ = sources.add(name: "test.rules", text: Array((Self.declarations + rules).utf8))
        return try #require(Compiler.compile(sources).program)
    }

    @Test("blanks, comments before a rule and its place change nothing")
    func layout() throws {
        let moved = "keep lamp\n    ON otherwise\n# now here\n" + Self.fan.replacingOccurrences("    ", "  ")
        let change = try change(from: Self.fan + "keep lamp\n    ON otherwise\n", to: moved)
        #expect(change.words == "")
    }

    @Test("each rule is told by the line that it begins with")
    func words() throws {
        let new = Self.fan.replacingOccurrences("26", "25") + "when press is \"a\"\n    do lamp = ON\n"
        let change = try change(from: Self.fan + "keep lamp\n    ON otherwise\n", to: new)
        #expect(change.words == "changed: keep fan(room); begun: when press is \"a\"; dropped: keep lamp")
    }

    @Test("of many rules a few are named")
    func many() throws {
        let rules = (1...8).map { "when press is \"\($0)\"\n    do lamp = ON\n" }.joined()
        let change = try change(from: "", to: rules)
        #expect(change.begun.count == 8 && change.words.hasSuffix("when press is \"5\" and 3 more"))
    }
}

extension String {
    fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}
