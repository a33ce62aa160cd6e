import Testing

@testable import RuleLanguage

@Suite("The difference that formatting makes")
struct UnifiedDiffTests {
    private func diff(of text: String) -> [String] {
        var sources = SourceSet()
        _ = sources.add(name: "a.rules", text: Array(text.utf8))
        guard case .formatted(let result) = RuleFormatter.format(sources) else { return ["refused"] }
        return UnifiedDiff(of: Array(text.utf8), to: result, name: "a.rules").lines.map(\.text)
    }

    @Test("is nothing where nothing changes")
    func none() {
        #expect(diff(of: "let a = 1\n") == [])
        #expect(diff(of: "") == [])
    }

    @Test("shows three lines around a change, and one stretch where they touch")
    func hunks() {
        let same = (1...9).map { "let a\($0) = 1\n" }
        let text = same[0...4].joined() + "let b=1\n" + same[5...8].joined() + "let c=1\n" + same.joined() + "let d=1\n"
        #expect(
            diff(of: text) == [
                "--- a.rules", "+++ a.rules", "@@ -3,12 +3,12 @@", " let a3 = 1", " let a4 = 1", " let a5 = 1",
                "-let b=1",
                "+let b = 1", " let a6 = 1", " let a7 = 1", " let a8 = 1", " let a9 = 1", "-let c=1", "+let c = 1",
                " let a1 = 1", " let a2 = 1", " let a3 = 1", "@@ -18,4 +18,4 @@", " let a7 = 1", " let a8 = 1",
                " let a9 = 1", "-let d=1", "+let d = 1",
            ])
    }

    @Test("names a missing line break at the end, and lines that go")
    func ends() {
        #expect(
            diff(of: "\n\nlet a = 1") == [
                "--- a.rules", "+++ a.rules", "@@ -1,3 +1,1 @@", "-", "-", "-let a = 1", "\\ No newline at end of file",
                "+let a = 1",
            ])
        #expect(diff(of: " \n") == ["--- a.rules", "+++ a.rules", "@@ -1,1 +0,0 @@", "- "])
    }

    @Test("counts all that an old Mac wrote as one line")
    func carriageReturns() {
        #expect(
            diff(of: "let a = 1\rlet b = 1\r") == [
                "--- a.rules", "+++ a.rules", "@@ -1,1 +1,2 @@", "-let a = 1\rlet b = 1\r",
                "\\ No newline at end of file",
                "+let a = 1", "+let b = 1",
            ])
    }

    @Test("applied to the file gives what formatting gives", arguments: ["\n", "\r\n", "\r"])
    func applied(lineBreak: String) throws {
        for (name, text) in try ProjectRules.texts() where !name.contains("Findings") {
            for mark in ["", "\u{FEFF}"] {
                let old =
                    mark + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineBreak)
                guard let new = formatted(old) else { continue }
                let result = apply(diff(of: old), to: old)
                #expect(result == new, "\(name)")
            }
        }
    }

    /// What `patch` does.
    private func apply(_ diff: [String], to text: String) -> String {
        guard !diff.isEmpty else { return text }
        var old = Array(
            text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        )
        if old.last == "" { old.removeLast() }
        var result: [String] = []
        var taken = 0
        for line in diff.dropFirst(2) {
            switch line.utf8.first {
            case UInt8(ascii: "@"):
                let numbers = line.split { !$0.isNumber }.compactMap { Int($0) }
                let start = numbers[1] == 0 ? numbers[0] : numbers[0] - 1
                result += old[taken..<start]
                taken = start
            case UInt8(ascii: "-"):
                #expect(old[taken].utf8.elementsEqual(line.utf8.dropFirst()))
                taken += 1
            case UInt8(ascii: "+"): result.append(String(decoding: line.utf8.dropFirst(), as: UTF8.self))
            case UInt8(ascii: "\\"): break
            default:
                result.append(old[taken])
                taken += 1
            }
        }
        return (result + old[taken...]).map { $0 + "\n" }.joined()
    }
}
