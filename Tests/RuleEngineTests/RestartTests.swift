import RuleLanguage
import Testing

@testable import RuleEngine

@Suite("restarts and reloads")
struct RestartTests {
    static let rules = """
        input  heater      from "s/heater"   as on | off
        input  t(room)     from "s/{room}"   as number, stale after 10 min
        output off         to   "c/heater"   as ON | OFF
        output fan(room)   to   "c/{room}"   as ON | OFF
        keep off
            OFF  while heater is on for 60 s
            ON   otherwise
        keep fan(room)
            ON   while t(room) > 26 until t(room) < 24
            OFF  otherwise
        """

    @Test("with a snapshot and a restart at any instant the decisions are the same")
    func restartAnywhere() throws {
        var seed: UInt64 = 42
        func next(_ limit: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % limit
        }
        let steps = (0..<400).map { _ in (next(4), next(4), 15 + next(20), Double(next(90))) }
        func play(restartingEvery interval: Int?) throws -> [String] {
            var runner = try EngineRunner(Self.rules)
            var log = runner.settle().commands
            for (index, step) in steps.enumerated() {
                switch step.0 {
                case 0: log += runner.receive("s/heater", step.1 < 2 ? "on" : "off").commands
                default: log += runner.receive("s/room\(step.1)", "\(step.2)").commands
                }
                log += runner.wait(step.3).commands
                if let interval, index % interval == 0 {
                    let snapshot = runner.engine.snapshot(at: runner.moment)
                    runner.engine = Engine(try EngineRunner.program(Self.rules), restoring: snapshot, at: runner.moment)
                    log += runner.settle().commands
                }
            }
            return log
        }
        let straight = try play(restartingEvery: nil)
        #expect(straight.count > 40)
        for interval in [1, 3, 7] { #expect(try play(restartingEvery: interval) == straight) }
        #expect(try play(restartingEvery: nil) == straight)
    }

    @Test("two rooms whose names look alike keep what each of them was sent")
    func lookAlikes() throws {
        var runner = try EngineRunner(Self.rules)
        runner.settle()
        #expect(runner.receive("s/\u{E9}", "30").commands.count == 1)
        #expect(runner.receive("s/e\u{301}", "20").commands.count == 1)
        let snapshot = runner.engine.snapshot(at: runner.moment)
        runner.engine = Engine(try EngineRunner.program(Self.rules), restoring: snapshot, at: runner.moment)
        #expect(runner.settle().commands == [])
        #expect(runner.engine.snapshot(at: runner.moment).counts.values == 2)
    }

    @Test("an edit elsewhere in the file changes no timer, and a changed time counts from where it began (B39)")
    func reload() throws {
        for (changed, due) in [
            (Self.rules + "\n# a word more\n", 60.0), (Self.rules.replacing("60 s", with: "90 s"), 90.0),
        ] {
            var runner = try EngineRunner(Self.rules)
            runner.receive("s/heater", "off")
            #expect(runner.settle().commands == ["off=ON"])
            runner.receive("s/heater", "on")
            runner.wait(30)
            let program = try EngineRunner.program(changed)
            #expect(runner.engine.reload(program, awaitingRetained: false, at: runner.moment).commands.isEmpty)
            #expect(runner.wait(due - 30 - 0.001).commands.isEmpty)
            #expect(runner.wait(0.001).commands == ["off=OFF"])
        }
    }

    @Test("a changed threshold decides anew on the value that is known")
    func changedThreshold() throws {
        var runner = try EngineRunner(Self.rules)
        runner.receive("s/kitchen", "25.5")
        #expect(runner.settle().commands.contains("fan(kitchen)=OFF"))
        let program = try EngineRunner.program(Self.rules.replacing("> 26", with: "> 25"))
        #expect(
            runner.engine.reload(program, awaitingRetained: false, at: runner.moment).commands == ["fan(kitchen)=ON"])
    }

    @Test("after a reload with new topics commands wait until their retained state is there")
    func awaiting() throws {
        var runner = try EngineRunner(Self.rules)
        runner.receive("s/kitchen", "25.5")
        runner.settle()
        let program = try EngineRunner.program(
            Self.rules.replacing("t(room) > 26", with: "t(room) > bound").replacing(
                "output off", with: "input bound from \"s/x/bound\" as number\noutput off"))
        #expect(runner.engine.reload(program, awaitingRetained: true, at: runner.moment).commands.isEmpty)
        #expect(runner.receive("s/x/bound", "15", retained: true).commands.isEmpty)
        #expect(runner.engine.settled(at: runner.moment).commands == ["fan(kitchen)=ON"])
    }

