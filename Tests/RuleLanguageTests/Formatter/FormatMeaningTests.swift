import Testing

@testable import RuleLanguage

@Suite("Formatting changes nothing but blanks")
struct FormatMeaningTests {
    @Test("every rules file of the project means what it meant, and is laid out once for all")
    func project() throws {
        let texts = try ProjectRules.texts()
        #expect(texts.count > 200)
        for (name, text) in texts {
            if hasPassword(text) { continue }
            let once = try #require(formatted(text), "\(name)")
            #expect(tree(of: once) == tree(of: text), "\(name)")
            #expect(formatted(once) == once, "\(name), formatted twice")
            #expect(slugs(inChecked: once) == slugs(inChecked: text), "\(name)")
        }
    }

    @Test("what the project ships is laid out already", arguments: ["climate", "evening", "moisture"])
    func shipped(name: String) throws {
        let rules = try ProjectRules.read("config/rules.d/\(name).rules")
        #expect(formatted(rules) == rules)
        let settings = try ProjectRules.read("config/hearth.conf")
        #expect(formatted(settings) == settings)
    }

    @Test("of the examples only columns of topics change")
    func examples() throws {
        for (name, text) in try Examples.texts() {
            let result = try #require(formatted(text))
            for (before, after) in zip(text.split(separator: "\n"), result.split(separator: "\n")) where before != after
            {
                #expect(["input ", "event ", "output"].contains(String(before.prefix(6))), "\(name)")
            }
        }
    }

    @Test("however blanks are strewn between the words, the layout is the same", arguments: 1...4)
    func strewn(seed: Int) throws {
        var generator = SeededGenerator(state: UInt64(seed))
        for (name, text) in try Examples.texts() {
            let laidOut = try #require(formatted(text))
            let strewn = strew(laidOut, &generator)
            #expect(strewn != laidOut)
            #expect(formatted(strewn) == laidOut, "\(name), seed \(seed)")
        }
    }

    /// Other blanks in the place of those between words, and other line breaks.
    private func strew(_ text: String, _ generator: inout SeededGenerator) -> String {
        let lineBreak = ["\n", "\r\n", "\r"].randomElement(using: &generator) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasPrefix("#") || line.isEmpty { return String(line) }
            var result = ["", " ", "\t", "        "].randomElement(using: &generator) ?? ""
            var quote: Character?
            for character in line.drop(while: { $0 == " " }) {
                if character == quote {
                    quote = nil
                } else if quote == nil, "\"'".contains(character) {
                    quote = character
                }
                if character == " ", quote == nil {
                    if result.last != " " {
                        result += ["  ", " ", "\t \t ", "\u{A0} "].randomElement(using: &generator) ?? ""
                    }
                } else {
                    result.append(character)
                }
            }
            return result + (["", " ", "\t"].randomElement(using: &generator) ?? "")
        }.joined(separator: lineBreak)
    }

    @Test(
        "whatever the bytes are, they are laid out without a change of meaning, or refused with a reason",
        arguments: 1...4)
    func mangled(seed: Int) throws {
        var generator = SeededGenerator(state: UInt64(seed) &* 77)
        let texts = try ProjectRules.texts().map { Array($0.text.utf8) }
        var count = 0
        for _ in 0..<150 {
            var bytes = try #require(texts.randomElement(using: &generator))
            guard !bytes.isEmpty else { continue }
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                let splinter = [
                    " ", "\n", "\t", "#", ",", "(", ")", "-", ".", "..", "/", "\r", "\u{FEFF}", "'", "é", "\n#",
                ]
                .randomElement(using: &generator)
                bytes.insert(contentsOf: Array((splinter ?? "").utf8), at: place)
            }
            guard let once = formatted(bytes) else {
                let reason = refusal(of: bytes)
                #expect(reason.contains("error") && !reason.contains("format-fault"), "seed \(seed): \(reason)")
                continue
            }
            count += 1
            #expect(formatted(once) == once, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
            #expect(
                tree(of: String(decoding: once, as: UTF8.self)) == tree(of: String(decoding: bytes, as: UTF8.self)),
                "seed \(seed)")
        }
        #expect(count > 20)
    }

    private func hasPassword(_ text: String) -> Bool { slugs(inChecked: text).contains(Finding.passwordInFile.slug) }

    private func slugs(inChecked text: String) -> [String] {
        var sources = SourceSet()
        _ = sources.add(name: "a.rules", text: Array(text.utf8))
        return Compiler.compile(sources).diagnostics.map(\.slug)
    }
}
