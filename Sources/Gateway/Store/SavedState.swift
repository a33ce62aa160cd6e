import RuleEngine
import RuleLanguage
import Systemd

/// What a gateway has saved, for whoever wants to look at it: also while the gateway runs.
package struct SavedState: Sendable {
    /// How long ago it was saved, in nanoseconds.
    package var age: Int64
    package var ruleCount: Int
    package var report: StateReport

    /// Where a gateway keeps its state if nobody says otherwise: the service's folder, or that of the user.
    package static func usualFolder() -> String? {
        let service = "/var/lib/hearth"
        if StateDatabase.exists(at: StateFile.path(in: service)) { return service }
        return InstanceLock.folder(nil, .ofProcess)
    }

    /// Reads it, and changes nothing.
    /// - Returns: the state, or in words why there is none.
    package static func read(folder: String) -> Result<SavedState, Problem> {
        let path = StateFile.path(in: folder)
        guard StateDatabase.exists(at: path) else {
            return .failure(
                Problem(
                    words: "there is no state in \(escaped(folder))",
                    help:
                        "\"hearth state FOLDER\" names the folder that \"hearth run --state\" has; the service's is /var/lib/hearth, and takes sudo"
                ))
        }
        do throws(SQLiteError) {
            let database = try StateDatabase.reading(path)
            guard let (rows, moment) = try database.load(), let sources = try database.loadRules() else {
                return .failure(Problem(words: "nothing has been saved in \(escaped(folder)) yet", help: nil))
            }
            guard case .success(let rules) = RulesLoader.compile(sources) else {
                return .failure(
                    Problem(
                        words: "the rules that are saved in \(escaped(folder)) are of another version of Hearth",
                        help: nil))
            }
            return .success(SavedState(StateFile.Contents(rows: rows, moment: moment), rules))
        } catch {
            return .failure(Problem(words: error.words, help: nil))
        }
    }

    package struct Problem: Error {
        package var words: String
        package var help: String?
    }

    private init(_ contents: StateFile.Contents, _ rules: LoadedRules) {
        let memory = Recollection.log(of: contents.rows).flatMap(EventLogFile.copy)
        defer { memory?.deallocate() }
        var log = memory.map { EventLog($0) }
        let recollection = Recollection(contents.rows, at: contents.moment, log: &log) {
            [fingerprint = RulesFingerprint.value(of: rules.sources)] in
            $0 == fingerprint ? rules.program : nil
        }
        var clock = HouseClock()
        clock.wasSaved(at: recollection.moment.wall)
        let now = clock.now
        age = recollection.moment.age(at: now, bootID: BootID.current) ?? 0
        ruleCount = rules.ruleCount
        report = Engine(rules.program, restoring: recollection.snapshot, away: age, at: now).report
    }
}
