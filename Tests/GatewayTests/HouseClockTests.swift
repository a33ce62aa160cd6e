import RuleEngine
import Testing

@testable import Gateway

@Suite("F36: whether the wall clock can be believed")
struct HouseClockTests {
    private static let second: Int64 = 1_000_000_000
    private static let year = 365 * 86_400 * second

    private func isTrusted(_ clock: inout HouseClock, at wall: Int64) -> Bool {
        clock.moment(monotonic: 5 * Self.second, wall: wall).isWallTrusted
    }

    @Test("not before the program was made, nor before the newest saved state")
    func earliest() {
        var clock = HouseClock { false }
        #expect(!isTrusted(&clock, at: 600 * Self.second))
        #expect(!isTrusted(&clock, at: Gateway.earliestTime - 1))
        #expect(isTrusted(&clock, at: Gateway.earliestTime))
        clock.wasSaved(at: Gateway.earliestTime + Self.year)
        #expect(!isTrusted(&clock, at: Gateway.earliestTime + 1))
        #expect(isTrusted(&clock, at: Gateway.earliestTime + Self.year))
    }

    @Test("a state of 1970 makes no clock right")
    func wrongState() {
        var clock = HouseClock { false }
        clock.wasSaved(at: 600 * Self.second)
        #expect(!isTrusted(&clock, at: 700 * Self.second))
    }

    @Test("once it is synchronised it is believed, and stays so when it is set back")
    func synchronised() {
        var isSynchronized = false
        var clock = HouseClock { isSynchronized }
        clock.wasSaved(at: Gateway.earliestTime + 50 * Self.year)
        #expect(!isTrusted(&clock, at: Gateway.earliestTime))
        isSynchronized = true
        #expect(isTrusted(&clock, at: Gateway.earliestTime))
        isSynchronized = false
        #expect(isTrusted(&clock, at: 600 * Self.second))
    }
}
