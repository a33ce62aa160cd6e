import Foundation
import Testing

@testable import RuleLanguage

@Suite("Findings as JSON")
struct DiagnosticJSONTests {
    @Test("a finding is one object on one line, with everything that a person is told")
    func form() {
        var sources = SourceSet()
        _ = sources.add(
            name: "a.rules", text: Array("input a from \"x\" as text\noutput a to \"y\" as text".utf8))
        #expect(
            DiagnosticJSON(sources: sources).render(Compiler.compile(sources).diagnostics) == """
                {"file":"a.rules","range":{"start":{"line":2,"column":8},"end":{"line":2,"column":9}},"severity":"error",\
                "slug":"duplicate-name","message":"\\"a\\" is defined twice","help":"give one of them another name",\
                "notes":[{"message":"the first is an input","file":"a.rules",\
                "range":{"start":{"line":1,"column":7},"end":{"line":1,"column":8}}}]}

                """)
    }

    @Test("what is not there is null or empty, and findings that are the same are told once")
    func bare() {
        var sources = SourceSet()
        _ = sources.add(name: "b", text: Array("x".utf8))
        let finding = Diagnostic(.cycle, "m", at: SourceRange(file: 0, start: 0, end: 1))
        #expect(
            DiagnosticJSON(sources: sources).render([finding, finding]) == """
                {"file":"b","range":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"severity":"error",\
                "slug":"cycle","message":"m","help":null,"notes":[]}

                """)
    }

    @Test(
        "strings survive a JSON parser, whatever is in them",
        arguments: [
            "\"quotes\" and \\ backslashes", "\n\r\t\u{0}\u{1}\u{1F}\u{7F}", "\u{2028} \u{202E} é e\u{301} 温度 👩‍👩‍👧",
            "</script>",
        ])
    func strings(text: String) throws {
        var sources = SourceSet()
        _ = sources.add(name: text, text: Array(text.utf8))
        let place = SourceRange(file: 0, start: 0, end: 1)
        let finding = Diagnostic(.feedback, text, at: place, help: text, notes: [.init(text, at: place), .init(text)])
        let line = DiagnosticJSON(sources: sources).render([finding])
        #expect(line.utf8.count { $0 == 0x0A } == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["file"] as? String == text)
        #expect(object["message"] as? String == text)
        #expect(object["help"] as? String == text)
        let notes = try #require(object["notes"] as? [[String: Any]])
        #expect(notes.map { $0["message"] as? String } == [text, text])
        #expect(notes.map { $0["file"] as? String } == [text, nil])
    }
}
