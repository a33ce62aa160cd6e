import RuleLanguage
import Testing

@testable import RuleTesting

@Suite("what no test reached")
struct CoverageTests {
    static let rules = """
        input  t(room)    from "s/{room}"  as number °C
        input  dark       from "dark"      as yes | no
        event  press(b)   from "p/{b}"     as single | double
        output fan(room)  to   "c/{room}"  as ON | OFF
        output lamp       to   "lamp"      as ON | OFF
        output level      to   "level"     as number
        let warm(room) = t(room) > 26
        keep fan(room)
            OFF  while t(room) is unknown for 10 min
            ON   while warm(room)
                until  t(room) < 24
            OFF  otherwise
        let gloomy = dark is yes for 5 min
        keep level
            t(hall)  while gloomy
            0        otherwise
        when press(b) is double
            if dark is yes
            do lamp = ON
        when press(b) is single, once at a time
            do lamp = OFF
        when dark becomes no
            do log "light"

        """

    @Test("is every case that was never chosen and every when that never ran")
    func gaps() throws {
        #expect(
            try Self.gaps(["t(a) = 20", "expect fan(a) = OFF", "press(x) = double", "press(x) = single"]) == [
                "9: OFF while t(room) is unknown for 10 min",
                "10: ON while warm(room)",
                "15: t(hall) while gloomy",
                "16: 0 otherwise",
                "17: when press(b) is double (it came, but its \"if\" never held)",
                "22: when dark becomes no",
            ])
    }

    @Test("is nothing where the tests together reach all, also after a restart")
    func together() throws {
        let first = [
            "t(a) = 27", "t(a) = 20", "t(a) = unknown", "wait 10 min", "dark = no", "dark = yes", "press(x) = double",
            "press(x) = single", "expect fan(a) is OFF",
        ]
        let second = ["dark = yes", "wait 5 min", "dark = no", "expect lamp is unknown"]
        #expect(try Self.gaps(first, second) == [])
        #expect(try Self.gaps(first + ["restart"], second) == [])
        #expect(try Self.gaps(first) == ["15: t(hall) while gloomy", "22: when dark becomes no"])
        #expect(
            try Self.gaps(second) == [
                "9: OFF while t(room) is unknown for 10 min", "10: ON while warm(room)", "12: OFF otherwise",
                "17: when press(b) is double", "20: when press(b) is single, once at a time",
            ])
    }

    @Test("counts a case that was chosen though its value is unknown")
    func unknownValue() throws {
        #expect(try !Self.gaps(["dark = yes", "wait 5 min", "expect level is 0"]).contains { $0.hasPrefix("15") })
    }

    @Test("counts what a test reached before it failed, and all cases there are")
    func count() throws {
        let (program, coverage) = try Self.coverage([["t(a) = 20", "expect fan(a) = ON", "t(a) = 27"]])
        #expect(coverage.count == 8)
        #expect(coverage.gaps.count == 7)
        #expect(RuleTests.run(program)[0].reached == nil)
    }

    private static func gaps(_ tests: [String]...) throws -> [String] {
        let (program, coverage) = try coverage(tests)
        return coverage.gaps.map { gap in
            let line = program.sources.position(of: gap.range.start, in: gap.range.file).line
            return "\(line): \(gap.text)" + (gap.remark.map { " (\($0))" } ?? "")
        }
    }

    private static func coverage(_ tests: [[String]]) throws -> (Program, Coverage) {
        let texts = tests.enumerated().map { index, steps in
            "test \"\(index)\"\n" + steps.map { "    \($0)\n" }.joined()
        }
        var sources = SourceSet()
        _ = sources.add(name: "x.rules", text: Array((rules + texts.joined()).utf8))
        let (checked, diagnostics) = Compiler.compile(sources)
        let program = try #require(checked, "\(diagnostics.map(\.message))")
        var coverage = Coverage(of: program)
        for outcome in RuleTests.run(program, reporting: .coverage) { coverage.add(outcome) }
        return (program, coverage)
    }
}
