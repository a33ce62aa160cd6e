import Glibc
import RuleEngine
import RuleLanguage
import Systemd

/// The file with the state, opened when it is needed, set aside when it is broken. All of it may wait for the disk; it
/// belongs to one thread at a time, which whoever lends it sees to.
final class StateFile: @unchecked Sendable {
    /// What came of reading or writing.
    enum Outcome: Sendable {
        case done
        /// It cannot be done now; it may be later.
        case failed(String)
        /// The file is of a newer version, and nothing will be written.
        case newer(String)
    }

    struct Contents: Sendable {
        var rows: [StateRow]
        var moment: SavedMoment
    }

    /// What is to be written.
    struct Order: Sendable {
        var change: StateChange
        var rules: SourceSet?
        var moment: SavedMoment
    }

    let path: String
    private let migrations: StateDatabase.Migrations
    private var database: StateDatabase?
    /// What a person should know, in order.
    private(set) var notes: [String] = []

    init(folder: String, migrations: StateDatabase.Migrations = .all) {
        path = Self.path(in: folder)
        self.migrations = migrations
    }

    static func path(in folder: String) -> String { "\(folder)/state.db" }

    func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    /// What was saved, if anything was.
    func load() -> (Contents?, Outcome) {
        read { database throws(SQLiteError) in
            try database.load().map { Contents(rows: $0.rows, moment: $0.moment) }
        }
    }

    /// The last rules without errors.
    func loadRules() -> (SourceSet?, Outcome) {
        read { database throws(SQLiteError) in try database.loadRules() }
    }

    private func read<Value>(_ body: (StateDatabase) throws(SQLiteError) -> Value?) -> (Value?, Outcome) {
        for _ in 0..<2 {
            switch opened() {
            case .failure(let outcome): return (readOnly(outcome, body), outcome)
            case .success(let database):
                do throws(SQLiteError) {
                    return (try body(database), .done)
                } catch  where error.isDamage {
                    setAside(error.words)
                } catch {
                    self.database = nil
                    return (nil, .failed(error.words))
                }
            }
        }
        return (nil, .failed("cannot read \(path)"))
    }

    /// What can be read of a file that cannot be written: on a disk that has become read-only, or while somebody has locked it.
    private func readOnly<Value>(
        _ outcome: Outcome, _ body: (StateDatabase) throws(SQLiteError) -> Value?
    ) -> Value? {
        guard case .failed = outcome, StateDatabase.exists(at: path) else { return nil }
        return try? body(StateDatabase.reading(path, format: migrations.newest))
    }

    func save(_ order: Order) -> Outcome {
        switch opened() {
        case .failure(let outcome): return outcome
        case .success(let database):
            do throws(SQLiteError) {
                try database.save(order.change, rules: order.rules, at: order.moment)
                return .done
            } catch {
                // What a failed write has left behind nobody knows: the next attempt opens the file anew.
                self.database = nil
                if error.isDamage { setAside(error.words) }
                return .failed(error.words)
            }
        }
    }

    func close() { database = nil }

    private enum Opened {
        case success(StateDatabase)
        case failure(Outcome)
    }

    private func opened() -> Opened {
        if let database { return .success(database) }
        for _ in 0..<2 {
            switch StateDatabase.open(path, migrations: migrations) {
            case .opened(let database):
                self.database = database
                return .success(database)
            case .newer(let version):
                return .failure(
                    .newer(
                        "\(path) was written by a newer version of Hearth (format \(version); this one knows \(StateDatabase.version)): "
                            + "it is left as it is, and nothing is saved"))
            case .failed(let error): return .failure(.failed(error.words))
            case .damaged(let words): if !setAside(words) { return .failure(.failed(words)) }
            }
        }
        return .failure(.failed("cannot make \(path)"))
    }

    /// Renames a file that cannot be used, so that a person can look at it; false if that cannot be done.
    @discardableResult
    private func setAside(_ words: String) -> Bool {
        database = nil
        let name = unusedName()
        guard rename(path, name) == 0 else {
            notes.append("\(words), and cannot be set aside: \(String(cString: strerror(errno)))")
            return false
        }
        for suffix in ["-wal", "-shm"] { _ = rename(path + suffix, name + suffix) }
        notes.append("\(words): it is set aside as \(name), and the state begins anew")
        return true
    }

    /// `state.db.damaged-2026-11-30T16-58-00`
    private func unusedName() -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%dT%H-%M-%S", &parts)
        let base =
            "\(path).damaged-" + text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        var name = base
        var number = 2
        while access(name, F_OK) == 0 {
            name = "\(base)-\(number)"
            number += 1
        }
        return name
    }
}
