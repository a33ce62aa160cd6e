import RuleLanguage
import Testing

@testable import RuleEngine

@Suite("Occurrences before the first instant")
struct EarlyOccurrenceTests {
    private static let rules = """
        event press from "button" as single | double
        event push  from "button" as single | double
        output lamp to "lamp" as ON | OFF
        output bell to "bell" as ON | OFF

        when press is single
        do  toggle lamp

        when push is single
        do  bell = ON
        """

    @Test("two that are alike are two, also where two events hear the topic")
    func alike() throws {
        var runner = try EngineRunner(Self.rules)
        runner.receive("button", "single")
        runner.receive("button", "single")
        #expect(runner.settle().commands == ["lamp=ON", "bell=ON", "lamp=OFF", "bell=ON"])
    }

    @Test("one is one")
    func single() throws {
        var runner = try EngineRunner(Self.rules)
        runner.receive("button", "single")
        #expect(runner.settle().commands == ["lamp=ON", "bell=ON"])
    }
}
