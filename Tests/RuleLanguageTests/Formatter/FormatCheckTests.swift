import Testing

@testable import RuleLanguage

@Suite("A layout is held against the text")
struct FormatCheckTests {
    private func fault(in text: String, of original: String) -> String? {
        var sources = SourceSet()
        _ = sources.add(name: "a.rules", text: Array(original.utf8))
        let tokens = MarkedTokens(Array(original.utf8), Parser.parse(sources).0)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            FormattedText.Line(text: Array($0.utf8), origin: 0)
        }
        return FormatCheck.fault(in: FormattedText(lines: lines), of: tokens)?.slug
    }

    @Test("other blanks are no fault")
    func same() {
        #expect(fault(in: "# a\nlet a  =  b(c)  # d", of: "# a\nlet a = b (c)# d") == nil)
    }

    @Test(
        "anything else is one",
        arguments: [
            "# a\nlet a = b(c) # e", "# a\nlet a = b(c)", "let a = b(c) # d", "# a\n# d\nlet a = b(c)",
            "let a = b(c)\n# a\n# d", "# a\nlet a = b(d) # d", "# a\nlet a = b(c", "# a\nlet a = b(c) + 1 # d",
            "# a\nlet a =\nb(c) # d", "# a\nlet a = b # d", "",
        ])
    func other(text: String) {
        #expect(fault(in: text, of: "# a\nlet a = b(c) # d") == "format-fault")
    }

    @Test("the same words that are read otherwise are one")
    func reading() {
        #expect(fault(in: "let a = x > 5 m / s", of: "let a = x > 5 m/s") == "format-fault")
    }
}
