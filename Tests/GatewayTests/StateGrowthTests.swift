import Foundation
import TestSupport
import Testing

@testable import Gateway
@testable import RuleEngine

@Suite("F56, F60: what the state costs a disk")
struct StateGrowthTests {
    static let second: Int64 = 1_000_000_000
    static let day = 86_400 * second

    /// A house with fifty rooms that are heard in turn; each has a value that fills a row.
    struct Rooms {
        private var saved = SavedRows()
        private var rows = (0..<50).map { Self.row($0, -1) }
        private var count = 0

        /// What is to be written once so many messages more have come.
        mutating func order(after messages: Int) -> StateFile.Order {
            for _ in 0..<messages {
                rows[count % 50] = Self.row(count % 50, count)
                count += 1
            }
            return StateFile.Order(
                change: saved.change(to: rows), rules: nil,
                moment: SavedMoment(engine: Int64(count), wall: Int64(count), boot: 0, bootID: "boot"))
        }

        private static func row(_ room: Int, _ value: Int) -> StateRow {
            let name = Array("temperature in the room number \(room)".utf8)
            return StateRow(
                key: StateRow.Key(kind: .input, name: name), contents: name + Array("\(value)".utf8))
        }
    }

    /// Bytes of the file and of those beside it.
    static func size(in folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, name in
            var status = stat()
            stat("\(folder)/\(name)", &status)
            return sum + Int(status.st_size)
        }
    }

    static func isDone(_ outcome: StateFile.Outcome) -> Bool {
        if case .done = outcome { true } else { false }
    }

    @Test("F56: a day of ten messages a second, saved as the policy says, stays within a megabyte on disk")
    func day() throws {
        let folder = try TemporaryFolder()
        let file = StateFile(folder: folder.path)
        var rooms = Rooms()
        var largest = 0
        for _ in 0..<Int(Self.day / SavePolicy.longestPause) {
            #expect(Self.isDone(file.save(rooms.order(after: 300))))
            largest = max(largest, try Self.size(in: folder.path))
        }
        #expect(largest < 1 << 20, "\(largest) bytes")
        file.close()
        // What was only in the log is in the file now, and that is as large as what it holds.
        #expect(try Self.size(in: folder.path) < 32 << 10)
    }

    @Test("F56: a log that a reader has made grow shrinks again when the reader has gone")
    func reader() throws {
        let folder = try TemporaryFolder()
        let file = StateFile(folder: folder.path)
        var rooms = Rooms()
        #expect(Self.isDone(file.save(rooms.order(after: 50))))
        let pipe = "\(folder.path)/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = try RunningProcess(
            "sqlite3",
            [file.path, "BEGIN; SELECT engine FROM moment;", ".shell echo reading; cat '\(pipe)'"])
        defer { reader.terminate() }
        #expect(reader.waitForLine { $0 == "reading" } != nil)
        for _ in 0..<400 { #expect(Self.isDone(file.save(rooms.order(after: 50)))) }
        #expect(try Self.size(in: folder.path) > 2 << 20)
        // The end of the file that `cat` waits for.
        close(open(pipe, O_WRONLY))
        reader.wait()
        for _ in 0..<2 { #expect(Self.isDone(file.save(rooms.order(after: 50)))) }
        #expect(try Self.size(in: folder.path) < 3 << 19)
    }

    /// How often is written in so much time, where each message is such news.
    static func writes(in time: Int64, every interval: Int64, _ news: SavePolicy.News) -> Int {
        var policy = SavePolicy()
        var writes = 0
        for now in stride(from: 0, to: time, by: Int(interval)) {
            let now = Int64(now)
            while let deadline = policy.deadline, deadline <= now {
                policy.began(at: deadline)
                writes += 1
                #expect(policy.succeeded() == nil)
            }
            policy.note(news, at: now)
        }
        return writes
    }

    /// Bytes that this thread has written, as the kernel counts them.
    static func written() throws -> Int {
        let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("wchar: ") })
        return try #require(Int(line.dropFirst(7)))
    }

    /// An SD card lives on it. `Scripts/bench` measures the same of the whole gateway ("what it writes to disk").
    @Test("F60: an hour of ten values a second is less than 20 MB written to the disk")
    func bytes() throws {
        let folder = try TemporaryFolder()
        let file = StateFile(folder: folder.path)
        var rooms = Rooms()
        let before = try Self.written()
        for _ in 0..<Int(3_600 * Self.second / SavePolicy.longestPause) {
            #expect(Self.isDone(file.save(rooms.order(after: 300))))
        }
        let readings = try Self.written() - before
        #expect((100_000..<5_000_000).contains(readings), "\(readings) bytes")
        // One command in every ten of them, so a transaction in every second: ten minutes of that.
        for _ in 0..<600 { #expect(Self.isDone(file.save(rooms.order(after: 10)))) }
        let commands = 6 * (try Self.written() - before - readings)
        #expect(commands < 20_000_000, "\(commands) bytes")
        print("an hour of ten values a second: \(readings) bytes, of a transaction a second: \(commands) bytes")
    }

    @Test("F60: a day of ten values a second is 2880 transactions, and of ten commands a second 86400")
    func transactions() {
        let tenth = Self.second / 10
        let slight = Self.writes(in: Self.day, every: tenth, .slight)
        #expect((2_850...2_880).contains(slight), "\(slight)")
        let important = Self.writes(in: Self.day / 24, every: tenth, .important)
        #expect((3_200...3_600).contains(important), "\(important)")
        // Who is heard once an hour costs a write for each, and no more.
        #expect(Self.writes(in: Self.day, every: 3_600 * Self.second, .slight) == 23)
        #expect(Self.writes(in: Self.day, every: tenth, .none) == 0)
    }

    @Test("F60: many slight changes within the pause are one transaction, and only what changed is in it")
    func together() throws {
        var rooms = Rooms()
        #expect(rooms.order(after: 0).change.written.count == 50)
        let change = rooms.order(after: 7).change
        #expect(change.written.count == 7 && change.removed.isEmpty && !change.isComplete)
        #expect(rooms.order(after: 0).change.isEmpty)

        var policy = SavePolicy()
        for tenth in 0..<290 { policy.note(.slight, at: Int64(tenth) * Self.second / 10) }
        #expect(policy.deadline == SavePolicy.longestPause)
        policy.note(.important, at: 29 * Self.second)
        #expect(policy.deadline == 29 * Self.second + SavePolicy.moment)
        policy.began(at: 29 * Self.second)
        policy.note(.important, at: 29 * Self.second + 1)
        #expect(policy.deadline == nil)
        #expect(policy.succeeded() == nil)
        #expect(policy.deadline == 29 * Self.second + SavePolicy.shortestPause)
    }
}
