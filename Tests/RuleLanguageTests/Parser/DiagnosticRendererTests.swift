import Testing

@testable import RuleLanguage

@Suite("Rendering of findings")
struct DiagnosticRendererTests {
    @Test("a finding has its place, message, slug, line, mark and help")
    func form() {
        #expect(
            findings(in: "prefix \"a\"\nlet x = temperature(room) > 26 C until y", name: "rules.d/climate.rules") == """
                rules.d/climate.rules:2:32: error: "C" is no unit [unknown-unit]
                  2 | let x = temperature(room) > 26 C until y
                    |                                ^
                    = help: did you mean °C?

                """)
    }

    @Test("a mistake at the end of a line is marked behind it")
    func lineEnd() {
        #expect(
            findings(in: "keep fan\n    ON while t >   # hot\n    OFF otherwise") == """
                a.rules:2:17: error: a value is missing at the end of this line [missing-value]
                  2 |     ON while t >   # hot
                    |                 ^
                    = help: write a name, a number, a word or a text

                """)
    }

    @Test("tabs and wide characters keep the mark below what it means")
    func columns() {
        #expect(
            findings(in: "let\tx = \"温度\" is 温 ] 5") == """
                a.rules:1:19: error: "]" stands where the end of the "let" is expected [unexpected-rest]
                  1 | let x = "温度" is 温 ] 5
                    |                      ^
                    = help: its value ends with its line; conditions are joined with "and" and "or"

                """)
        #expect(
            findings(in: "let x = e\u{301} ]") == """
                a.rules:1:11: error: "]" stands where the end of the "let" is expected [unexpected-rest]
                  1 | let x = e\u{301} ]
                    |           ^
                    = help: its value ends with its line; conditions are joined with "and" and "or"

                """)
    }

    @Test("control characters and direction marks are shown, not printed")
    func escapes() {
        #expect(
            findings(in: "let x = \"\u{1B}[31m\" # \u{202E}", name: "a\u{1B}.rules") == """
                a\\u{1B}.rules:1:10: error: the character "\\u{1B}" cannot stand here [strange-character]
                  1 | let x = "\\u{1B}[31m" # \\u{202E}
                    |          ^~~~~~
                    = help: take it out; inside quotes write \\u{1B}

                """)
    }

    @Test("a byte that is not UTF-8 is shown by its number")
    func invalidBytes() {
        var sources = SourceSet()
        _ = sources.add(name: "a.rules", text: Array("# a".utf8) + [0xFC] + Array("b".utf8))
        let text = DiagnosticRenderer(sources: sources).render(Parser.parse(sources).1)
        #expect(text.contains("  1 | # a\\xFCb\n    |    ^~~~\n"))
    }

    @Test("a very long line is cut around the place")
    func longLines() {
        let text = findings(
            in: "let x = " + String(repeating: "abcdefgh or ", count: 30) + "] " + String(repeating: "z ", count: 200))
        let lines = text.split(separator: "\n")
        #expect(lines[1].hasPrefix("  1 | …") && lines[1].hasSuffix("…") && lines[1].count < 125)
        let mark = lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) } ?? 0
        #expect(Array(lines[1])[mark] == "]")
    }

    @Test("findings stand in file order, errors first at one place, and none twice")
    func order() {
        var sources = SourceSet()
        _ = sources.add(name: "a", text: Array("ab".utf8))
        _ = sources.add(name: "b", text: Array("ab".utf8))
        let place = SourceRange(file: 0, start: 1, end: 2)
        let early = Diagnostic(.unusedName, "early", at: place)
        let late = Diagnostic(.cycle, "late", at: SourceRange(file: 1, start: 0, end: 1))
        let first = Diagnostic(.feedback, "first", at: place, notes: [Diagnostic.Note("see there", at: late.range)])
        let text = DiagnosticRenderer(sources: sources).render([late, early, late, first])
        #expect(
            text == """
                a:1:2: error: first [feedback]
                  1 | ab
                    |  ^
                    = note: see there (b:1)
                a:1:2: warning: early [unused-name]
                  1 | ab
                    |  ^
                b:1:1: error: late [cycle]
                  1 | ab
                    | ^

                """)
    }

    @Test("colour marks the parts and changes no character")
    func colour() {
        var sources = SourceSet()
        _ = sources.add(name: "a.rules", text: Array("let x = ]".utf8))
        let found = Parser.parse(sources).1
        let coloured = DiagnosticRenderer(sources: sources, style: .colour).render(found)
        #expect(coloured.contains("\u{1B}[1;31merror:\u{1B}[0m"))
        var plain = ""
        var isEscape = false
        for character in coloured {
            if character == "\u{1B}" { isEscape = true }
            if !isEscape { plain.append(character) }
            if character == "m" { isEscape = false }
        }
        #expect(plain == DiagnosticRenderer(sources: sources).render(found))
    }

    @Test("columns count characters as an editor does")
    func positions() {
        var sources = SourceSet()
        _ = sources.add(name: "a", text: Array("\u{FEFF}äb\r\n👨‍👩‍👧x\ry".utf8))
        #expect(sources.position(of: 2, in: 0) == SourceSet.Position(line: 1, column: 2))
        #expect(sources.position(of: 5 + 18, in: 0) == SourceSet.Position(line: 2, column: 2))
        #expect(sources.position(of: 25, in: 0) == SourceSet.Position(line: 3, column: 1))
        #expect(sources.position(of: 1000, in: 0) == SourceSet.Position(line: 3, column: 2))
        #expect(sources.place(of: SourceRange(file: 0, start: 6, end: 7)) == "a:2")
        let other = sources.add(name: "rules.d/b", text: [])
        #expect(sources.place(of: SourceRange(file: other, start: 0, end: 0)) == "rules.d/b:1")
        #expect(sources.shortPlace(of: SourceRange(file: other, start: 0, end: 0)) == "b:1")
    }
}

@Suite("The nearest name")
struct NearestTests {
    @Test(
        "is found within a third of the word's length",
        arguments: [
            ("temprature", "temperature"), ("outptu", "output"), ("kep", "keep"), ("Temperature", "temperature"),
            ("fna", "fan"), ("TEMPERATURE", "temperature"),
        ])
    func near(_ word: String, _ expected: String) {
        #expect(Nearest.name(to: word, among: ["fan", "keep", "output", "temperature"]) == expected)
    }

    @Test(
        "of several as near is the one that has most of the word's letters",
        arguments: [
            ("ofline", ["online", "offline"], "offline"), ("ofline", ["offline", "online"], "offline"),
            ("onlin", ["offline", "online"], "online"), ("onn", ["own", "on"], "on"), ("opn", ["own", "open"], "open"),
            ("fna", ["fan", "na"], "fan"), ("stare", ["share", "start", "stars"], "start"),
            ("Fan", ["fun", "fan", "FAN"], "fan"), ("lihgt", ["night", "light"], "light"),
        ])
    func nearest(_ word: String, _ names: [String], _ expected: String) {
        #expect(Nearest.name(to: word, among: names) == expected)
    }

    @Test(
        "is not found for what is no slip of it",
        arguments: ["foo", "xy", "temp", "", "house", String(repeating: "x", count: 100_000)])
    func far(_ word: String) {
        #expect(Nearest.name(to: word, among: ["fan", "keep", "output", "temperature"]) == nil)
    }
}
