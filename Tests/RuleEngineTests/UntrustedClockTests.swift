import RuleLanguage
import Testing

@testable import RuleEngine

@Suite("F36, F37: a wall clock that cannot be believed")
struct UntrustedClockTests {
    static let rules = """
        zone "UTC"
        input  door    from "door"    as open | closed
        output lamp    to   "lamp"    as ON | OFF
        output bell    to   "bell"    as ON | OFF
        output heater  to   "heater"  as ON | OFF

        keep lamp
            ON   while time in 06:00..22:00
            OFF  while time in 22:00..06:00
        keep bell
            ON   while door is open for 10 min
            OFF  while door is closed
        when time is 07:00
            do heater = ON
        when every 1 h
            do heater = OFF
        """
    static let second: Int64 = 1_000_000_000
    static let minute = 60 * second
    /// 2026-07-01 06:50 UTC.
    static let morning: Int64 = 1_782_888_600 * second

    private var program: Program {
        get throws {
            var sources = SourceSet()
            _ = sources.add(name: "test.rules", text: Array(Self.rules.utf8))
            return try #require(Compiler.compile(sources).program)
        }
    }

    private func untrusted(_ monotonic: Int64) -> Moment {
        Moment(monotonic: monotonic, wall: monotonic, isWallTrusted: false)
    }

    private func open(_ engine: inout Engine, at moment: Moment) -> [String] {
        Array("door".utf8).withUnsafeBytes { topic in
            Array("open".utf8).withUnsafeBytes { payload in
                engine.receive(topic: topic, payload: payload, retained: false, at: moment)
            }
        }.commands
    }

    @Test("until it is set nothing is known of the time of day, and durations run all the same")
    func unknown() throws {
        var engine = Engine(try program, at: untrusted(Self.second))
        #expect(engine.settled(at: untrusted(2 * Self.second)).commands == [])
        #expect(open(&engine, at: untrusted(3 * Self.second)) == [])
        #expect(engine.advance(to: untrusted(3 * Self.second + 10 * Self.minute)).commands == ["bell=ON"])
        // Whatever the clock says on the way, no time of day has come.
        #expect(engine.advance(to: untrusted(30 * 3_600 * Self.second)).commands == [])
    }

    @Test("once it is set the conditions are known; what it jumped over was not missed by a gateway that begins anew")
    func set() throws {
        var engine = Engine(try program, at: untrusted(Self.second))
        _ = engine.settled(at: untrusted(2 * Self.second))
        let set = Moment(monotonic: 20 * Self.second, wall: Self.morning)
        #expect(engine.advance(to: set).commands == ["lamp=ON"])
        #expect(engine.advance(to: set.advanced(by: 9 * Self.minute)).commands == [])
        #expect(engine.advance(to: set.advanced(by: 11 * Self.minute)).commands.contains("heater=ON"))
    }

    @Test("after a restart without a clock the time that it was down counts as soon as the clock is set")
    func restart() throws {
        let begin = Moment(monotonic: 5 * Self.second, wall: Self.morning)
        var first = Engine(try program, at: begin)
        _ = first.settled(at: begin)
        #expect(open(&first, at: begin) == [])
        let snapshot = first.snapshot(at: begin.advanced(by: 2 * Self.minute))

        // The machine starts again in 1970, 13 min later.
        var second = Engine(try program, restoring: snapshot, at: untrusted(Self.second))
        #expect(second.settled(at: untrusted(2 * Self.second)).commands == [])
        let saved = second.snapshot(at: untrusted(3 * Self.second))
        #expect(saved.wall == Self.morning + 2 * Self.minute + 2 * Self.second, "a wrong time is never saved")
        let set = Moment(monotonic: 10 * Self.second, wall: Self.morning + 15 * Self.minute)
        let commands = second.advance(to: set).commands
        #expect(commands.contains("bell=ON"), "the door has been open for 15 min")
        #expect(commands.filter { $0 == "heater=ON" }.count == 1, "07:00 was 5 min ago")
    }

    @Test("F36: what went stale while nobody knew how long that was decides nothing any more")
    func stale() throws {
        let program = try EngineRunner.program(
            """
            zone "UTC"
            input  t     from "t"     as number, stale after 15 min
            output lamp  to   "lamp"  as ON | OFF
            keep lamp
                ON   while t > 20 and time in 06:00..22:00
                OFF  otherwise
            """)
        let night = Moment(monotonic: 5 * Self.second, wall: Self.morning - 60 * Self.minute)
        var first = Engine(program, at: night)
        _ = first.settled(at: night)
        _ = Array("t".utf8).withUnsafeBytes { topic in
            Array("21".utf8).withUnsafeBytes { payload in
                first.receive(topic: topic, payload: payload, retained: false, at: night)
            }
        }
        var second = Engine(program, restoring: first.snapshot(at: night), at: untrusted(Self.second))
        #expect(second.settled(at: untrusted(2 * Self.second)).commands == [])
        // An hour later the value is unknown, and it is day.
        #expect(second.advance(to: Moment(monotonic: 10 * Self.second, wall: Self.morning)).commands == [])
        let night2 = Moment(monotonic: 10 * Self.second, wall: Self.morning).advanced(by: 16 * 60 * Self.minute)
        #expect(second.advance(to: night2).commands == [])
    }

