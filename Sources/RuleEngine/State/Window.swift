import RuleLanguage

/// What a value was over a length of time that ends now: stretches in which it stayed the same, at most so many.
/// Where there are more, the two neighbours that are the shortest together become one.
struct Window: Sendable {
    /// One stretch; it ends where the next one begins, and the last one goes on.
    struct Stretch: Sendable, Hashable {
        var start: Int64
        /// The time-weighted average; nil where the value was unknown.
        var average: Double?
        var least: Double
        var greatest: Double
    }

    static let limit = 128

    private(set) var stretches: [Stretch]

    init(stretches: [Stretch] = []) {
        self.stretches = stretches
    }

    /// Takes note of the value from a time on, and forgets what ended before `horizon`.
    mutating func note(_ value: Double?, at time: Int64, horizon: Int64) {
        // Only a saved state that is wrong lies ahead. Kept, it would be out of order, and could not be read again.
        while let last = stretches.last, last.start > time { stretches.removeLast() }
        if stretches.last.map({ $0.average != value }) ?? (value != nil) {
            stretches.append(
                Stretch(start: time, average: value, least: value ?? .infinity, greatest: value ?? -.infinity))
        }
        while stretches.count > 1, stretches[1].start <= horizon {
            stretches.removeFirst()
        }
        if stretches.count > Self.limit { mergeShortest() }
    }

    /// What began after a time began so much later.
    mutating func insertGap(of length: Int64, after end: Int64) {
        for index in stretches.indices where stretches[index].start > end { stretches[index].start &+= length }
    }

    private mutating func mergeShortest() {
        // The last stretch goes on, so it has no length yet.
        let pairs = 0..<(stretches.count - 2)
        guard let index = pairs.min(by: { length(ofPair: $0) < length(ofPair: $1) }) else { return }
        let first = stretches[index]
        let second = stretches[index + 1]
        let firstLength = Double(second.start - first.start)
        let secondLength = Double(stretches[index + 2].start - second.start)
        var merged = first
        switch (first.average, second.average) {
        case (let a?, let b?): merged.average = (a * firstLength + b * secondLength) / (firstLength + secondLength)
        case (let a, let b): merged.average = a ?? b
        }
        merged.least = min(first.least, second.least)
        merged.greatest = max(first.greatest, second.greatest)
        stretches[index] = merged
        stretches.remove(at: index + 1)
    }

    private func length(ofPair index: Int) -> Int64 {
        stretches[index + 2].start - stretches[index].start
    }

    /// Nothing changes by time going on: there is but one value in it, and for a change it was there already at `start`.
    func isConstant(for function: OverTimeFunction, from start: Int64) -> Bool {
        guard let first = stretches.first, stretches.count == 1 else { return stretches.isEmpty }
        return function != .change || first.start <= start
    }

    /// The figure over the time from `start` to `end`, or nil where nothing was known.
    func value(of function: OverTimeFunction, from start: Int64, to end: Int64) -> Double? {
        switch function {
        case .average: average(from: start, to: end)
        case .min: stretches.lazy.filter { $0.average != nil }.map(\.least).min()
        case .max: stretches.lazy.filter { $0.average != nil }.map(\.greatest).max()
        case .change: change(since: start)
        }
    }

    private func average(from start: Int64, to end: Int64) -> Double? {
        var known = 0.0
        var sum = 0.0
        for (index, stretch) in stretches.enumerated() {
            guard let average = stretch.average else { continue }
            let finish = index + 1 < stretches.count ? stretches[index + 1].start : end
            let length = Double(finish - max(stretch.start, start))
            known += length
            sum += average * length
        }
        // At the very moment of the first value no time has passed yet.
        return known > 0 ? sum / known : stretches.last?.average
    }

    /// Now less then; nil where one of them is unknown.
    private func change(since start: Int64) -> Double? {
        guard let first = stretches.first, first.start <= start, let then = first.average,
            let now = stretches.last?.average
        else { return nil }
        return now - then
    }
}
