import Foundation
import Link
import RuleLanguage
import Testing

@testable import Gateway
@testable import RuleEngine
@testable import Systemd

@Suite("Lines in the journal")
struct JournalLinesTests {
    @Test("each kind of entry has an id of its own, and the catalogue explains it")
    func catalogue() throws {
        let ids = EventID.allCases.map(\.messageID.description)
        #expect(Set(ids).count == ids.count)
        #expect(Set(EventID.allCases.map(\.name)).count == ids.count)
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("systemd/hearth.catalog")
        let text = try String(contentsOf: file, encoding: .utf8)
        for id in ids { #expect(text.contains("-- \(id)\n")) }
    }

    @Test("a report has its kind's id, its field and its words")
    func report() {
        let entries = JournalEntries()
        let journal = GatewayJournal(Journal(sink: entries))
        journal.report(.lost(LinkFailure(.passing, "closed\u{1B}[2J by the broker")))
        #expect(entries.all.first?.message == "connection lost: closed\\x1b[2J by the broker")
        #expect(entries.all.first?.id == EventID.connectionLost.messageID)
        #expect(entries.all.first?.priority == .warning)
        #expect(entries.all.first?.fields.first?.value == "connection-lost")
    }

    @Test("errors of a reload come one line an entry, after what became of it")
    func reloadFailed() {
        let entries = JournalEntries()
        GatewayJournal(Journal(sink: entries)).reloadFailed(RulesProblem(lines: ["a", "b"], sources: SourceSet()))
        #expect(entries.all.map(\.message) == ["the new rules have errors: the old ones go on", "a", "b"])
        #expect(entries.all.allSatisfy { $0.priority == .error })
    }

    @Test("rules that cannot be read are not called rules with errors")
    func unreadable() {
        let entries = JournalEntries()
        let journal = GatewayJournal(Journal(sink: entries))
        let problem = RulesProblem(lines: ["cannot read /x: there is no such folder"], sources: nil)
        journal.reloadFailed(problem)
        journal.rejected(problem, folder: "/x")
        #expect(entries.all.first?.message == "the new rules cannot be read: the old ones go on")
        #expect(
            entries.all.last?.message
                == "stopped: there is nothing to run; \"hearth run FOLDER\" names the folder with hearth.conf and rules.d"
        )
    }
}

@Suite("Small things")
struct SmallThingsTests {
    @Test("times are UTC")
    func timestamp() {
        #expect(Information.timestamp(0) == "1970-01-01T00:00:00Z")
        #expect(Information.timestamp(1_782_914_400_123_456_789) == "2026-07-01T14:00:00Z")
    }

    @Test("the information is JSON")
    func information() throws {
        let rules = LoadedRules(program: Program(), sources: SourceSet(), warnings: [])
        let object = try JSONSerialization.jsonObject(
            with: Data(Information.json(of: rules, isLastGood: false, startedAt: 0)))
        #expect((object as? [String: Any])?["version"] as? String == Gateway.version)
    }

    @Test("the fingerprint of rules changes with names and texts")
    func fingerprint() {
        func sources(_ files: [(String, String)]) -> SourceSet {
            var set = SourceSet()
            for (name, text) in files { _ = set.add(name: name, text: Array(text.utf8)) }
            return set
        }
        let one = sources([("a", "b"), ("c", "")])
        #expect(RulesFingerprint.text(of: one).count == 16)
        #expect(RulesFingerprint.value(of: one) == RulesFingerprint.value(of: sources([("a", "b"), ("c", "")])))
        #expect(RulesFingerprint.value(of: one) != RulesFingerprint.value(of: sources([("a", ""), ("c", "b")])))
        #expect(one.hasSameContents(as: sources([("a", "b"), ("c", "")])))
        #expect(!one.hasSameContents(as: sources([("a", "b")])))
    }

    @Test("messages that are too large are said at most once a minute, with their count")
    func oversized() {
        var messages = OversizedMessages()
        let topic = Array("a\nb".utf8)
        func note(at seconds: Int64) -> String? {
            topic.withUnsafeBytes { messages.note(topic: $0, size: 1 << 20, at: seconds * 1_000_000_000) }
        }
        #expect(note(at: 0) == "a message of 1048576 bytes on a\\nb was not read: 512 KiB is the limit")
        #expect(note(at: 1) == nil)
        #expect(note(at: 59) == nil)
        #expect(note(at: 60)?.hasSuffix("(3 such messages)") == true)
    }
}
