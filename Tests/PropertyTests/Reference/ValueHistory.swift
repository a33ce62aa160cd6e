import RuleLanguage

/// What a number was when, and aggregates over it: worked out from the whole list, in one go.
struct ValueHistory {
    /// Nanoseconds, and the value from then on; nil where it was unknown.
    private var entries: [(time: Int64, value: Double?)] = []

    mutating func note(_ value: Double?, at time: Int64) {
        entries.append((time, value))
    }

    /// What it became last; nil for unknown.
    var last: Double? { entries.last?.value }

    /// The times at which it changed.
    var times: [Int64] { entries.map(\.time) }

    private func value(at time: Int64) -> Double? {
        entries.last { $0.time <= time }?.value
    }

    /// The aggregate over the length of time that ends at a moment, or nil where it is unknown.
    func value(of function: OverTimeFunction, over duration: Int64, at end: Int64) -> Double? {
        let start = end - duration
        switch function {
        case .change:
            guard let now = value(at: end), let then = value(at: start) else { return nil }
            return now - then
        case .min: return values(from: start, to: end).min()
        case .max: return values(from: start, to: end).max()
        case .average:
            let stretches = stretches(from: start, to: end)
            let known = stretches.reduce(0) { $0 + Double($1.length) }
            // No time has passed yet at the very moment of the first value.
            guard known > 0 else { return value(at: end) }
            return stretches.reduce(0) { $0 + $1.value * Double($1.length) } / known
        }
    }

    /// Every value that it had, those of a moment too.
    private func values(from start: Int64, to end: Int64) -> [Double] {
        let held = value(at: start).map { [$0] } ?? []
        return held + entries.filter { $0.time > start && $0.time <= end }.compactMap(\.value)
    }

    private func stretches(from start: Int64, to end: Int64) -> [(value: Double, length: Int64)] {
        entries.indices.compactMap { index in
            guard let value = entries[index].value else { return nil }
            let from = max(entries[index].time, start)
            let to = min(index + 1 < entries.count ? entries[index + 1].time : end, end)
            return from < to ? (value, to - from) : nil
        }
    }
}