    /// A house that was off for eight hours, with a machine whose clock is set a minute after the start. What happens in
    /// that minute is the test's.
    private func late(_ rules: String, _ minute: (inout EngineRunner) -> Void) throws -> EngineRunner {
        var runner = try EngineRunner("zone \"UTC\"\n" + rules)
        runner.settle()
        runner.receive("motion", "OFF")
        runner.receive("door", "closed")
        let snapshot = runner.engine.snapshot(at: runner.moment)
        let set = Moment(monotonic: 61 * Self.second, wall: runner.moment.wall + 8 * 60 * Self.minute)
        runner.moment = untrusted(Self.second)
        runner.engine = Engine(
            try EngineRunner.program("zone \"UTC\"\n" + rules), restoring: snapshot, at: runner.moment)
        runner.settle()
        runner.moment = untrusted(31 * Self.second)
        minute(&runner)
        #expect(runner.engine.advance(to: set).commands == [], "the clock is right, and nothing follows from that")
        runner.moment = set
        return runner
    }

    @Test("what has come since the machine started is as young as it is when the clock is found to be right")
    func young() throws {
        var stale = try late(
            """
            input  t     from "t"     as number, stale after 15 min
            output lamp  to   "lamp"  as ON | OFF
            keep lamp
                ON   while t > 20
                OFF  while t is unknown for 5 min
            """
        ) { #expect($0.receive("t", "21").commands == ["lamp=ON"]) }
        #expect(stale.wait(14 * 60).commands == [])
        #expect(stale.wait(5 * 60).commands == [])
        #expect(stale.wait(60).commands == ["lamp=OFF"])

        var lasting = try late(
            """
            input  door  from "door"  as open | closed
            output bell  to   "bell"  as ON | OFF
            keep bell
                ON   while door is open for 10 min
                OFF  otherwise
            """
        ) { #expect($0.receive("door", "open").commands == []) }
        #expect(lasting.wait(9 * 60).commands == [])
        #expect(lasting.wait(30).commands == ["bell=ON"])

        var within = try late(
            """
            input  motion from "motion" as ON | OFF
            output light  to   "light"  as ON | OFF
            keep light
                ON   while motion is ON within 5 min
                OFF  otherwise
            """
        ) { runner in
            #expect(runner.receive("motion", "ON").commands == ["light=ON"])
            runner.receive("motion", "OFF")
        }
        #expect(within.wait(4 * 60).commands == [])
        #expect(within.wait(30).commands == ["light=OFF"])

        var waiting = try late(
            """
            event  press from "press" as number
            output light to   "light" as number
            when press > 0
                do  light = press
                    wait 5 min
                    light = 0
            """
        ) { #expect($0.receive("press", "7").commands == ["light=7"]) }
        #expect(waiting.wait(4 * 60).commands == [])
        #expect(waiting.wait(30).commands == ["light=0"])
    }

    @Test("minimum times, repetitions and confirmations count from the command, and windows from the reading")
    func manners() throws {
        var apart = try late(
            """
            input  level from "level" as number
            output pump  to   "pump"  as number, at least 5 min apart
            keep pump
                level otherwise
            """
        ) { runner in
            #expect(runner.receive("level", "1").commands == ["pump=1"])
            #expect(runner.receive("level", "2").commands == [])
        }
        #expect(apart.wait(4 * 60).commands == [])
        #expect(apart.wait(30).commands == ["pump=2"])

        var again = try late(
            """
            input  level from "level" as number
            input  state from "state" as number
            output pump  to   "pump"  as number, resend every 5 min
            output valve to   "valve" as number, confirmed by state within 5 min, 2 tries
            keep pump
                level otherwise
            keep valve
                level otherwise
            """
        ) { #expect($0.receive("level", "1").commands == ["pump=1", "valve=1"]) }
        #expect(again.wait(4 * 60).commands == [])
        #expect(again.wait(30).commands == ["pump=1", "valve=1"])

        var average = try late(
            """
            input  level from "level" as number
            output mean  to   "mean"  as number step 1
            keep mean
                average of level over 2 min otherwise
            """
        ) { #expect($0.receive("level", "10").commands == ["mean=10"]) }
        #expect(average.wait(30).commands == [])
        #expect(average.receive("level", "20").commands == [])
        #expect(average.wait(60).commands.last == "mean=15")
    }

    @Test("F37: years that it jumps over make up for one occurrence at most", arguments: [1, 20, 56])
    func years(_ years: Int64) throws {
        let begin = Moment(monotonic: 5 * Self.second, wall: Self.morning)
        var first = Engine(try program, at: begin)
        _ = first.settled(at: begin)
        var second = Engine(try program, restoring: first.snapshot(at: begin), at: untrusted(Self.second))
        _ = second.settled(at: untrusted(2 * Self.second))
        // 07:20 of a day that long after.
        let set = Moment(
            monotonic: 10 * Self.second, wall: Self.morning + 30 * Self.minute + years * 365 * 86_400 * Self.second)
        #expect(second.advance(to: set).commands.filter { $0 == "heater=ON" }.count == 1)
    }
}
