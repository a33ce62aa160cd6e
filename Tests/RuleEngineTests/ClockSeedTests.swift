import RuleLanguage
import TestSupport
import Testing

@testable import RuleEngine

@Suite("Clocks that tremble, and times that devices claim")
struct ClockSeedTests {
    private static let second: Int64 = 1_000_000_000

    /// What `when time is 07:00` and `when every 1 h` publish while a wall clock goes to and fro around seven.
    private func firings(seed: UInt64) throws -> [String] {
        var random = SplitMix64(seed: seed)
        var runner = try EngineRunner(
            """
            zone "UTC"
            when time is 07:00
                do  publish "seven" to "fired"
            when every 1 h
                do  publish "hour" to "fired"
            """)
        // 2026-07-01 06:59:50 UTC.
        runner.moment.wall = 1_782_889_190 * Self.second
        runner.engine = Engine(runner.engine.plan.program, at: runner.moment)
        runner.settle()
        let end = runner.moment.wall + 40 * Self.second
        var fired: [String] = []
        while runner.moment.wall < end {
            // Up to 700 ms pass, or as long as the engine wants to sleep.
            let pause = Int64(random.next() % 700_000_000)
            let due = runner.engine.nextDeadline.map { $0 - runner.moment.monotonic } ?? pause
            runner.moment = runner.moment.advanced(by: max(0, min(due, pause)))
            if random.next() % 3 == 0 { runner.moment.wall += Int64(random.next() % 4_001) * 1_000_000 - 2_000_000_000 }
            fired += runner.engine.advance(to: runner.moment).publications
        }
        return fired
    }

    @Test("F39, F48: a clock that goes to and fro by two seconds around the moment lets it come exactly once")
    func tremble() throws {
        for seed in 0..<UInt64(1_000) {
            let fired = try firings(seed: seed).sorted()
            #expect(fired == ["hour", "seven"], "seed \(seed)")
        }
    }

    @Test(
        "F46: a value is as old as its message, whatever time the device claims",
        arguments: ["2016-07-01T12:00:00", "2036-07-01T12:00:00", "1970-01-01T00:00:00"])
    func claimedTime(time: String) throws {
        var runner = try EngineRunner(
            """
            input  t     from "t" at t    as number, stale after 15 min
            input  time_ from "t" at Time as text
            output fan   to "fan"         as ON | OFF
            keep fan
                OFF  while t is unknown
                ON   otherwise
            """)
        runner.settle()
        let payload = #"{"Time": "\#(time)", "t": 21}"#
        #expect(runner.receive("t", payload).commands == ["fan=ON"])
        #expect(runner.wait(899.999).commands == [])
        #expect(runner.receive("t", payload).commands == [])
        #expect(runner.wait(899.999).commands == [])
        #expect(runner.wait(0.001).commands == ["fan=OFF"])
    }

    @Test("F46: nor does a wall clock that is set make it older or younger", arguments: [-10, 10])
    func setClock(years: Int64) throws {
        var runner = try EngineRunner(
            """
            zone   "UTC"
            input  t     from "t"    as number, stale after 15 min
            output fan   to "fan"    as ON | OFF
            output light to "light" as ON | OFF
            keep fan
                OFF  while t is unknown
                ON   otherwise
            keep light
                ON   while time in 06:00..22:00
                OFF  otherwise
            """)
        runner.settle()
        #expect(runner.receive("t", "21").commands == ["fan=ON"])
        runner.wait(600)
        runner.moment.wall += years * 365 * 86_400 * Self.second
        #expect(runner.wait(0).commands == [])
        #expect(runner.wait(299.999).commands == [])
        #expect(runner.wait(0.001).commands == ["fan=OFF"])
    }
}

extension [Decision] {
    /// The texts, in order.
    fileprivate var publications: [String] {
        compactMap {
            if case .publication(let publication) = $0 {
                String(decoding: publication.payload, as: UTF8.self)
            } else {
                nil
            }
        }
    }
}
