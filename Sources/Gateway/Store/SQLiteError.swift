import CSQLite
import Systemd

/// Why the state could not be read or written.
struct SQLiteError: Error {
    /// What was attempted, as the middle of a sentence: `save the state in /var/lib/hearth/state.db`.
    let attempt: String
    /// SQLite's code, without the details.
    let code: Int32
    private let details: String

    init(attempt: String, code: Int32, details: String) {
        self.attempt = attempt
        self.code = code & 0xFF
        self.details = details
    }

    /// The file is not what it should be; it will not become so by waiting.
    var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

    /// `cannot save the state in …: the disk is full`
    var words: String {
        let reason =
            switch code {
            case SQLITE_FULL: "the disk is full"
            case SQLITE_READONLY: "the file or the disk is read-only"
            case SQLITE_BUSY, SQLITE_LOCKED: "another program has locked it"
            case SQLITE_CANTOPEN: "it cannot be opened; does the folder exist, and may hearth write there?"
            case SQLITE_IOERR: "the disk reports an error (\(escaped(details)))"
            case SQLITE_CORRUPT, SQLITE_NOTADB: "the file is damaged"
            default: escaped(details)
            }
        return "cannot \(attempt): \(reason)"
    }
}
