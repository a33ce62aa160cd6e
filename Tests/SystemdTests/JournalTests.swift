import CSystemd
import Foundation
import Testing

@testable import Systemd

@Suite("The journal")
struct JournalTests {
    @Test("an entry carries message, priority, identifier, id and fields, and a value may hold line feeds")
    func native() throws {
        let folder = TemporaryFolder()
        let receiver = DatagramReceiver(path: "\(folder.path)/journal")
        let sink = try #require(NativeSink(identifier: "hearth", path: receiver.path))
        Journal(sink: sink).write(
            .notice, "kitchen fan ON", id: MessageID("c01fc96ec36641a8a4613f153c041f46"),
            fields: [JournalField("HEARTH_OUTPUT", "fan(kitchen)"), JournalField("HEARTH_VALUE", "a\nPRIORITY=0")])
        let fields = parse(try #require(receiver.next()))
        #expect(
            fields == [
                "MESSAGE": "kitchen fan ON", "PRIORITY": "5", "SYSLOG_IDENTIFIER": "hearth",
                "MESSAGE_ID": "c01fc96ec36641a8a4613f153c041f46", "HEARTH_OUTPUT": "fan(kitchen)",
                "HEARTH_VALUE": "a\nPRIORITY=0",
            ])
    }

    @Test("a value is cut off at its limit, and one of just that length is not")
    func valueLimit() throws {
        let folder = TemporaryFolder()
        let receiver = DatagramReceiver(path: "\(folder.path)/journal")
        let journal = Journal(sink: try #require(NativeSink(identifier: "hearth", path: receiver.path)))
        for extra in 0...1 {
            journal.write(
                .info, "x", fields: [JournalField("BIG", String(repeating: "y", count: NativeSink.valueLimit + extra))])
            #expect(parse(try #require(receiver.next()))["BIG"]?.utf8.count == NativeSink.valueLimit)
        }
        #expect(journal.lost == 0)
    }

    @Test("a journal that hangs costs lines but no time, and the loss is said once it reads again")
    func fullSocket() throws {
        let folder = TemporaryFolder()
        let receiver = DatagramReceiver(path: "\(folder.path)/journal")
        let journal = Journal(sink: try #require(NativeSink(identifier: "hearth", path: receiver.path)))
        var written = 0
        while journal.lost < 3, written < 100_000 {
            journal.write(.info, "line")
            written += 1
        }
        #expect(journal.lost == 3)
        var arrived = 0
        while receiver.next() != nil { arrived += 1 }
        #expect(arrived == written - 3)
        journal.write(.info, "again")
        let report = parse(try #require(receiver.next()))
        #expect(report["MESSAGE"] == "3 lines were lost here: the log was not read fast enough")
        #expect(report["PRIORITY"] == "4")
        #expect(parse(try #require(receiver.next()))["MESSAGE"] == "again")
    }

    @Test("where the journal's socket is absent, lines go to standard error with their priority")
    func absent() throws {
        let pipe = Pipe2()
        let first = try #require(NativeSink(identifier: "hearth", path: "/nonexistent/journal"))
        let line = LineSink(
            descriptor: pipe.writeEnd, environment: .with(["JOURNAL_STREAM": stream(of: pipe.writeEnd)]))
        #expect(line.isJournalStream)
        let journal = Journal(sink: FallBackSink(first: first, second: line))
        journal.write(.warning, "sensor lost")
        #expect(pipe.take() == "<4>sensor lost\n")
        #expect(journal.lost == 0)
    }

    @Test("a journal that only hangs is not replaced by standard error")
    func slowIsNotAbsent() throws {
        let folder = TemporaryFolder()
        let receiver = DatagramReceiver(path: "\(folder.path)/journal")
        let pipe = Pipe2()
        let journal = Journal(
            sink: FallBackSink(
                first: try #require(NativeSink(identifier: "hearth", path: receiver.path)),
                second: LineSink(descriptor: pipe.writeEnd, environment: .with([:]))))
        for _ in 0..<100_000 where journal.lost == 0 { journal.write(.info, "line") }
        #expect(journal.lost == 1)
        #expect(pipe.take() == "")
    }

    @Test("less serious entries than the threshold are not written")
    func threshold() throws {
        let pipe = Pipe2()
        let journal = Journal(sink: LineSink(descriptor: pipe.writeEnd, environment: .with([:]), wallClock: { 0 }))
        journal.write(.debug, "hidden")
        #expect(pipe.take() == "")
        journal.threshold = .debug
        journal.write(.debug, "shown")
        #expect(pipe.take().hasSuffix("  shown\n"))
    }

    // Not as arguments of the test: their names would bring the raw characters to the terminal of who runs it.
    @Test("nothing that a stranger sent moves the cursor, forges a line or turns the text")
    func escaping() {
        let cases = [
            ("plain, 26.5 °C → ÄÖ 🏠", "plain, 26.5 °C → ÄÖ 🏠"), ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\r\n", "\\r\\n"),
            ("\u{1B}[31mred\u{7}", "\\x1b[31mred\\x07"), ("\u{9B}1m\u{7F}\0", "\\u{9b}1m\\x7f\\x00"),
            ("\u{202E}gnp\u{2066}.\u{61C}", "\\u{202e}gnp\\u{2066}.\\u{61c}"),
            ("\u{2028}x\u{2029}", "\\u{2028}x\\u{2029}"),
            ("back\\slash", "back\\slash"), ("é\u{301}", "é\u{301}"), ("", ""),
        ]
        for (raw, shown) in cases {
            #expect(escaped(raw) == shown)
            #expect(escaped(shown) == shown, "what is escaped stays as it is")
        }
    }

    private func parse(_ datagram: [UInt8]) -> [String: String] {
        var fields: [String: String] = [:]
        var rest = datagram[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[rest.startIndex..<end]
            rest = rest[(end + 1)...]
            if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
                fields[text(line[..<equals])] = text(line[(equals + 1)...])
                continue
            }
            let count = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
            fields[text(line)] = text(rest.dropFirst(8).prefix(count))
            rest = rest.dropFirst(8 + count + 1)
        }
        #expect(rest.isEmpty)
        return fields
    }

    private func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}

/// What `JOURNAL_STREAM` would say of a descriptor.
func stream(of descriptor: Int32) -> String {
    var status = stat()
    fstat(descriptor, &status)
    return "\(status.st_dev):\(status.st_ino)"
}
