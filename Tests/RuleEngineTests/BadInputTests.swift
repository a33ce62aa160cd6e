import RuleLanguage
import TestSupport
import Testing

@testable import RuleEngine

@Suite("bad input changes nothing")
struct BadInputTests {
    static let rules = """
        input  number   from "x/number"              as number °C in -40..60
        input  word     from "x/word"                as on | off
        input  part     from "x/json"  at t          as number
        output shown    to   "x/shown"               as text
        keep shown
            "{number} {word} {part}"  otherwise
        """

    static let payloads: [[UInt8]] =
        [
            "warm", "nan", "NaN", "inf", "-Infinity", "0x10", "1e400", "20,5", "1_000", "--1", "1e", "+", ".", "５",
            "{", "[1", "{\"t\":", "{\"t\":NaN}", "{\"t\":1e400}", "{\"t\":1}}", "{\"t\":\"\\ud800\"}", "true", "[]",
            String(repeating: "[", count: 100_000), String(repeating: "9", count: 1_000_000),
        ].map { Array($0.utf8) } + [
            [0], [0xFF, 0xFE], Array("21\0".utf8), [0x32, 0x31, 0xC3], Array(repeating: 0x20, count: 70_000),
        ]

    @Test("neither a value nor a command", arguments: payloads.indices)
    func changesNothing(index: Int) throws {
        var runner = try EngineRunner(Self.rules)
        runner.receive("x/number", "21.5")
        runner.receive("x/word", "on")
        runner.receive("x/json", #"{"t": 3}"#)
        #expect(runner.settle().commands == ["shown=21.5 on 3"])
        for topic in ["x/number", "x/word", "x/json"] {
            #expect(runner.receive(topic, Self.payloads[index]).commands.isEmpty)
        }
        // The next good one works.
        #expect(runner.receive("x/number", "22").commands == ["shown=22 on 3"])
    }

    @Test("it is said at most once a minute for each input, escaped and cut")
    func saidOnceAMinute() throws {
        var runner = try EngineRunner(Self.rules)
        runner.settle()
        var lines: [String] = []
        for _ in 0..<1_000 {
            lines +=
                runner.receive("x/number", "\u{1B}[2J\n[error] forged \u{202E}" + String(repeating: "x", count: 300))
                .notices
            lines += runner.wait(0.06).notices
        }
        #expect(lines.count == 1)
        runner.wait(60)
        lines += runner.receive("x/number", "warm").notices
        #expect(lines.count == 2)
        #expect(lines[0].contains("\\u{1B}[2J\\n[error] forged \\u{202E}"))
        #expect(lines.allSatisfy { $0.count <= 260 && !$0.unicodeScalars.contains { $0.value < 0x20 } })
        #expect(lines[1].contains("1000 bad readings since"))
    }

    @Test("the recorded traffic of all device families goes through")
    func corpus() throws {
        var runner = try EngineRunner(
            """
            input  anyText    from "#"   as text
            input  anyNumber  from "#"   as number
            input  anyWord    from "#"   as ON "ON" "on" "true" "1" | OFF "OFF" "off" "false" "0"
            input  deep       from "#"   at temperature  as number °C
            input  first      from "#"   at values[0]    as text
            input  level(a)   from "{a}/#"               as text
            event  happened   from "#"   as text
            output seen       to   "$seen/one"           as text
            output each(a)    to   "$seen/{a}"           as text
            keep seen
                "{anyNumber} {anyWord} {deep}"  while anyText is known
            keep each(a)
                level(a)  while level(a) is known
            """)
        runner.settle()
        var heard = 0
        for message in try Corpus.messages() {
            let decisions = runner.receive(String(decoding: message.topic, as: UTF8.self), message.payload)
            runner.wait(1)
            heard += decisions.commands.isEmpty ? 0 : 1
        }
        #expect(heard > 100)
    }
}
