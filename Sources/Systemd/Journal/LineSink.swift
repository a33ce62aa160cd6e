import Glibc

/// Writes an entry's message as a line: with time and colour for a person, or with systemd's priority prefix (`<6>`) into a
/// stream that the journal reads.
final class LineSink: JournalSink {
    /// The longest line, line feed included, and the most that lines written in one go have together. A pipe takes that much
    /// at once or not at all.
    static let lineLimit = 4_096
    /// At most so many bytes stand around a line's message: time, colour, line feed.
    private static let frameLimit = 64

    /// How a line begins.
    private enum Style { case journal, plain, color }

    private let output: NonblockingOutput
    private let style: Style
    private let wallClock: () -> Int64
    private var time = LocalTimeText()
    /// Kept between entries, so that a line allocates nothing here.
    private var lines: [UInt8] = []

    /// `descriptor` stays the caller's. The clock is an argument for tests.
    init(
        descriptor: Int32, environment: ServiceEnvironment, wallClock: @escaping () -> Int64 = { SystemClock.wall }
    ) {
        output = NonblockingOutput(descriptor)
        self.wallClock = wallClock
        if Self.isJournalStream(descriptor, environment.journalStream) {
            style = .journal
        } else {
            style = isatty(descriptor) == 1 && environment.allowsColor ? .color : .plain
        }
        lines.reserveCapacity(Self.lineLimit)
    }

    let keepsFields = false

    /// True where the journal reads what is written here.
    var isJournalStream: Bool { style == .journal }

    func write(_ entry: JournalEntry) -> Bool {
        append(entry)
        return flush()
    }

    func write(_ entries: [JournalEntry]) -> Int {
        var lost = 0
        var gathered = 0
        for entry in entries {
            if gathered > 0, lines.count + entry.message.utf8.count + Self.frameLimit > Self.lineLimit {
                if !flush() { lost += gathered }
                gathered = 0
            }
            append(entry)
            gathered += 1
        }
        if gathered > 0, !flush() { lost += gathered }
        return lost
    }

    private func append(_ entry: JournalEntry) {
        begin(entry.priority)
        append(message: entry.message)
        if style == .color { lines.append(contentsOf: "\u{1B}[0m".utf8) }
        lines.append(UInt8(ascii: "\n"))
    }

    private func flush() -> Bool {
        defer { lines.removeAll(keepingCapacity: true) }
        return lines.withUnsafeBytes(output.write)
    }

    private func begin(_ priority: Priority) {
        switch style {
        case .journal:
            lines.append(contentsOf: [UInt8(ascii: "<"), UInt8(ascii: "0") + priority.rawValue, UInt8(ascii: ">")])
        case .plain: append(timeWith: "", "  ")
        case .color: append(timeWith: "\u{1B}[2m", "\u{1B}[0m  \(Self.color(of: priority))")
        }
    }

    private func append(timeWith before: StaticString, _ after: String) {
        before.withUTF8Buffer { lines.append(contentsOf: $0) }
        lines.append(contentsOf: time.text(of: wallClock()).utf8)
        lines.append(contentsOf: after.utf8)
    }

    private func append(message: String) {
        var message = message
        message.withUTF8 { bytes in
            let room = Self.lineLimit - lines.count - 8
            guard bytes.count > room else { return lines.append(contentsOf: bytes) }
            var end = room - 3
            while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }  // not in the middle of a character
            lines.append(contentsOf: bytes.prefix(end))
            lines.append(contentsOf: "…".utf8)
        }
    }

    private static func color(of priority: Priority) -> String {
        switch priority {
        case .emergency, .alert, .critical, .error: "\u{1B}[31m"
        case .warning: "\u{1B}[33m"
        case .notice: "\u{1B}[1m"
        case .info: ""
        case .debug: "\u{1B}[2m"
        }
    }

    /// `stream` is what `JOURNAL_STREAM` says: device and inode, with a colon between them.
    private static func isJournalStream(_ descriptor: Int32, _ stream: String?) -> Bool {
        guard let stream else { return false }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
