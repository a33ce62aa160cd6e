import Foundation
import Testing

@testable import RuleTesting

@Suite("A simulated house with a gateway that things happen to")
struct SimulationTests {
    /// How long one simulation lasts: many short ones see more than a long one.
    private static let days = 20

    /// `HEARTH_SIMULATION_YEARS` asks for more, and `HEARTH_SIMULATION_SEED` says where the seeds begin.
    private static let environment = ProcessInfo.processInfo.environment
    private static let years = environment["HEARTH_SIMULATION_YEARS"].flatMap(Double.init) ?? 1
    private static let firstSeed = environment["HEARTH_SIMULATION_SEED"].flatMap { UInt64($0) } ?? 10_000

    @Test("whatever goes wrong, everything that is promised stays so", arguments: 0..<4)
    func years(part: UInt64) {
        let count = UInt64(Self.years * 365 / Double(Self.days) / 4 + 1)
        for seed in 0..<count {
            let scenario = Scenario(seed: Self.firstSeed + seed * 4 + part, days: Self.days)
            let outcome = Simulation(scenario).run()
            guard outcome.violation == nil else { return report(scenario, outcome) }
        }
    }

    @Test("also where things go wrong twenty times as often")
    func rough() {
        for seed in Self.firstSeed..<Self.firstSeed + 4 {
            let scenario = Scenario(seed: seed, days: 4, pace: 20)
            let outcome = Simulation(scenario).run()
            guard outcome.violation == nil else { return report(scenario, outcome) }
        }
    }

    private func report(_ scenario: Scenario, _ outcome: SimulationOutcome) {
        let (small, last) = scenario.shrunk(from: outcome)
        guard let violation = last.violation else { return }
        Issue.record(
            """
            seed \(scenario.seed), step \(violation.step): \(violation.invariant): \(violation.words)
            \(small.lines.joined(separator: "\n"))
            \(last.lines.suffix(60).joined(separator: "\n"))
            """)
    }

    @Test("the same seed gives the same history, and another seed another one")
    func sameSeed() {
        let outcomes = [5, 5, 6].map { Simulation(Scenario(seed: $0, days: 6)).run() }
        #expect(outcomes[0].fingerprint == outcomes[1].fingerprint)
        #expect(outcomes[0].steps == outcomes[1].steps)
        #expect(outcomes[0].fingerprint != outcomes[2].fingerprint)
    }

    @Test("what is read from a copy of the engine is what row by row was written")
    func sameState() {
        var scenario = Scenario(seed: 11, days: 6, pace: 10)
        let outcomes = [false, true].map { rows in
            scenario.savesRows = rows
            return Simulation(scenario).run()
        }
        #expect(outcomes[0].tally.stops + outcomes[0].tally.kills > 3)
        #expect(outcomes[0].fingerprint == outcomes[1].fingerprint)
    }

    @Test("there is something to see: messages, commands, and each way to end")
    func sees() {
        var tally = Tally()
        for seed in UInt64(20)..<26 { tally.add(Simulation(Scenario(seed: seed, days: 6, pace: 20)).run().tally) }
        #expect(tally.heard > 500)
        #expect(tally.wrote > 500)
        #expect(tally.kills > 10)
        #expect(tally.powerCuts > 3)
        #expect(tally.stops > 3)
        // The models may pass where nobody can know, but not where it matters.
        #expect(tally.comparisons > 5 * tally.passes)
    }
}

@Suite("The invariants of the simulation bite")
struct SimulationBiteTests {
    /// The first outcome that is a violation.
    private static func broken(_ sabotage: Sabotage) -> (Scenario, SimulationOutcome)? {
        for seed in UInt64(1)...60 {
            let scenario = Scenario(seed: seed, days: 4, pace: 10, sabotage: sabotage)
            let outcome = Simulation(scenario).run()
            if outcome.violation != nil { return (scenario, outcome) }
        }
        return nil
    }

    @Test(
        "each way to break the gateway is noticed by the invariant that is meant for it", arguments: Sabotage.allCases)
    func bites(sabotage: Sabotage) throws {
        let (_, outcome) = try #require(Self.broken(sabotage))
        #expect(outcome.violation?.invariant == sabotage.invariant)
        #expect(!outcome.lines.isEmpty)
    }

    @Test("a failure is made smaller, and is still the same failure")
    func shrinks() throws {
        let (scenario, outcome) = try #require(Self.broken(.hasNoWill))
        let (small, last) = scenario.shrunk(from: outcome)
        #expect(last.violation?.invariant == outcome.violation?.invariant)
        #expect(small.faults.count <= 2)
        #expect(small.days.count <= 2)
        #expect(small.absent.count > scenario.absent.count)
        // Again, from nothing but the small scenario.
        #expect(Simulation(small).run().violation?.words == last.violation?.words)
    }
}
