import RuleEngine
import RuleLanguage

/// What a gateway knew last: the state that was saved, and on top of it what the log says that has happened since.
struct Recollection {
    var snapshot: Snapshot
    var moment: SavedMoment
    var undelivered: Undelivered
    var redeliveries: Redeliveries
    /// Entries of the saved state that are damaged and left out.
    var unreadable = 0
    /// The log goes on where it ends. Otherwise another session must begin.
    var goesOn = false
    /// Processes began since the state was saved.
    var hasStarts = false

    /// - Parameters:
    ///   - log: what is left of the log, if it can be had.
    ///   - rules: which rules were those of a fingerprint.
    init(_ contents: StateFile.Contents, log: inout EventLog?, rules: (UInt64) -> Program?) {
        moment = contents.moment
        snapshot = Snapshot(
            rows: contents.rows, time: moment.engine, wall: moment.wall, unreadable: &unreadable)
        undelivered = Undelivered(snapshot)
        redeliveries = snapshot.redeliveries
        if let mark = snapshot.place?.mark, let records = log?.resume(from: mark) {
            withoutActuallyEscaping(rules) { replay(records, $0) }
        }
        undelivered.processEnded(at: snapshot.time)
        redeliveries.connectionEnded()
    }

    /// The path of the log that goes with a saved state.
    static func log(of contents: StateFile.Contents) -> String? {
        var unreadable = 0
        return Snapshot(rows: contents.rows, time: 0, wall: 0, unreadable: &unreadable).place?.log
    }

    private mutating func replay(_ records: [EventRecord], _ rules: @escaping (UInt64) -> Program?) {
        guard !records.isEmpty else { return goesOn = true }
        guard var recovery = Recovery(snapshot, programs: rules) else { return }
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
