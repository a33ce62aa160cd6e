@testable import Systemd

/// Keeps the entries of a journal.
final class JournalEntries: JournalSink {
    let keepsFields = true
    var all: [JournalEntry] = []

    func write(_ entry: JournalEntry) -> Bool {
        all.append(entry)
        return true
    }
}
