import Link

/// Draws for the house. The standard library promises no particular sequence for `Double.random(in:using:)`, and the
/// same seed is to give the same house with every compiler.
extension SeededGenerator {
    /// At least 0 and less than 1.
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Evenly spread between the two ends.
    mutating func between(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * unit()
    }

    /// Evenly spread over whole numbers, both ends included.
    mutating func between(_ low: Int, _ high: Int) -> Int {
        low + Int(unit() * Double(high - low + 1))
    }

    /// Mostly within one of zero, never more than three away: measuring noise in units of its spread.
    /// (Twelve even draws would make it a normal distribution; a third of the work does for a thermometer.)
    mutating func noise() -> Double {
        (unit() + unit() + unit() + unit() - 2) * 1.5
    }
}
