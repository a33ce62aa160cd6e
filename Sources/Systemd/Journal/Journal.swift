import Glibc

/// Writes entries to systemd's journal, and to standard error where nobody reads the journal: in a terminal, a pipe, a container.
///
/// It never waits. What a full pipe or a journal that hangs does not take is lost and counted, and the next entry that gets through
/// says how many were. It belongs to one thread.
package final class Journal {
    private let sink: any JournalSink
    /// How many entries were lost altogether.
    package private(set) var lost = 0
    private var unreported = 0

    /// Entries less serious than this are not written.
    package var threshold = Priority.info

    /// Chooses the sink: the journal when systemd has connected standard error to it, which the device and inode in `JOURNAL_STREAM` show.
    /// `identifier` is the program's name, as `journalctl -t` knows it.
    package convenience init(identifier: String, environment: ServiceEnvironment = .ofProcess) {
        let line = LineSink(descriptor: STDERR_FILENO, environment: environment)
        guard line.isJournalStream, let native = NativeSink(identifier: identifier, path: NativeSink.socketPath) else {
            self.init(sink: line)
            return
        }
        self.init(sink: FallBackSink(first: native, second: line))
    }

    init(sink: any JournalSink) { self.sink = sink }

    /// Writes one entry: a sentence for a person, with fields for a machine. Control characters in `message` are shown escaped.
    /// The fields are made only where they are kept.
    package func write(
        _ priority: Priority, _ message: String, id: MessageID? = nil, fields: @autoclosure () -> [JournalField] = []
    ) {
        guard priority <= threshold else { return }
        if unreported > 0 { reportLoss() }
        if !sink.write(entry(priority, message, id: id, fields: fields())) { count(1) }
    }

    /// Makes an entry for `write(_:)`. Control characters in `message` are shown escaped; the fields are made only where they are kept.
    package func entry(
        _ priority: Priority, _ message: String, id: MessageID? = nil, fields: @autoclosure () -> [JournalField] = []
    ) -> JournalEntry {
        JournalEntry(
            priority: priority, message: escaped(message), id: id, fields: sink.keepsFields ? fields() : [])
    }

    /// Writes entries in one go where the sink can: what a gateway says in one turn is one call of the system.
    package func write(_ entries: [JournalEntry]) {
        if unreported > 0 { reportLoss() }
        count(sink.write(entries.filter { $0.priority <= threshold }))
    }

    private func reportLoss() {
        let words = unreported == 1 ? "1 line was" : "\(unreported) lines were"
        let message = "\(words) lost here: the log was not read fast enough"
        if sink.write(JournalEntry(priority: .warning, message: message, id: nil, fields: [])) { unreported = 0 }
    }

    private func count(_ entries: Int) {
        lost += entries
        unreported += entries
    }
}

/// Where entries go. `write` returns false for an entry that was lost.
protocol JournalSink: AnyObject {
    /// A line shows the message alone; then nobody needs to make the fields.
    var keepsFields: Bool { get }
    func write(_ entry: JournalEntry) -> Bool
    /// Returns how many were lost.
    func write(_ entries: [JournalEntry]) -> Int
}

extension JournalSink {
    func write(_ entries: [JournalEntry]) -> Int {
        entries.reduce(0) { lost, entry in write(entry) ? lost : lost + 1 }
    }
}

/// Sends an entry to the second sink where the first one is not there at all; a first one that is only slow loses it.
final class FallBackSink: JournalSink {
    private let first: NativeSink
    private let second: any JournalSink
    let keepsFields = true

    init(first: NativeSink, second: any JournalSink) {
        self.first = first
        self.second = second
    }

    func write(_ entry: JournalEntry) -> Bool {
        switch first.send(entry) {
        case 0: true
        case ENOENT, ECONNREFUSED, EACCES, EPERM, ENOTSOCK, EMSGSIZE: second.write(entry)
        default: false
        }
    }
}
