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
            "t(a) = 30\nexpect fan(a) = ON\nexpect fan(a) = ON", 12,
            "expected fan(a) = ON, but nothing else was sent"
        ),
        ("t(a) = 30\nt(b) = 20\nexpect fan(a) = ON", 12, "fan(b) = OFF was sent too"),
        ("t(a) = 30\nt(a) = 20\nt(a) = 30\nexpect fan(a) = ON", 13, "fan(a) = OFF, fan(a) = ON were sent too"),
        ("t(a) = 30\nexpect fan(a) is ON\nexpect nothing", 12, "fan(a) = ON was sent"),
        ("t(a) = 30\nexpect nothing\nexpect fan(a) = ON", 11, "fan(a) = ON was sent"),
        ("expect nothing\nexpect fan(a) = ON", 11, "expected fan(a) = ON, but nothing was sent"),
        ("t(a) = 30\nexpect t(a) is 31", 11, "this does not hold: t(a) is 30 °C"),
        ("t(a) = 30\nexpect fan(a) = OFF\nexpect t(a) is 31", 11, "expected fan(a) = OFF, but fan(a) = ON was sent"),
        ("t(a) = 30\nexpect t(a) is 31\nexpect fan(a) = OFF", 11, "this does not hold: t(a) is 30 °C"),
        ("t(a) = 30\nexpect publish \"c/a\" \"AN\"", 11, "expected \"AN\" on c/a, but fan(a) = ON was sent"),
        ("t(a) = 30\nt(b) = 30\nexpect publish \"c/a\" \"ON\"", 12, "fan(b) = ON was sent too"),
        ("expect t(a) is known", 10, "this does not hold: t(a) is unknown"),
        ("expect other = 30\nt(a) = 30\nexpect other = 30", 10, "expected other = 30, but nothing was sent"),
    ]

    @Test("with the place, what was expected and what came", arguments: cases.indices)
    func fails(index: Int) throws {
        let (steps, line, message) = Self.cases[index]
        let outcome = try Self.run(steps)
        let failure = try #require(outcome.failure)
        #expect(failure.diagnostic.message == message)
        #expect(failure.diagnostic.slug == "test-failed")
        let (program, _) = try Self.compile(steps)
        #expect(program.sources.place(of: failure.diagnostic.range) == "x.rules:\(line)")
    }

    @Test("outputs that a test does not name do not disturb it, and one that names none looks at all")
    func scope() throws {
        #expect(try Self.run("t(a) = 30\nexpect fan(a) = ON").passed)
        #expect(try Self.run("t(a) = 30\nexpect other = 30").passed)
        #expect(try !Self.run("t(a) = 30\nexpect nothing").passed)
    }

    @Test("nothing guards against storms: every command counts")
    func storm() throws {
        let switching = "t(a) = 30\nt(a) = 20\n"
        let expected = "expect fan(a) = ON\nexpect fan(a) = OFF\n"
        let count = 500
        #expect(try Self.run(String(repeating: switching + expected, count: count)).passed)
        #expect(
            try Self.run(String(repeating: switching, count: count) + String(repeating: expected, count: count)).passed)
        let tooMany = String(repeating: switching, count: count) + String(repeating: expected, count: count + 1)
        #expect(
            try Self.run(tooMany).failure?.diagnostic.message == "expected fan(a) = ON, but nothing else was sent")
    }

    // MARK: What happened

    @Test("with what happened since the group before, its time and its reasons")
    func timeline() throws {
        let failure = try #require(
            try Self.run("clock 2026-07-01 14:00\nt(a) = 20\nexpect fan(a) = OFF\nwait 90 s\nt(a) = 27\nexpect nothing")
                .failure)
        #expect(
            failure.timeline == [
                "14:01:30  t: s/a 27",
                "14:01:30  fan(a) = ON, since t(a) is 27 °C, above 26 °C (x.rules:5)",
            ])
        #expect(failure.otherCommands == 1)
    }

    @Test("a test that names no output is told of all commands")
    func wholeHouse() throws {
        let failure = try #require(try Self.run("t(a) = 27\nexpect nothing").failure)
        #expect(
            failure.timeline == [
                "00:00:00  t: s/a 27",
                "00:00:00  fan(a) = ON, since t(a) is 27 °C, above 26 °C (x.rules:5)",
                "00:00:00  other = 27, since a message came on t(a) (x.rules:8)",
            ])
        #expect(failure.otherCommands == 0)
    }

    @Test("what goes over a day has dates, and fractions of a second are told where there are some")
    func dates() throws {
        let steps = """
            clock 2026-07-01 23:59
            receive "s/a" "20" retained
            wait 59250 ms
            receive "s/a" ""
            restart after 1 min
            clock 2026-08-01
            offline 1 min
            expect fan(a) = ON
            """
        #expect(
            try Self.run(steps).failure?.timeline == [
                "2026-07-01 23:59:00  s/a 20 (retained)",
                "2026-07-01 23:59:00  fan(a) = OFF, since t(a) is 20 °C, below 24 °C (x.rules:6)",
                "2026-07-01 23:59:59.25  s/a (empty)",
                "2026-07-02 00:00:59.25  the gateway is started again",
                "2026-08-01 00:00:00  the clock is set to 2026-08-01 00:00:00",
                "2026-08-01 00:00:00  the connection breaks",
                "2026-08-01 00:01:00  the connection is back",
            ])
    }

    @Test("of very much the first and the last are told")
    func muchHappened() throws {
        let steps = (1...100).map { "t(a) = \(20 + $0 % 2)\n" }.joined() + "expect fan(a) = ON"
        let lines = try #require(try Self.run(steps).failure?.timeline)
        // The first message sends a command.
        #expect(lines.count == 51)
        #expect(lines[10] == "… 51 more …")
        #expect(lines[9] == "00:00:00  t: s/a 21")
        #expect(lines[50] == "00:00:00  t: s/a 20")
    }

    @Test("strangers' bytes do not reach the terminal")
    func escapes() throws {
        let failure = try Self.run("receive \"s/a\" \"\\u{1B}[31m\"\nexpect fan(a) = ON").failure
        #expect(failure?.timeline.first == "00:00:00  s/a \\u{1B}[31m")
    }

    @Test("all that happened is told where it is wanted, also of a test that passes")
    func whole() throws {
        let (program, _) = try Self.compile("t(a) = 27\nexpect fan(a) = ON\nwait 1 s\nt(a) = 28")
        let outcome = RuleTests.run(program.tests[0], of: program, reporting: .timeline)
        #expect(
            outcome.timeline == [
                "00:00:00  t: s/a 27",
                "00:00:00  fan(a) = ON, since t(a) is 27 °C, above 26 °C (x.rules:5)",
                "00:00:00  other = 27, since a message came on t(a) (x.rules:8)",
                "00:00:00  as expected (x.rules:11)",
                "00:00:01  t: s/a 28",
                "00:00:01  other = 28, since a message came on t(a) (x.rules:8)",
            ])
        #expect(RuleTests.run(program.tests[0], of: program).timeline == [])
    }

    // MARK: Values

    @Test("with the values of what the test names, and what its keeps say")
    func values() throws {
        let steps = """
            t(a) = 20
            receive "s/b" "25"
            expect fan(a) = OFF
            expect fan(b) = OFF
            expect other = 20
            expect other = 25
            t(a) = 26
            expect publish "c/a" "ON"
            expect warmest > 3 and other is known
            """
        #expect(
            try Self.run(steps, with: Self.rules + "let warmest = max of t(*)\n").failure?.values == [
                "t(a) is 26 °C",
                "t(b) is 25 °C",
                "fan(a) is OFF, since t(a) is 26 °C, not above 26 °C (x.rules:6)",
                "fan(b) is OFF, since t(b) is 25 °C, not above 26 °C (x.rules:6)",
                "other is 26, since a message came on t(a) (x.rules:8)",
                "warmest is 26 °C",
            ])
    }

    @Test("an output that has to wait says for what, and one that holds says that too")
    func standing() throws {
        let rules = """
            input  x     from "x"  as number
            output pump  to   "p"  as ON | OFF, OFF at least 3 min
            keep pump
                ON   while x > 20 for 10 s
                OFF  while x < 10

            """
        let waiting = try Self.run("x = 5\nx = 25\nwait 1 min\nexpect pump = ON", with: rules)
        #expect(
            waiting.failure?.values == [
                "x is 25", "pump is OFF, to be ON in 2 min, since x is 25, above 20 for 10 s (x.rules:4)",
            ])
        let holding = try Self.run("x = 5\nx = 15\nexpect pump = ON", with: rules)
        #expect(holding.failure?.values == ["x is 15", "pump is OFF, and no case holds (x.rules:3)"])
        let silent = try Self.run("expect pump = ON", with: rules)
        #expect(silent.failure?.values == ["pump is unknown, and no case holds (x.rules:3)"])
    }

    @Test("looking changes nothing: an output that is only named is none of those that are counted")
    func looking() throws {
        let rules = """
            output lamp(n)  to  "l/{n}"  as ON | OFF
            output any_     to  "any"    as yes | no
            event  go(n)    from "go/{n}"  as text
            when go(n)
                do  lamp(n) = ON
            keep any_
                yes  while any lamp(*) is ON
                no   otherwise

            """
        #expect(try Self.run("expect any_ = no", with: rules).passed)
        let steps = "expect any_ = no\ngo(x) = \"a\"\nexpect any_ = yes\n"
        #expect(try Self.run(steps + "expect lamp(x) = ON", with: rules).passed)
        #expect(
            try Self.run(steps + "expect lamp(x) is ON\nexpect lamp(y) is unknown", with: rules).failure?.diagnostic
                .message == "lamp(x) = ON was sent too")
        #expect(try Self.run("expect lamp(x) is unknown\n" + steps + "expect lamp(x) = ON", with: rules).passed)
    }

    private static func compile(_ steps: String, with rules: String = rules) throws -> (Program, String) {
        let text = rules + "test \"it\"\n" + steps.split(separator: "\n").map { "    \($0)\n" }.joined()
        var sources = SourceSet()
        _ = sources.add(name: "x.rules", text: Array(text.utf8))
        let (program, diagnostics) = Compiler.compile(sources)
        return (try #require(program, "\(diagnostics.map(\.message))"), text)
    }

    private static func run(_ steps: String, with rules: String = rules) throws -> TestOutcome {
        let (program, _) = try compile(steps, with: rules)
        return RuleTests.run(program.tests[0], of: program)
    }
}
