/// The delays between attempts to connect: exponential with full jitter. They grow until a connection has been stable
/// for a while, not until CONNACK: a message that breaks the connection each time would otherwise loop for ever.
struct BackOff: Sendable {
    enum Cause {
        /// The network or the broker is away; it may be back any moment.
        case passing
        /// A person must mend something. The first attempts come soon, for who is just doing that.
        case configuration
        /// Another client pushes us off the broker, and we it.
        case rivalry
    }

    var range: ClosedRange<Int64>
    private var generator: SeededGenerator
    private var passing = 0
    private var configuration = 0

    init(range: ClosedRange<Int64>, seed: UInt64) {
        self.range = range
        generator = SeededGenerator(seed: seed)
    }

    /// The connection has proved stable, or somebody asked for an attempt now: delays start over.
    mutating func reset() {
        passing = 0
        configuration = 0
    }

    /// Nanoseconds until the next attempt.
    mutating func delay(after cause: Cause) -> Int64 {
        switch cause {
        case .passing:
            configuration = 0
            let ceiling = grown(from: range.lowerBound, to: range.upperBound, steps: passing)
            passing += 1
            // Full jitter, but never so short that it is no pause at all.
            return generator.number(in: min(range.lowerBound / 4, ceiling)...ceiling)
        case .configuration:
            configuration += 1
            guard configuration > Limits.mendingSoonTries else {
                return generator.number(in: Limits.mendingSoon)
            }
            let steps = configuration - Limits.mendingSoonTries - 1
            let ceiling = grown(
                from: Limits.mendingLater.lowerBound * 2, to: Limits.mendingLater.upperBound, steps: steps)
            return generator.number(in: Limits.mendingLater.lowerBound...ceiling)
        case .rivalry:
            return generator.number(in: Limits.mendingLater)
        }
    }

    private func grown(from first: Int64, to longest: Int64, steps: Int) -> Int64 {
        var ceiling = first
        for _ in 0..<steps where ceiling < longest {
            ceiling = ceiling > longest / 2 ? longest : ceiling * 2
        }
        return min(ceiling, longest)
    }
}
