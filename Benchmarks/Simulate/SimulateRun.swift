import Glibc
import RuleTesting

/// Simulations one after the other, until so many years have been lived or something is wrong.
struct SimulateRun {
    let options: SimulateOptions

    init(_ options: SimulateOptions) { self.options = options }

    func run() -> Int32 {
        var seed = options.seed
        var days = 0.0
        var steps = 0
        var tally = Tally()
        let start = seconds()
        while days < options.years * 365 {
            let scenario = Scenario(seed: seed, days: options.days, pace: options.pace, sabotage: options.sabotage)
            let outcome = Simulation(scenario).run()
            days += outcome.days
            steps += outcome.steps
            tally.add(outcome.tally)
            if outcome.violation != nil {
                tell(scenario, outcome)
                return 1
            }
            seed += 1
        }
        let taken = seconds() - start
        print(
            "seeds \(options.seed)..\(seed - 1): \(rounded(days / 365)) years in \(rounded(taken)) s, \(rounded(days / 365 / taken)) years a second"
        )
        print("\(steps) steps; \(tally)")
        return 0
    }

    private func tell(_ scenario: Scenario, _ outcome: SimulationOutcome) {
        guard let violation = outcome.violation else { return }
        print("seed \(outcome.seed), step \(violation.step): \(violation.invariant): \(violation.words)")
        let (small, last) = options.shrinks ? scenario.shrunk(from: outcome) : (scenario, outcome)
        if let violation = last.violation {
            print("made smaller, step \(violation.step): \(violation.words)")
        }
        for line in small.lines.suffix(60) { print("  \(line)") }
        print("what happened last:")
        for line in last.lines.suffix(120) { print("  \(line)") }
    }

    private func seconds() -> Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    private func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
