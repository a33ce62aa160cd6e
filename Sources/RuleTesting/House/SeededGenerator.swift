/// Random numbers that are the same for the same seed, on every machine and with every compiler (SplitMix64).
///
/// The standard library promises no particular sequence for `Double.random(in:using:)`, so this draws its own numbers.
package struct SeededGenerator: Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// At least 0 and less than 1.
    package mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Evenly spread between the two ends.
    package mutating func between(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * unit()
    }

    /// Evenly spread over whole numbers, both ends included.
    package mutating func between(_ low: Int, _ high: Int) -> Int {
        low + Int(unit() * Double(high - low + 1))
    }

    /// Mostly within one of zero, never more than three away: measuring noise in units of its spread.
    /// (Twelve even draws would make it a normal distribution; a third of the work does for a thermometer.)
    package mutating func noise() -> Double {
        (unit() + unit() + unit() + unit() - 2) * 1.5
    }
}
