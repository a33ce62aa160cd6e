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
    private static let nothing = KeptState(
        kept: Snapshot.Counts(values: 0, timers: 0, waits: 0), dropped: Snapshot.Counts(values: 0, timers: 0, waits: 0))
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
        #expect(change.words(Self.nothing) == "")
    }

    @Test("each rule is told by the line that it begins with")
    func words() throws {
        let new = Self.fan.replacingOccurrences("26", "25") + "when press is \"a\"\n    do lamp = ON\n"
        let change = try change(from: Self.fan + "keep lamp\n    ON otherwise\n", to: new)
        #expect(change.words(Self.nothing) == "changed: keep fan(room); begun: when press is \"a\"; dropped: keep lamp")
    }

    @Test("of many rules a few are named")
    func many() throws {
        let rules = (1...8).map { "when press is \"\($0)\"\n    do lamp = ON\n" }.joined()
        let change = try change(from: "", to: rules)
        #expect(change.begun.count == 8 && change.words(Self.nothing).hasSuffix("when press is \"5\" and 3 more"))
    }

    @Test("what was known, what runs and what waits is kept where the rules still mean it, and the line says how much")
    func kept() throws {
        let press = "when press is \"a\"\n    do lamp = ON\n       wait 1 h\n       lamp = OFF\n"
        let other = Self.fan.replacingOccurrences("26 for 1 min", "25 for 2 min")
        var runner = try EngineRunner(Self.declarations + Self.fan + press)
        runner.settle()
        runner.receive("kitchen/t", "30")
        runner.receive("office/t", "20")
        runner.receive("press", "a")
        func reload(_ rules: String) throws -> String {
            let former = runner.engine.snapshot(at: runner.moment)
            let old = try program(Self.fan + press)
            let new = try program(rules)
            _ = runner.engine.reload(new, awaitingRetained: false, at: runner.moment)
            let state = KeptState(from: former, to: runner.engine.snapshot(at: runner.moment))
            return RulesChange(from: old, to: new).words(state)
        }
        let longer = try reload(Self.fan.replacingOccurrences("1 min", "2 min") + press)
        #expect(longer == "kept: 3 values, 1 timer, 1 waiting rule; changed: keep fan(room)")
        let less = try reload(other)
        #expect(
            less == "kept: 3 values, 1 timer; changed: keep fan(room); dropped: when press is \"a\", 1 waiting rule")
    }

    @Test("a rule that goes and comes back begins anew: what it remembered would be out of date")
    func comesBack() throws {
        var runner = try EngineRunner(Self.declarations + Self.fan)
        runner.settle()
        runner.receive("kitchen/t", "30")
        func reload(_ rules: String) throws {
            _ = runner.engine.reload(try program(rules), awaitingRetained: false, at: runner.moment)
        }
        runner.wait(30)
        try reload("keep lamp\n    ON while t(kitchen) > 99\n")
        runner.receive("kitchen/t", "20")
        runner.wait(3_600)
        runner.receive("kitchen/t", "30")
        try reload(Self.fan)
        #expect(runner.wait(59).commands == [])
        #expect(runner.wait(2).commands == ["fan(kitchen)=ON"])
    }
}

extension String {
    fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}
