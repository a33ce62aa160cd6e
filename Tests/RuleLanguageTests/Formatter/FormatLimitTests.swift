import Testing

@testable import RuleLanguage

@Suite("What is not laid out, and how far columns go")
struct FormatLimitTests {
    @Test("line breaks become line feeds, tabs blanks, and a byte-order mark goes")
    func bytes() {
        let text = "\u{FEFF}input\ta from \"a\"\tas number\r\n\r# c\t \r\noutput b to \"b\" as text"
        #expect(
            formatted(Array(text.utf8))
                == Array("input a  from \"a\"  as number\n\n# c\noutput b  to \"b\"  as text\n".utf8))
    }

    @Test("a file with mistakes is refused with those of the parser alone")
    func mistakes() {
        let shown = refusal(of: Array("let a = nothing\nlet b = )\n".utf8))
        #expect(shown.contains("a.rules:2:9: error: "))
        #expect(!shown.contains("nothing is called"))
        #expect(formatted("let a = nothing\n") == "let a = nothing\n")
    }

    @Test(
        "a file with a password in it is refused, and the password is not shown",
        arguments: ["password \"geheim\"", "password geheim", "broker \"mqtt://ann:geheim@b\"\nlet a = )"])
    func password(text: String) {
        let shown = refusal(of: Array(text.utf8))
        #expect(shown.contains("error"))
        #expect(!shown.contains("geheim"))
    }

    @Test(
        "bytes that are not UTF-8 are refused, in comments too",
        arguments: [[0xFF], [0xC3, 0x28], [0xFF, 0xFE, 0x41, 0]])
    func encoding(bytes: [UInt8]) {
        #expect(refusal(of: Array("# ".utf8) + bytes).contains("UTF-8"))
        #expect(refusal(of: bytes).contains("error"))
    }

    @Test("a cell of 80 columns widens its column, one of 81 does not")
    func widestCell() {
        func laidOut(_ count: Int) -> String? {
            let topic = String(repeating: "x", count: count - 2)
            return formatted("input a from \"\(topic)\" as text\ninput b from \"b\" as text\n")
        }
        let blanks = String(repeating: " ", count: 80 - 3 + 2)
        #expect(laidOut(80)?.contains("\"b\"\(blanks)as text") == true)
        #expect(laidOut(81)?.contains("\"b\"  as text") == true)
    }

    @Test("a line of 100 columns moves the comments, one of 101 does not")
    func widestCommented() {
        func laidOut(_ count: Int) -> String? {
            let name = String(repeating: "x", count: count - "let  = 1".count)
            return formatted("let \(name) = 1 # a\nlet b = 1 # b\n")
        }
        #expect(laidOut(100)?.contains("let b = 1\(String(repeating: " ", count: 93))# b") == true)
        #expect(laidOut(101)?.contains("let b = 1  # b") == true)
    }

    @Test("a file that would become too large is refused, one that just fits is laid out")
    func size() {
        let rule = "let a=1\n"
        func commented(_ count: Int) -> String { "#" + String(repeating: "x", count: count - 1) + "\n" + rule }
        let fitting = Parser.largestFile - rule.utf8.count - 3
        #expect(formatted(commented(fitting))?.utf8.count == Parser.largestFile)
        let tooLarge = refusal(of: Array(commented(fitting + 1).utf8))
        #expect(tooLarge.contains("larger than 1 MiB [file-too-large]"))
    }
}
