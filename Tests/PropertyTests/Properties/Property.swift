import Foundation
import RuleLanguage
import Testing

/// One generated program with its traffic.
struct Sample {
    var program: GeneratedProgram
    var traffic: Traffic

    /// The same with less in it, the greatest steps first.
    fileprivate var smaller: [Sample] {
        traffic.smaller.map { Sample(program: program, traffic: $0) }
            + program.smaller.map { Sample(program: $0, traffic: traffic) }
    }
}

/// Something that must be so for every program and all traffic.
struct Property {
    var name: String
    var program = ProgramGenerator.Flavour.whole
    var traffic = TrafficGenerator.Flavour()
    /// How much happens.
    var steps = 40
    /// What is wrong, or nil.
    var problem: (Program, Sample) -> String?

    /// How many seeds are tried; `HEARTH_PROPERTY_SEEDS` asks for more, and `HEARTH_PROPERTY_FIRST` says where they begin.
    static func seeds(_ usual: Int) -> Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["HEARTH_PROPERTY_FIRST"].flatMap { UInt64($0) } ?? 1
        let count = environment["HEARTH_PROPERTY_SEEDS"].flatMap { UInt64($0) } ?? UInt64(usual)
        return first..<first + count
    }

    func sample(_ seed: UInt64) -> Sample {
        let program = ProgramGenerator.program(seed: seed, program)
        return Sample(
            program: program, traffic: TrafficGenerator.traffic(seed: seed &+ 1, for: program, steps: steps, traffic))
    }

    /// Tries the seeds, and reports the first failure as small as it can be made.
    func hold(for seeds: Range<UInt64>) {
        for seed in seeds {
            let sample = sample(seed)
            guard let program = sample.program.checked, let found = problem(program, sample) else { continue }
            report(seed, shrink(sample), first: found)
            return
        }
    }

    private func report(_ seed: UInt64, _ sample: Sample, first: String) {
        let found = sample.program.checked.flatMap { problem($0, sample) } ?? first
        Issue.record("\(name), seed \(seed): \(found)\n\n\(sample.program.text)\n\(sample.traffic)")
    }

    /// Most tries to make a failing sample smaller.
    private static let mostTries = 3_000

    private func shrink(_ sample: Sample) -> Sample {
        var sample = sample
        var tries = 0
        search: while true {
            for other in sample.smaller {
                tries += 1
                guard tries < Self.mostTries else { return sample }
                guard let program = other.program.checked, problem(program, other) != nil else { continue }
                sample = other
                continue search
            }
            return sample
        }
    }
}
