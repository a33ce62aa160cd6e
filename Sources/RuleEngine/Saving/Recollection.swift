import RuleLanguage

/// What a gateway knew last: the state that was saved, and on top of it what the log says that has happened since.
package struct Recollection {
    package private(set) var snapshot: Snapshot
    package private(set) var moment: SavedMoment
    package private(set) var undelivered: Undelivered
    package private(set) var redeliveries: Redeliveries
    /// Entries of the saved state that are damaged and left out.
    package private(set) var unreadable = 0
    /// The log goes on where it ends. Otherwise another session must begin.
    package private(set) var goesOn = false
    /// Which rules ran when the state was saved.
    private let savedRules: UInt64?
    /// Processes began since the state was saved.
    private var hasStarts = false

    /// - Parameters:
    ///   - rows: those of the saved state.
    ///   - moment: when they were taken.
    ///   - log: what is left of the log, if it can be had.
    ///   - programs: the rules of a fingerprint, if they can be had.
    package init(
        _ rows: [StateRow], at moment: SavedMoment, log: inout EventLog?, programs: (UInt64) -> Program?
    ) {
        self.moment = moment
        snapshot = Snapshot(rows: rows, time: moment.engine, wall: moment.wall, unreadable: &unreadable)
        undelivered = Undelivered(snapshot, at: moment.boot)
        redeliveries = snapshot.redeliveries
        savedRules = snapshot.place?.fingerprint
        if let mark = snapshot.place?.mark, let records = log?.resume(from: mark) {
            withoutActuallyEscaping(programs) { replay(records, $0) }
        }
        undelivered.processEnded()
        redeliveries.connectionEnded()
    }

    /// Whether a process that goes on with these rules should save before anything else. The log is of no use without a state that it
    /// goes on from, nor without the rules of that state and of all that came after it. And each start would have more
    /// to go through than the one before, until none would come to an end.
    /// - Parameter rules: their fingerprint.
    package func mustBeSaved(_ rules: UInt64) -> Bool { !goesOn || hasStarts || savedRules != rules }

    /// The path of the log that goes with a saved state.
    package static func log(of rows: [StateRow]) -> String? {
        var unreadable = 0
        return Snapshot(rows: rows, time: 0, wall: 0, unreadable: &unreadable).place?.log
    }

    private mutating func replay(_ records: [EventRecord], _ programs: @escaping (UInt64) -> Program?) {
        guard !records.isEmpty else { return goesOn = true }
        guard var recovery = Recovery(snapshot, programs: programs) else { return }
        recovery.replay(records)
        hasStarts = recovery.boot != nil
        goesOn = recovery.isWhole
        snapshot = recovery.engine.snapshot(at: recovery.moment)
        undelivered = recovery.undelivered
        redeliveries = recovery.redeliveries
        moment = SavedMoment(
            engine: snapshot.time, wall: snapshot.wall, boot: recovery.moment.monotonic,
            bootID: recovery.boot ?? moment.bootID)
    }
}
