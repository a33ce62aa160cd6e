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
