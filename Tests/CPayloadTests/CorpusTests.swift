import CPayload
import Foundation
import Testing
import TestSupport

@Suite("Recorded traffic as JSON")
struct CorpusTests {
    @Test("every recorded payload is read or refused as a second parser of JSON reads or refuses it")
    func corpus() throws {
        let reader = try #require(Reader())
        let messages = try Corpus.messages()
        #expect(messages.count > 600)
        var readable = 0
        for message in messages {
            let isRead = reader.parse(message.payload) == .ok
            readable += isRead ? 1 : 0
            // Foundation stops at the first NUL in some versions and takes a number beyond any double in others.
            guard !message.payload.contains(0), !isByteOrderMarked(message.payload) else { continue }
            let data = Data(message.payload)
            let isReadElsewhere = (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
            #expect(isRead == isReadElsewhere, "\(message)")
        }
        #expect(readable > 300)
    }

    @Test(
        "the worst of the recorded payloads are refused with their reason",
        arguments: [
            (#"{"a":1}{"a":2}"#, JSONStatus.broken), (#"{temperature:21.5}"#, .broken),
            (#"{"temperature":1e400}"#, .numberOutOfRange),
            (#"{"temperature":021.5}"#, .broken), ("nan", .broken), ("16 seconds", .broken), ("ON", .broken),
            (#"{"state":"ON","state":"OFF"}"#, .ok), ("", .empty), (" ", .empty), ("-0", .ok), (".5", .broken),
            ("5.", .broken),
        ])
    func reasons(payload: String, status: JSONStatus) throws {
        let reader = try #require(Reader())
        let isRecorded = try Corpus.messages(of: "odd_payloads").contains { $0.payload == Array(payload.utf8) }
        #expect(isRecorded)
        #expect(reader.parse(payload) == status)
    }

    @Test("the escapes of the recordings are undone from left to right")
    func escapes() {
        func bytes(_ field: String) -> [UInt8]? { Corpus.unescaped(field.utf8) }
        #expect(bytes(#"a\nb\tc\rd"#) == Array("a\nb\tc\rd".utf8))
        #expect(bytes(#"\\x41\\\x41"#) == Array(#"\x41\A"#.utf8))
        #expect(bytes(#"\xef\xBB\x00"#) == [0xEF, 0xBB, 0])
        #expect(bytes(#"\q"#) == nil)
        #expect(bytes(#"\x4"#) == nil)
        #expect(bytes(#"\"#) == nil)
    }

    private func isByteOrderMarked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }
}
