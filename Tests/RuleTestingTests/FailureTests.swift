import RuleLanguage
import Testing

@testable import RuleTesting

@Suite("a rule test that is wrong fails, and says why")
struct FailureTests {
    static let rules = """
        input  t(room)    from "s/{room}"  as number °C
        output fan(room)  to   "c/{room}"  as ON | OFF
        output other      to   "c/other"   as number
        keep fan(room)
            ON   while t(room) > 26 until t(room) < 24
            OFF  otherwise
        keep other
            max of t(*)  otherwise

        """

    static let cases: [(steps: String, line: Int, message: String)] = [
        ("t(a) = 30\nexpect fan(a) = OFF", 11, "expected fan(a) = OFF, but fan(a) = ON was sent"),
        (
            "t(a) = 20\nexpect fan(a) = OFF\nt(a) = 21\nexpect fan(a) = OFF", 13,
            "expected fan(a) = OFF, but nothing was sent"
        ),
        (
            "t(a) = 30\nexpect nothing\nexpect fan(a) = ON\nexpect fan(a) = ON", 13,
            "expected fan(a) = ON, but nothing else was sent"
        ),
        ("t(a) = 30\nt(b) = 20\nexpect fan(a) = ON", 12, "fan(b) = OFF was sent too"),
        ("t(a) = 30\nexpect fan(a) is ON\nexpect nothing", 12, "fan(a) = ON was sent"),
        ("t(a) = 30\nexpect t(a) is 31", 11, "this does not hold: t(a) is 30 °C"),
        ("t(a) = 30\nexpect publish \"c/a\" \"AN\"", 11, "expected \"AN\" on c/a, but fan(a) = ON was sent"),
        ("expect t(a) is known", 10, "this does not hold: t(a) is unknown"),
    ]

    @Test("with the place, what was expected and what came", arguments: cases.indices)
    func fails(index: Int) throws {
        let (steps, line, message) = Self.cases[index]
        let outcome = try Self.run(steps)
        let failure = try #require(outcome.failure)
        #expect(failure.diagnostic.message == message)
        #expect(failure.diagnostic.slug == "test-failed")
        let (program, _) = try Self.compile(steps)
        #expect(program.sources.place(of: failure.diagnostic.range).hasPrefix("x.rules:\(line)"))
    }

    @Test("with what happened since the group before, its time and its reasons")
    func timeline() throws {
        let outcome = try Self.run(
            "clock 2026-07-01 14:00\nt(a) = 20\nexpect fan(a) = OFF\nwait 90 s\nt(a) = 27\nexpect nothing")
        #expect(
            outcome.failure?.timeline == [
                "14:01:30  t: s/a 27",
                "14:01:30  fan(a) = ON, since t(a) is 27 °C, above 26 °C (x.rules:5)",
                "14:01:30  other = 27, since message on t(a) (x.rules:8)",
            ])
    }

    @Test("outputs that a test does not name do not disturb it, and one that names none looks at all")
    func scope() throws {
        #expect(try Self.run("t(a) = 30\nexpect fan(a) = ON").passed)
        #expect(try Self.run("t(a) = 30\nexpect other = 30").passed)
        #expect(try !Self.run("t(a) = 30\nexpect nothing").passed)
    }

    private static func compile(_ steps: String) throws -> (Program, String) {
        let text = rules + "test \"it\"\n" + steps.split(separator: "\n").map { "    \($0)\n" }.joined()
        var sources = SourceSet()
        _ = sources.add(name: "x.rules", text: Array(text.utf8))
        let (program, diagnostics) = Compiler.compile(sources)
        return (try #require(program, "\(diagnostics.map(\.message))"), text)
    }

    private static func run(_ steps: String) throws -> TestOutcome {
        let (program, _) = try compile(steps)
        return RuleTests.run(program.tests[0], of: program)
    }
}
