import CSQLite
import Glibc
import RuleEngine
import RuleLanguage

/// The file with the state: one SQLite database, rows under their keys, and the moment to which they belong.
///
/// It belongs to one thread at a time; what it does may wait for the disk.
final class StateDatabase {
    /// Says that a file is ours, whatever is in it.
    static let applicationID: Int32 = 0x4872_7468  // "Hrth"
    /// Of the tables, with the form of the rows.
    static let version = Int32(Snapshot.format)

    enum Opening {
        case opened(StateDatabase)
        /// Made by a newer version of Hearth, which is not to be touched.
        case newer(Int32)
        /// No database of ours, or a broken one.
        case damaged(String)
        case failed(SQLiteError)
    }

    let path: String
    private let handle: OpaquePointer

    private init(_ handle: OpaquePointer, path: String) {
        self.handle = handle
        self.path = path
    }

    deinit { sqlite3_close_v2(handle) }

    /// Opens the file, makes it if there is none, and brings an older one to the newest format.
    static func open(_ path: String, migrations: Migrations = .all) -> Opening {
        if isTruncated(path) { return .damaged("\(path) is cut off") }
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard let handle else {
            return .failed(SQLiteError(attempt: "open \(path)", code: code, details: "there is no memory for it"))
        }
        let database = StateDatabase(handle, path: path)
        do throws(SQLiteError) {
            if code != SQLITE_OK { throw database.error("open") }
            return try database.prepare(migrations)
        } catch  where error.isDamage {
            return .damaged(error.words)
        } catch {
            return .failed(error)
        }
    }

    /// SQLite takes a file that is too short for its header for an empty one, and would write over it.
    private static func isTruncated(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && (1..<512).contains(status.st_size)
    }

