import CSQLite
import Glibc
import Systemd

extension StateDatabase {
    /// What leads from each format of the file to the next.
    struct Migrations {
        /// SQL. The first step is that from format 1 to 2; a new file is made in the newest format at once.
        let steps: [String]

        static let all = Migrations(steps: [])

        /// The format to which they lead.
        var newest: Int32 { Int32(steps.count) + 1 }
    }

    /// Brings the file to the newest format: all steps or none. What it was before stays beside it as `state.db.format-1`.
    func migrate(from version: Int32, by migrations: Migrations) throws(SQLiteError) {
        guard version < migrations.newest else { return }
        try keepCopy(of: version)
        let steps = migrations.steps[Int(max(version, 1) - 1)...].joined(separator: ";\n")
        // Where a step fails the file is closed, and with it goes what the steps before have done.
        try run(
            "BEGIN IMMEDIATE; \(steps); PRAGMA user_version = \(migrations.newest); COMMIT", attempt: "bring up to date"
        )
    }

    /// One copy for each format: a second attempt finds that of the first.
    private func keepCopy(of version: Int32) throws(SQLiteError) {
        let copy = "\(path).format-\(version)"
        guard !Self.exists(at: copy) else { return }
        // A copy that a power cut has left half-made must not pass for one.
        let draft = copy + ".new"
        unlink(draft)
        try run("VACUUM INTO '\(Self.quoted(draft))'", attempt: "keep a copy of")
        do {
            try Self.checked("protect \(draft)", chmod(draft, 0o600))
            try Self.flush(draft)
            try Self.checked("rename \(draft)", rename(draft, copy))
            try Self.flush(folder)
        } catch {
            throw SQLiteError(attempt: "keep a copy of \(path)", code: SQLITE_IOERR, details: "\(error)")
        }
    }

    /// What is in the file, or in the folder, is on the disk when this returns.
    private static func flush(_ path: String) throws(SystemError) {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        try checked("open \(path)", file)
        defer { close(file) }
        try checked("write \(path)", fsync(file))
    }

    private static func checked(_ attempt: @autoclosure () -> String, _ result: Int32) throws(SystemError) {
        let code = errno
        guard result >= 0 else { throw SystemError(attempt: attempt(), code: code) }
    }

    private static func quoted(_ text: String) -> String {
        text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    }
}
