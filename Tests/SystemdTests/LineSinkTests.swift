import CSystemd
import Foundation
import Testing

@testable import Systemd

@Suite("Lines on standard error")
struct LineSinkTests {
    @Test("a pipe gets the time and the message without colour")
    func plain() {
        let pipe = Pipe2()
        let journal = Journal(
            sink: LineSink(descriptor: pipe.writeEnd, environment: .with([:]), wallClock: { 1_000_000_000 }))
        journal.write(.error, "cannot connect\nto the broker", fields: [JournalField("HEARTH_EVENT", "x")])
        let line = pipe.take()
        #expect(line.wholeMatch(of: /[0-2]\d:[0-5]\d:01  cannot connect\\nto the broker\n/) != nil, "\(line)")
    }

    @Test("a terminal gets colour, unless NO_COLOR is set or the terminal is dumb")
    func terminal() throws {
        let terminal = try Terminal()
        #expect(terminal.line(.error, [:]) == "\u{1B}[2m00:00:00\u{1B}[0m  \u{1B}[31mhot\u{1B}[0m")
        #expect(terminal.line(.error, ["NO_COLOR": "1"]) == "00:00:00  hot")
        #expect(terminal.line(.error, ["NO_COLOR": ""]) == "\u{1B}[2m00:00:00\u{1B}[0m  \u{1B}[31mhot\u{1B}[0m")
        #expect(terminal.line(.error, ["TERM": "dumb"]) == "00:00:00  hot")
    }

    @Test("JOURNAL_STREAM counts only when it means this very descriptor", arguments: ["", "1:2", "nonsense", ":"])
    func otherStream(stream: String) {
        let pipe = Pipe2()
        let sink = LineSink(descriptor: pipe.writeEnd, environment: .with(["JOURNAL_STREAM": stream]))
        #expect(!sink.isJournalStream)
    }

    @Test("a full pipe costs lines but no time, the loss is said later, and who shares the pipe is left alone")
    func fullPipe() {
        let pipe = Pipe2()
        let journal = Journal(sink: LineSink(descriptor: pipe.writeEnd, environment: .with([:])))
        let text = String(repeating: "x", count: 1_000)
        while journal.lost < 2 { journal.write(.info, text) }
        #expect(fcntl(pipe.writeEnd, F_GETFL) & O_NONBLOCK == 0, "the flag would be set for other processes too")
        #expect(pipe.take().hasSuffix("x\n"), "whole lines only")
        journal.write(.info, "again")
        let lines = pipe.take().split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("2 lines were lost here: the log was not read fast enough") == true)
        #expect(lines.last?.hasSuffix("again") == true)
    }

    @Test("entries in one go arrive in order; what a full pipe does not take is counted line by line")
    func together() {
        let pipe = Pipe2()
        let journal = Journal(sink: LineSink(descriptor: pipe.writeEnd, environment: .with([:])))
        let texts = (0..<20).map { "\($0)" + String(repeating: "x", count: 500) }
        journal.write(texts.map { journal.entry(.info, $0) } + [journal.entry(.debug, "below the threshold")])
        let lines = pipe.take().split(separator: "\n")
        #expect(lines.count == 20)
        #expect(zip(lines, texts).allSatisfy { $0.hasSuffix($1) })
        let entries = (0..<1_000).map { _ in journal.entry(.info, String(repeating: "y", count: 1_000)) }
        journal.write(entries)
        let taken = pipe.take()
        #expect(taken.hasSuffix("y\n"), "whole lines only")
        #expect(taken.split(separator: "\n").count + journal.lost == 1_000)
    }

    @Test("a full socket costs lines but no time")
    func fullSocket() {
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { ends.forEach { close($0) } }
        let journal = Journal(sink: LineSink(descriptor: ends[1], environment: .with([:])))
        let text = String(repeating: "x", count: 1_000)
        for _ in 0..<100_000 where journal.lost == 0 { journal.write(.info, text) }
        #expect(journal.lost == 1)
    }

    @Test("a file is appended to, not written over")
    func file() throws {
        let folder = TemporaryFolder()
        try folder.write("before\n", to: "log")
        let file = open("\(folder.path)/log", O_WRONLY | O_APPEND)
        defer { close(file) }
        Journal(sink: LineSink(descriptor: file, environment: .with([:]))).write(.info, "after")
        let text = try String(contentsOfFile: "\(folder.path)/log", encoding: .utf8)
        #expect(text.hasPrefix("before\n") && text.hasSuffix("  after\n"))
    }

    @Test("a long message is cut between two characters, so that the line fits a pipe's atomic write")
    func longLine() {
        let pipe = Pipe2()
        let journal = Journal(sink: LineSink(descriptor: pipe.writeEnd, environment: .with([:])))
        journal.write(.info, String(repeating: "°", count: 5_000))
        let line = pipe.take()
        #expect(line.utf8.count <= LineSink.lineLimit)
        #expect(line.utf8.count > LineSink.lineLimit - 16)
        #expect(line.hasSuffix("°…\n"))
        #expect(!line.contains("\u{FFFD}"))
    }

    @Test("lines that go nowhere are counted and end nothing")
    func closed() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[1])
        defer { close(ends[0]) }
        let journal = Journal(sink: LineSink(descriptor: 1_000_000, environment: .with([:])))
        journal.write(.info, "nobody")
        #expect(journal.lost == 1)
    }
}

/// A pseudo-terminal, so that `isatty` says yes.
private final class Terminal {
    private let master: Int32
    private let terminal: Int32

    init() throws {
        var ends: (master: Int32, terminal: Int32) = (-1, -1)
        try #require(openpty(&ends.master, &ends.terminal, nil, nil, nil) == 0)
        (master, terminal) = ends
    }

    deinit {
        close(terminal)
        close(master)
    }

    /// What one entry at midnight looks like, without the line's end.
    func line(_ priority: Systemd.Priority, _ variables: [String: String]) -> String {
        var midnight = tm()
        var now = time(nil)
        localtime_r(&now, &midnight)
        (midnight.tm_hour, midnight.tm_min, midnight.tm_sec) = (0, 0, 0)
        let wall = Int64(mktime(&midnight)) * 1_000_000_000
        Journal(sink: LineSink(descriptor: terminal, environment: .with(variables), wallClock: { wall })).write(
            priority, "hot")
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(master, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
