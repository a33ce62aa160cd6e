import RuleLanguage
import Testing

@testable import RuleEngine

@Suite("A clock that is set while nothing happens")
struct ClockStepTests {
    private static let rules = """
        zone "UTC"
        output lamp to "lamp" as ON | OFF

        when time is 13:00
        do  lamp = ON
            wait 10 min
            lamp = OFF
        """

    private static let window = """
        zone "UTC"
        output lamp to "lamp" as ON | OFF, resend every 1 h

        keep lamp
            ON   while time in 12:00..18:00
            OFF  otherwise
        """

    @Test(
        "what a step over a clock time sets off counts from the step, and not from when the engine was last told anything"
    )
    func countsFromStep() throws {
        var runner = try EngineRunner(Self.rules)
        runner.settle()
        // Half an hour in which nobody tells the engine anything; then it is set from 12:30 to 13:15.
        runner.moment = runner.moment.advanced(by: 1_800_000_000_000)
        runner.moment.wall += 2_700_000_000_000
        #expect(runner.wait(0).commands == ["lamp=ON"])
        #expect(runner.wait(599).commands == [])
        #expect(runner.wait(1).commands == ["lamp=OFF"])
    }

    @Test("it is news to be saved soon: after a power cut another step would be measured")
    func isNews() throws {
        var runner = try EngineRunner(Self.rules)
        runner.settle()
        runner.wait(60)
        _ = runner.engine.takeNews()
        runner.wait(60)
        #expect(runner.engine.takeNews() == .none)
        runner.moment.wall -= 100_000_000_000_000
        runner.wait(1)
        #expect(runner.engine.takeNews() == .important)
    }

    @Test("a command after a clock that is believed at last counts from then")
    func countsFromTrust() throws {
        var runner = try EngineRunner(Self.window)
        runner.moment.isWallTrusted = false
        runner.engine = Engine(try EngineRunner.program(Self.window), at: runner.moment)
        runner.settle()
        runner.moment = runner.moment.advanced(by: 1_800_000_000_000)
        runner.moment.isWallTrusted = true
        #expect(runner.wait(0).commands == ["lamp=ON"])
        #expect(runner.wait(3_599).commands == [])
        #expect(runner.wait(1).commands == ["lamp=ON"])
    }
}
