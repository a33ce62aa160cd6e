import Testing

@testable import RuleEngine

/// Values that come before the first instant and are no memory of the broker's: what a persistent session kept for a gateway
/// that was away, or what a device says meanwhile. What passes by is seen by everything that remembers.
@Suite("Values before the first instant")
struct EarlyValueTests {
    static let rules = """
        input  motion  from "motion"  as ON | OFF
        input  level   from "level"   as number
        output lamp    to "lamp"      as ON | OFF
        output pump    to "pump"      as ON | OFF
        output siren   to "siren"     as number
        keep lamp
            ON   while motion is ON within 5 min
            OFF  otherwise
        keep pump
            ON   while level < 10 until level > 90
            OFF  otherwise
        when level > 90
            do  siren = level

        """

    /// A gateway that ran, was away for a minute, and has not settled yet.
    private func restarted() throws -> EngineRunner {
        var runner = try EngineRunner(Self.rules)
        runner.settle()
        runner.receive("motion", "OFF")
        runner.receive("level", "50")
        let snapshot = runner.engine.snapshot(at: runner.moment)
        runner.moment = runner.moment.advanced(by: 60_000_000_000)
        runner.engine = Engine(
            try EngineRunner.program(Self.rules), restoring: snapshot, away: 60_000_000_000, at: runner.moment)
        return runner
    }

    @Test("a motion that came and went while the gateway was away counts for within")
    func within() throws {
        var runner = try restarted()
        #expect(runner.receive("motion", "ON").isEmpty)
        runner.moment = runner.moment.advanced(by: 1_000_000_000)
        #expect(runner.receive("motion", "OFF").isEmpty)
        #expect(runner.settle().commands == ["lamp=ON"])
        #expect(runner.wait(299.9).commands == [])
        #expect(runner.wait(0.2).commands == ["lamp=OFF"])
    }

    @Test("a level that passed by begins or ends what until holds")
    func until() throws {
        var runner = try restarted()
        runner.receive("level", "5")
        runner.receive("level", "60")
        #expect(runner.settle().commands == ["pump=ON"])
        var other = try restarted()
        other.receive("level", "5")
        other.receive("level", "95")
        other.receive("level", "60")
        #expect(other.settle().commands == [], "it began and ended, and nobody is over 90 any more")
    }

    @Test("a when runs once at the first instant if its condition still holds")
    func trigger() throws {
        var runner = try restarted()
        runner.receive("level", "95")
        runner.receive("level", "60")
        runner.receive("level", "97")
        #expect(runner.settle().commands == ["siren=97"])
        #expect(runner.receive("level", "98").commands == [])
    }

    @Test("what the broker remembers is no history: only the last of it is looked at")
    func retained() throws {
        var runner = try restarted()
        runner.receive("level", "5", retained: true)
        runner.receive("level", "60", retained: true)
        #expect(runner.settle().commands == [])
    }

    @Test("of a house of which nothing was known a first value sets nothing off, and the next one does")
    func first() throws {
        var runner = try EngineRunner(Self.rules)
        runner.receive("level", "97")
        #expect(runner.settle().commands == ["pump=OFF"])
        var other = try EngineRunner(Self.rules)
        other.receive("level", "50")
        other.receive("level", "97")
        #expect(other.settle().commands == ["pump=OFF", "siren=97"])
    }
}
