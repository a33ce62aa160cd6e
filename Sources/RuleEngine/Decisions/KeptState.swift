/// What a reload kept of what an engine remembered, and what it dropped. What began with it is neither.
package struct KeptState: Sendable, Equatable {
    package var kept: Snapshot.Counts
    package var dropped: Snapshot.Counts
}

extension KeptState {
    /// - Parameters:
    ///   - former: all that was remembered before.
    ///   - present: all that is remembered with the new rules.
    package init(from former: Snapshot, to present: Snapshot) {
        let values = Self.common(former.inputs, present.inputs) { [$0.name] + $0.levels }
        let timers = Self.common(former.runningTimers, present.runningTimers) {
            [$0.key.unit, $0.key.state] + $0.key.levels
        }
        let waits = Self.common(former.runs, present.runs) { [$0.unit] + $0.levels }
        let all = former.counts
        kept = Snapshot.Counts(values: values, timers: timers, waits: waits)
        dropped = Snapshot.Counts(
            values: all.values - values, timers: all.timers - timers, waits: all.waits - waits)
    }

    private static func common<Record>(
        _ former: [Record], _ present: [Record], _ name: (Record) -> [String]
    ) -> Int {
        let names = Set(present.map(name))
        return former.count { names.contains(name($0)) }
    }
}

extension Snapshot.Counts {
    /// `12 values, 2 timers, 1 waiting rule`.
    package var words: String { words(all: true) }

    /// The same without what there is none of; empty for nothing.
    package var wordsOfSome: String { words(all: false) }

    private func words(all: Bool) -> String {
        [(values, "value", "values"), (timers, "timer", "timers"), (waits, "waiting rule", "waiting rules")]
            .filter { all || $0.0 > 0 }
            .map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }.joined(separator: ", ")
    }
}