    /// Opens the file to look at it. Where no gateway has it open, nothing is made beside it: that would be ours and not the
    /// gateway's.
    static func reading(_ path: String, format: Int32 = version) throws(SQLiteError) -> StateDatabase {
        var handle: OpaquePointer?
        let isInUse = exists(at: path + "-wal")
        let address = "file:" + percentEncoded(path) + (isInUse ? "?mode=ro" : "?immutable=1")
        let code = sqlite3_open_v2(address, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else {
            throw SQLiteError(attempt: "open \(path)", code: code, details: "there is no memory for it")
        }
        let database = StateDatabase(handle, path: path)
        guard code == SQLITE_OK else { throw database.error("open") }
        sqlite3_busy_timeout(handle, 2_000)
        let version = Int32(truncatingIfNeeded: try database.number("PRAGMA user_version"))
        guard version == format else {
            throw SQLiteError(
                attempt: "read \(path)", code: SQLITE_ERROR,
                details: "its format is \(version), and this version of Hearth knows \(format)")
        }
        return database
    }

    static func exists(at path: String) -> Bool { access(path, F_OK) == 0 }

    /// A path as part of an address: `?`, `#` and `%` have a meaning there.
    private static func percentEncoded(_ path: String) -> String {
        String(
            path.flatMap { character in
                switch character {
                case "%": "%25"
                case "?": "%3F"
                case "#": "%23"
                default: String(character)
                }
            })
    }

    private func prepare(_ migrations: Migrations) throws(SQLiteError) -> Opening {
        // Small pages: a few changed rows cost a few of them, and each is written to a card.
        try run("PRAGMA page_size = 1024; PRAGMA cache_size = -256; PRAGMA temp_store = MEMORY")
        let version = Int32(truncatingIfNeeded: try number("PRAGMA user_version"))
        let isNew = try number("SELECT count(*) FROM sqlite_master") == 0 && version == 0
        if !isNew {
            guard try number("PRAGMA application_id") == Int64(Self.applicationID) else {
                return .damaged("\(path) is a database of another program")
            }
            if version > migrations.newest { return .newer(version) }
        }
        try run(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 1048576; "
                + "PRAGMA wal_autocheckpoint = 512")
        if isNew {
            try makeTables()
        } else {
            guard try text("PRAGMA quick_check(1)") == "ok" else { return .damaged("\(path) is damaged") }
            try migrate(from: version, by: migrations)
        }
        return .opened(self)
    }

    private func makeTables() throws(SQLiteError) {
        try run(
            """
            BEGIN IMMEDIATE;
            CREATE TABLE rows (kind INTEGER NOT NULL, name BLOB NOT NULL, data BLOB NOT NULL, PRIMARY KEY (kind, name))
                WITHOUT ROWID;
            CREATE TABLE rules (place INTEGER PRIMARY KEY, name TEXT NOT NULL, text BLOB NOT NULL);
            CREATE TABLE moment (id INTEGER PRIMARY KEY CHECK (id = 1), engine INTEGER NOT NULL, wall INTEGER NOT NULL,
                boot INTEGER NOT NULL, boot_id TEXT NOT NULL, progress BLOB, log BLOB);
            PRAGMA application_id = \(Self.applicationID);
            PRAGMA user_version = \(Self.version);
            COMMIT
            """)
    }

    // MARK: Reading and writing

    /// What was saved last; nil where nothing ever was.
    func load() throws(SQLiteError) -> (rows: [StateRow], moment: SavedMoment)? {
        guard let moment = try loadMoment() else { return nil }
        var rows: [StateRow] = []
        let statement = try Statement(self, "SELECT kind, name, data FROM rows")
        while try statement.step() {
            guard let kind = StateRow.Kind(rawValue: UInt8(truncatingIfNeeded: statement.number(0))) else { continue }
            rows.append(
                StateRow(key: StateRow.Key(kind: kind, name: statement.bytes(1)), data: statement.bytes(2)))
        }
        return (try rows + loadRowsOfMoment(), moment)
    }

    /// The last rules without errors; none before there were any.
    func loadRules() throws(SQLiteError) -> SourceSet? {
        var sources = SourceSet()
        let statement = try Statement(self, "SELECT name, text FROM rules ORDER BY place")
        while try statement.step() { _ = sources.add(name: statement.text(0), text: statement.bytes(1)) }
        return sources.files.isEmpty ? nil : sources
    }

    private func loadMoment() throws(SQLiteError) -> SavedMoment? {
        let statement = try Statement(self, "SELECT engine, wall, boot, boot_id FROM moment ORDER BY rowid DESC")
        guard try statement.step() else { return nil }
        return SavedMoment(
            engine: statement.number(0), wall: statement.number(1), boot: statement.number(2),
            bootID: statement.text(3))
    }

    /// Writes a change in one transaction: all of it or nothing. With `rules` those are the last good ones from here on.
    func save(_ change: StateChange, rules: SourceSet?, at moment: SavedMoment) throws(SQLiteError) {
        do {
            try run("BEGIN IMMEDIATE")
            try write(change, moment)
            if let rules { try write(rules) }
            try run("COMMIT")
        } catch {
            // It may be over by itself, and then this is a mistake that means nothing.
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    /// What each state has once, and what is another in each, stands beside the moment: a page of its own would be written
    /// every time.
    private static let kindsOfMoment: [StateRow.Kind] = [.progress, .place]

    private func loadRowsOfMoment() throws(SQLiteError) -> [StateRow] {
        let statement = try Statement(self, "SELECT progress, log FROM moment ORDER BY rowid DESC")
        guard try statement.step() else { return [] }
        return Self.kindsOfMoment.enumerated().compactMap { column, kind in
            let data = statement.bytes(Int32(column))
            return data.isEmpty ? nil : StateRow(key: StateRow.Key(kind: kind, name: Snapshot.onlyName), data: data)
        }
    }

    private func write(_ change: StateChange, _ moment: SavedMoment) throws(SQLiteError) {
        if change.isComplete { try run("DELETE FROM rows") }
        let delete = try Statement(self, "DELETE FROM rows WHERE kind = ? AND name = ?")
        for key in change.removed {
            delete.bind(1, Int64(key.kind.rawValue))
            delete.bind(2, key.name)
            try delete.finish()
        }
        let insert = try Statement(self, "INSERT OR REPLACE INTO rows VALUES (?, ?, ?)")
        for row in change.written where !Self.kindsOfMoment.contains(row.key.kind) {
            insert.bind(1, Int64(row.key.kind.rawValue))
            insert.bind(2, row.key.name)
            insert.bind(3, row.data)
            try insert.finish()
        }
        let note = try Statement(
            self,
            """
            INSERT OR REPLACE INTO moment VALUES (1, ?, ?, ?, ?,
                coalesce(?, (SELECT progress FROM moment)), coalesce(?, (SELECT log FROM moment)))
            """)
        note.bind(1, moment.engine)
        note.bind(2, moment.wall)
        note.bind(3, moment.boot)
        note.bind(4, moment.bootID)
        for (column, kind) in Self.kindsOfMoment.enumerated() {
            if let row = change.written.first(where: { $0.key.kind == kind }) { note.bind(Int32(5 + column), row.data) }
        }
        try note.finish()
    }

    private func write(_ rules: SourceSet) throws(SQLiteError) {
        try run("DELETE FROM rules")
        let insert = try Statement(self, "INSERT INTO rules VALUES (?, ?, ?)")
        for (place, file) in rules.files.enumerated() {
            insert.bind(1, Int64(place))
            insert.bind(2, file.name)
            insert.bind(3, file.text)
            try insert.finish()
        }
    }

    // MARK: SQL

    func error(_ attempt: String) -> SQLiteError {
        var code = sqlite3_errcode(handle)
        // SQLite has other words for a disk that has become read-only, and they would send a person the wrong way.
        if [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF), Self.isReadOnly(folder) { code = SQLITE_READONLY }
        return SQLiteError(
            attempt: "\(attempt) \(path)", code: code, details: String(cString: sqlite3_errmsg(handle)))
    }

    /// Where the file lies.
    var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) + "/" }

    private static func isReadOnly(_ folder: String) -> Bool { access(folder, W_OK) != 0 && errno == EROFS }

    func run(_ statements: String, attempt: String = "use") throws(SQLiteError) {
        guard sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK else { throw error(attempt) }
    }

    private func number(_ query: String) throws(SQLiteError) -> Int64 {
        let statement = try Statement(self, query)
        return try statement.step() ? statement.number(0) : 0
    }

    private func text(_ query: String) throws(SQLiteError) -> String {
        let statement = try Statement(self, query)
        return try statement.step() ? statement.text(0) : ""
    }

    /// A prepared statement.
    private final class Statement {
        private let database: StateDatabase
        private let pointer: OpaquePointer

        init(_ database: StateDatabase, _ query: String) throws(SQLiteError) {
            var pointer: OpaquePointer?
            guard sqlite3_prepare_v2(database.handle, query, -1, &pointer, nil) == SQLITE_OK, let pointer else {
                throw database.error("use")
            }
            self.database = database
            self.pointer = pointer
        }

        deinit { sqlite3_finalize(pointer) }

        /// Whether there is a row.
        func step() throws(SQLiteError) -> Bool {
            switch sqlite3_step(pointer) {
            case SQLITE_ROW: return true
            case SQLITE_DONE: return false
            default: throw database.error("use")
            }
        }

        /// Carries out a statement that gives no rows, and makes it ready for other values.
        func finish() throws(SQLiteError) {
            _ = try step()
            sqlite3_reset(pointer)
        }

        func bind(_ place: Int32, _ number: Int64) { sqlite3_bind_int64(pointer, place, number) }

        func bind(_ place: Int32, _ text: String) {
            sqlite3_bind_text(pointer, place, text, -1, hearth_sqlite_transient())
        }

        func bind(_ place: Int32, _ bytes: [UInt8]) {
            sqlite3_bind_blob(pointer, place, bytes, Int32(bytes.count), hearth_sqlite_transient())
        }

        func number(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

        func text(_ column: Int32) -> String { sqlite3_column_text(pointer, column).map { String(cString: $0) } ?? "" }

        func bytes(_ column: Int32) -> [UInt8] {
            guard let start = sqlite3_column_blob(pointer, column) else { return [] }
            return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
        }
    }
}
