import RuleLanguage
import Testing

@testable import RuleEngine

/// There are no errors in rules at run time: what cannot be computed is unknown, and what grows without end is stopped.
@Suite("at run time nothing fails")
struct RunTimeLimitTests {
    @Test(
        "what divides by zero or grows beyond all numbers is unknown, and known again afterwards",
        arguments: [
            ("100 / a", "0", "4", "25"), ("a / a", "0", "4", "1"), ("a * 1e300", "1e300", "2", "2" + Self.zeros),
            ("a + a", "1.7e308", "1", "2"), ("-a - 1.7e308 - a", "1e308", "-8.5e307", "0"),
            ("round(a, 1e-300)", "1e300", "0", "0"), ("abs(a / 0)", "1", nil, nil), ("max(a / 0, 5)", "1", nil, nil),
            ("sum of b(*)", "1.7e308", "1", "2"),
        ] as [(String, String, String?, String?)])
    func arithmetic(_ expression: String, _ bad: String, _ good: String?, _ value: String?) throws {
        var runner = try EngineRunner(
            """
            input  a      from "a"      as number
            input  b(n)   from "b/{n}"  as number
            output shown  to   "shown"  as text
            output alarm  to   "alarm"  as ON | OFF
            let x = \(expression)
            keep shown
                "{x}" otherwise
            keep alarm
                ON   while x is unknown
                OFF  while x > 0 or x <= 0
            """)
        runner.settle()
        func hear(_ number: String) -> [String] {
            runner.receive("b/1", number)
            return runner.receive("a", number).commands + runner.receive("b/2", number).commands
        }
        if let good, let value {
            #expect(Self.last("shown", of: hear(good)) == value)
            #expect(Self.last("alarm", of: hear(bad)) == "ON")
            #expect(Self.last("shown", of: hear(good)) == value)
            #expect(Self.last("alarm", of: hear(bad)) == "ON")
        } else {
            #expect(hear(bad).isEmpty)
        }
        #expect(runner.engine.outputs.allSatisfy { !$0.wanted.isUnknown })
    }

    private static func last(_ output: String, of commands: [String]) -> String? {
        commands.last { $0.hasPrefix(output + "=") }.map { String($0.dropFirst(output.count + 1)) }
    }

    private static let zeros = String(repeating: "0", count: 300)

    private static let longest = 64 * 1024

    @Test("a text of 64 KiB is taken whole; of a longer one the beginning, up to a whole character, and that is said")
    func longReading() throws {
        var runner = try EngineRunner(
            "input a from \"a\" as text\noutput b to \"b\" as text\nkeep b\n    a otherwise")
        runner.settle()
        let whole = String(repeating: "x", count: Self.longest)
        let taken = runner.receive("a", whole)
        #expect(taken.commands == ["b=\(whole)"])
        #expect(taken.notices == [])
        let cut = runner.receive("a", "y" + whole)
        #expect(cut.commands == ["b=y\(whole.dropLast())"])
        #expect(cut.notices == ["a text for a is longer than 64 KiB and was cut there"])
        let split = runner.receive("a", whole.dropFirst() + "ü")
        #expect(split.commands == ["b=\(whole.dropFirst())"])
    }

    @Test("a text that rules put together is cut there too, at a whole character, and that is said once a minute")
    func longComposition() throws {
        var runner = try EngineRunner(
            "input a from \"a\" as text\noutput b to \"b\" as text\nkeep b\n    \"{a}{a}\" otherwise")
        runner.settle()
        let half = String(repeating: "x", count: Self.longest / 2)
        #expect(runner.receive("a", half).commands == ["b=\(half)\(half)"])
        let longer = runner.receive("a", half + "ü")
        #expect(longer.commands == ["b=\(half)ü\(half.dropFirst(2))"])
        #expect(
            longer.notices == ["a text that is put together at test.rules:3 is longer than 64 KiB and was cut there"])
        let split = runner.receive("a", "y" + half.dropFirst(2) + "ü")
        #expect(split.commands.isEmpty == false)
        #expect(split.commands.allSatisfy { !$0.contains("\u{FFFD}") && $0.utf8.count <= 2 + Self.longest })
        #expect(split.notices == [])
    }

    /// Each sets off the next, at the same moment for ever: what is waited for is there already.
    private static let ring = """
        event  go    from "go"    as text
        output a     to   "a"     as ON | OFF
        output b     to   "b"     as ON | OFF
        output other to   "other" as ON | OFF
        when startup
            do a = OFF
               b = OFF
        when go
            do a = ON
        when a is ON
            do wait until a is ON
               b = ON
        when b is ON
            do wait until b is ON
               a = OFF
        when a is OFF
            do wait until a is OFF
               b = OFF
        when b is OFF
            do wait until b is OFF
               a = ON
        when go
            do other = ON
        """

    @Test("rules that set each other off without end are stopped after a hundred rounds, and said with their places")
    func chain() throws {
        var runner = try EngineRunner(Self.ring)
        runner.settle()
        let decisions = runner.receive("go", "x")
        #expect(decisions.commands.count { $0.hasPrefix("a=") } <= 2 * Engine.longestChain + 1)
        #expect(decisions.commands.contains("other=ON"))
        #expect(decisions.notices.count == 1)
        let notice = decisions.notices.first ?? ""
        #expect(notice.hasPrefix("rules set each other off more than 100 times in one moment and were stopped: "))
        #expect(
            ["b (test.rules:12)", "a (test.rules:15)", "b (test.rules:18)", "a (test.rules:21)"].allSatisfy(
                notice.contains))
        // It is not said again at once, and what comes next is heard.
        runner.wait(1)
        let next = runner.receive("go", "x")
        #expect(next.notices == [])
        #expect(next.commands.contains("other=ON"))
    }
}