    @Test("a run that waits keeps its condition and its occurrence, though the rule asks something else before it")
    func changedQuestion() throws {
        let rules = """
            event press     from "s/press"  as text
            input x         from "s/x"      as number
            output told     to   "c/told"   as text
            when press
                if  x > 0 and x < 100 and x is known
                do  wait until x > 50
                    told = "{press} at {x}"
            """
        var runner = try EngineRunner(rules)
        runner.settle()
        runner.receive("s/x", "5")
        #expect(runner.receive("s/press", "hello").commands.isEmpty)
        let program = try EngineRunner.program(rules.replacing("    if  x > 0 and x < 100 and x is known\n", with: ""))
        #expect(runner.engine.reload(program, awaitingRetained: false, at: runner.moment).commands.isEmpty)
        #expect(runner.receive("s/x", "40").commands.isEmpty)
        #expect(runner.receive("s/x", "60").commands == ["told=hello at 60"])
    }

    @Test(
        "what was missed by too long is said, with the rule and how late it is",
        arguments: [
            ("time is 12:10", 3600 + 600.0, []), ("time is 12:10", 7800, ["2 h", "1 h"]),
            ("time is 12:10, late 3 h", 7800, []), ("every 30 min, late 5 min", 7700, ["8 min 20 s", "5 min"]),
            ("s > 5 for 1 h, late 10 min", 4800, ["20 min", "10 min"]), ("s > 5 for 1 h", 4800, []),
            ("(s > 5 for 1 h) begins, late 10 min", 4800, ["20 min", "10 min"]),
        ] as [(String, Double, [String])])
    func dropped(trigger: String, away: Double, words: [String]) throws {
        let rules = """
            zone "UTC"
            input s   from "s/s"  as number
            output o  to "c/o"    as ON | OFF
            when \(trigger)
                do  o = ON
            """
        var runner = try EngineRunner(rules)
        runner.receive("s/s", "6")
        runner.settle()
        let snapshot = runner.engine.snapshot(at: runner.moment)
        runner.moment = runner.moment.advanced(by: Int64(away * 1e9))
        runner.engine = Engine(try EngineRunner.program(rules), restoring: snapshot, at: runner.moment)
        let decisions = runner.settle()
        #expect(decisions.commands == (words.isEmpty ? ["o=ON"] : []))
        guard words.count == 2 else { return #expect(decisions.notices.isEmpty) }
        let sentence =
            "the rule at test.rules:4 was not run: it is \(words[0]) late, and at most \(words[1]) is allowed; `late` behind its trigger allows more"
        #expect(decisions.notices == [sentence])
    }

    @Test("what is missed while the gateway waits for the retained state is made up for when that is there")
    func settling() throws {
        var runner = try EngineRunner(
            """
            zone "UTC"
            input x      from "s/x"   as number
            output o     to "c/o"     as text
            output held  to "c/held"  as yes | no
            when time is 12:10
                do  o = "{x}"
            when time is 12:30
                do  o = "half past"
            keep held
                yes  while time is 12:20 until time is 12:40
                no   otherwise
            """)
        #expect(runner.wait(5 * 60).isEmpty)
        runner.receive("s/x", "7", retained: true)
        #expect(runner.wait(80 * 60).isEmpty)
        #expect(runner.settle().commands == ["held=no", "o=half past"])
    }

    @Test("a clock that is years behind when the gateway starts takes no time to be made up for")
    func years() throws {
        var runner = try EngineRunner(
            """
            zone "UTC"
            output o  to "c/o"     as text
            when every 1 s
                do  o = "tick"
            when time is 11:30
                do  o = "half past eleven"
            """)
        runner.settle()
        runner.moment.wall += 30 * 365 * 86_400_000_000_000
        #expect(runner.engine.advance(to: runner.moment).commands == ["o=half past eleven", "o=tick"])
    }

    @Test("too many instances are refused and said once")
    func limit() throws {
        var runner = try EngineRunner(
            """
            input  t(room)    from "s/{room}"  as number, limit 3
            output fan(room)  to   "c/{room}"  as ON | OFF
            keep fan(room)
                ON   while t(room) > 26 for 1 s
                OFF  otherwise
            """)
        runner.settle()
        var log: [Decision] = []
        for room in 0..<10 { log += runner.receive("s/room\(room)", "20") }
        #expect(log.commands == ["fan(room0)=OFF", "fan(room1)=OFF", "fan(room2)=OFF"])
        #expect(log.notices.count == 1)
    }
}

extension String {
    fileprivate func replacing(_ part: String, with other: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
