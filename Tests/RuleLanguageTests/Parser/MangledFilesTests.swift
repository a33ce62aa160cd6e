import Testing

@testable import RuleLanguage

/// A generator whose numbers a seed decides.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

@Suite("Mangled files")
struct MangledFilesTests {
    private static let splinters: [String] = [
        "(", ")", "\"", "'", "{", "}", "\n", ",", "while", "until", "keep", "when", "input", "=", "..", "\\", "\u{0}",
        "°", "for 5 min", "not ", "any ",
        "-", "\r", "(((((((", "\"\\u{", "[", "]", "|", "is", "#", "test \"", "do", "1e999", "22:", "-", "🔥",
        "e\u{301}\u{301}", "\t", "if ",
    ]

    @Test("deleting, doubling and inserting anything anywhere ends in findings, never in a crash", arguments: 1...8)
    func mangle(seed: Int) throws {
        var generator = SeededGenerator(state: UInt64(seed))
        let texts = try Examples.texts().map { Array($0.text.utf8) }
        for _ in 0..<150 {
            let text = try #require(texts.randomElement(using: &generator))
            // A few statements around a random place: the rest of the file only takes time.
            let start = Int.random(in: 0..<text.count, using: &generator)
            var bytes = Array(text[start..<min(text.count, start + 700)])
            for _ in 0..<Int.random(in: 1...4, using: &generator) { mangle(&bytes, &generator) }
            check(bytes)
        }
    }

    private func mangle(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 1...12, using: &generator))
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
        case 2: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 3: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
        default:
            bytes.insert(contentsOf: Array((Self.splinters.randomElement(using: &generator) ?? "").utf8), at: place)
        }
    }

    @Test("every file that ends too early is read")
    func prefixes() throws {
        for (_, text) in try Examples.texts() {
            let bytes = Array(text.utf8.prefix(1200))
            for end in stride(from: 0, to: bytes.count, by: 3) { check(Array(bytes[max(0, end - 500)..<end])) }
        }
    }

    @Test("random bytes and random words are read", arguments: 1...4)
    func random(seed: Int) {
        var generator = SeededGenerator(state: UInt64(seed) << 32)
        for _ in 0..<100 {
            check((0..<300).map { _ in UInt8.random(in: 0...255, using: &generator) })
            let words = (0..<80).map { _ in Self.splinters.randomElement(using: &generator) ?? "" }
            check(Array(words.joined(separator: Bool.random(using: &generator) ? " " : "").utf8))
        }
    }

    @Test(
        "a megabyte of one thing is read in a moment",
        arguments: [
            "(", ")", "\"", "a ", "a(", "not ", "-", "keep a\n", "a or ", "{", "\\", "\u{0}", "\"{a}", "when ", ",",
            "any ", "a=", "if ", "x\n", "1 ", "a(\n",
            "e\u{301}", "\u{301}", "keep a(\n", "- a: b\n", "“", "in (", "test \"a\"\nexpect ", "when a do ", "8h",
            "1 h ", "é", "a.",
        ])
    func longFiles(_ piece: String) {
        let count = 200_000 / piece.utf8.count
        check(Array(String(repeating: piece, count: count).utf8))
        check(Array(("let x = " + String(repeating: piece, count: count)).utf8))
    }

    /// Parses, renders and looks at the bounds of what was found.
    private func check(_ bytes: [UInt8]) {
        var sources = SourceSet()
        _ = sources.add(name: "a.rules", text: bytes)
        let (_, diagnostics) = Parser.parse(sources)
        let length = sources.files[0].text.count
        for diagnostic in diagnostics {
            #expect(
                diagnostic.range.start >= 0 && diagnostic.range.start <= diagnostic.range.end
                    && diagnostic.range.end <= length)
            #expect(diagnostic.help != nil, "\(diagnostic.slug)")
        }
        let text = DiagnosticRenderer(sources: sources).render(Array(diagnostics.prefix(20)))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
}
