/// Values that something can have: some that are known, and perhaps that it is unknown.
struct ValueSet: Equatable {
    enum Known: Equatable {
        /// In order, none touching another.
        case numbers([Interval])
        /// Words or texts: these, or all but these.
        case names(Set<String>, areExcluded: Bool)
    }

    var known: Known
    var hasUnknown = false

    var isEmpty: Bool {
        guard !hasUnknown else { return false }
        switch known {
        case .numbers(let intervals): return intervals.isEmpty
        case .names(let names, let areExcluded): return names.isEmpty && !areExcluded
        }
    }

    func intersection(_ other: ValueSet) -> ValueSet {
        ValueSet(known: known.intersection(other.known), hasUnknown: hasUnknown && other.hasUnknown)
    }
}

extension ValueSet.Known {
    static let anyNumber = Self.numbers([Interval(from: -.infinity, to: .infinity)])

    func intersection(_ other: Self) -> Self {
        switch (self, other) {
        case (.numbers(let a), .numbers(let b)):
            return .numbers(a.flatMap { first in b.compactMap { first.intersection($0) } })
        case (.names(let a, false), .names(let b, false)): return .names(a.intersection(b), areExcluded: false)
        case (.names(let a, false), .names(let b, true)): return .names(a.subtracting(b), areExcluded: false)
        case (.names(let a, true), .names(let b, false)): return .names(b.subtracting(a), areExcluded: false)
        case (.names(let a, true), .names(let b, true)): return .names(a.union(b), areExcluded: true)
        case (.numbers, .names), (.names, .numbers): return .names([], areExcluded: false)
        }
    }

    /// All that is not in the set.
    var complement: Self {
        switch self {
        case .names(let names, let areExcluded): return .names(names, areExcluded: !areExcluded)
        case .numbers(let intervals):
            return intervals.reduce(.anyNumber) { rest, interval in
                rest.intersection(
                    .numbers(
                        [
                            Interval(from: -.infinity, to: interval.low, excludesHigh: !interval.excludesLow),
                            Interval(from: interval.high, excludesLow: !interval.excludesHigh, to: .infinity),
                        ].filter { !$0.isEmpty }))
            }
        }
    }
}

/// A stretch of numbers.
struct Interval: Equatable {
    var low: Double
    var excludesLow: Bool
    var high: Double
    var excludesHigh: Bool

    init(from low: Double, excludesLow: Bool = false, to high: Double, excludesHigh: Bool = false) {
        self.low = low
        self.excludesLow = excludesLow
        self.high = high
        self.excludesHigh = excludesHigh
    }

    /// Infinity is no number, so a stretch of it alone is empty too.
    var isEmpty: Bool { low > high || low == high && (excludesLow || excludesHigh || low.isInfinite) }

    /// Nil where they have nothing in common.
    func intersection(_ other: Interval) -> Interval? {
        var result = self
        if (other.low, other.excludesLow ? 1 : 0) > (low, excludesLow ? 1 : 0) {
            (result.low, result.excludesLow) = (other.low, other.excludesLow)
        }
        if (other.high, other.excludesHigh ? 0 : 1) < (high, excludesHigh ? 0 : 1) {
            (result.high, result.excludesHigh) = (other.high, other.excludesHigh)
        }
        return result.isEmpty ? nil : result
    }

    /// A number in it that a person would have named: a whole one where there is one near an end.
    var example: Double {
        let candidates = [
            low, low + 1, low.rounded(.down) + 1, high, high - 1, high.rounded(.up) - 1, 0, (low + high) / 2,
        ]
        return candidates.first { contains($0) } ?? low
    }

    private func contains(_ number: Double) -> Bool {
        number.isFinite && (excludesLow ? number > low : number >= low)
            && (excludesHigh ? number < high : number <= high)
    }
}
