import Testing

@testable import RuleLanguage

@Suite("Recovery")
struct RecoveryTests {
    @Test("ten independent mistakes are ten findings, in order")
    func tenMistakes() {
        let text = """
            inptu  temperature(room) from "home/{room}/temperature" as number °C
            input  status(room) from "home/{room}/status" as online or offline
            output fan(room) to home/{room}/fan/set as ON | OFF
            broker mqtt://localhost
            let hot(room) = temperature(room) > 26 C
            keep fan(room)
                OFF while status(room) == offline for 5 min
                ON  while hot(room) until temperature(room < 24 °C
                OFF othrwise
            when temperature(kitchen) > 40 for 5 minutes
                do fan(kitchen) = OFF
            test "ten"
                temperature(kitchen) = 20
                expet nothing
            """
        #expect(
            slugs(in: text) == [
                "1:mistyped-word", "2:stray-sign", "3:missing-quotes", "4:missing-quotes", "5:unknown-unit",
                "7:foreign-operator",
                "8:missing-parenthesis", "9:mistyped-word", "10:unknown-unit", "14:mistyped-word",
            ])
    }

    @Test("a declaration that is half understood still declares its name")
    func halfDeclaration() {
        #expect(
            SyntaxDump.text(parse("input a(room) from \"x/{room} as text\noutput b to \"y\" as\nlet c = ) d")) == """
                input a(room) from 'x/<room> as text' as ?
                output b to 'y' as ?
                let c = ?
                """)
    }

    @Test("a topic without quotes is understood as it was meant")
    func unquotedTopic() {
        let text = "input a(room) from home/{room}/t as text\nprefix {client}/x"
        #expect(
            SyntaxDump.text(parse(text)) == "input a(room) from 'home/<room>/t' as text\nsetting prefix: '<client>/x'")
    }

    @Test("after a mistake the next case, action and step are read")
    func nextItems() {
        let text = """
            keep fan
                ON while )
                OFF otherwise
            when )
                if a
                do b = )
                   toggle c
            test "t"
                expect )
                wait 5 s
            """
        #expect(
            SyntaxDump.text(parse(text)) == """
                keep fan
                  ON while ?
                  OFF otherwise
                when ?
                  if a
                  ?
                  toggle c
                test 't'
                  ?
                  wait 5s
                """)
        #expect(slugs(in: text) == ["2:missing-value", "4:missing-value", "6:missing-value", "9:missing-value"])
    }

    @Test("lines that continue a broken one belong to its mistake")
    func continuationLines() {
        #expect(
            slugs(in: "let x = a ] b\n  or c > > d\n  until e ]\nlet y = f ]") == [
                "1:unexpected-rest", "4:unexpected-rest",
            ])
    }

    @Test("bytes that are not UTF-8 are one finding with the first place, and the rest is read")
    func invalidUTF8() {
        var sources = SourceSet()
        let text: [UInt8] =
            Array("let x = t > 26 ".utf8) + [0xB0] + Array("C\n# k".utf8) + [0xFC] + Array("che\nlet y = a\n".utf8)
        _ = sources.add(name: "a.rules", text: text)
        let (tree, diagnostics) = Parser.parse(sources)
        #expect(diagnostics.map(\.slug) == ["not-utf8"])
        #expect(diagnostics.first?.range.start == 15)
        #expect(SyntaxDump.text(tree).hasSuffix("let y = a"))
    }

    @Test("UTF-16 files are refused with what to do")
    func utf16() {
        var sources = SourceSet()
        _ = sources.add(name: "a.rules", text: [0xFF, 0xFE, 0x61, 0])
        #expect(Parser.parse(sources).1.map(\.message) == ["this file is UTF-16 text"])
    }

    @Test("a file of 1 MiB is read, one byte more is refused")
    func fileSize() {
        let text = "let x = a\n#" + String(repeating: "x", count: Parser.largestFile - 11)
        #expect(slugs(in: text) == [])
        #expect(slugs(in: text + "x") == ["1:file-too-large"])
    }

    @Test("a file with more mistakes than anybody reads reports the first of them")
    func manyMistakes() {
        let text = String(repeating: "let x = )\n", count: 1000)
        #expect(slugs(in: text).count == DiagnosticList.limit)
    }

    @Test("NUL bytes and other control characters are reported once a line")
    func controlCharacters() {
        #expect(
            slugs(in: "let x = \u{0}\u{0} a \u{1B}\nlet y = \"a\u{7}b\"") == [
                "1:strange-character", "2:strange-character",
            ])
    }

    private func parse(_ text: String) -> SyntaxTree {
        var sources = SourceSet()
        _ = sources.add(name: "a.rules", text: Array(text.utf8))
        return Parser.parse(sources).0
    }
}
