import Link

/// Lengths of time in nanoseconds.
enum Span {
    static let millisecond: Int64 = 1_000_000
    static let second: Int64 = 1_000_000_000
    static let minute: Int64 = 60 * second
    static let hour: Int64 = 60 * minute
    static let day: Int64 = 24 * hour
}

extension SeededGenerator {
    /// A generator for one part of the world, so that what happens elsewhere does not change what happens there.
    init(seed: UInt64, _ parts: Int...) {
        var mixed = SeededGenerator(seed: seed)
        var value = mixed.next()
        for part in parts {
            mixed = SeededGenerator(seed: value ^ UInt64(bitPattern: Int64(part)) &* 0x9E37_79B9_7F4A_7C15)
            value = mixed.next()
        }
        self.init(seed: value)
    }

    /// A length of time, evenly spread.
    mutating func span(_ low: Int64, _ high: Int64) -> Int64 {
        low + Int64(unit() * Double(high - low))
    }

    mutating func happens(_ probability: Double) -> Bool { unit() < probability }
}
