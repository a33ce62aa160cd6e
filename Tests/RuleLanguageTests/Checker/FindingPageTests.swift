import Foundation
import TestSupport
import Testing

@testable import RuleLanguage

/// The pages of `hearth explain`: each shows its finding, and how to get rid of it.
@Suite("Finding pages")
struct FindingPageTests {
    @Test("each kind of finding has one page, in the order of the catalogue")
    func complete() {
        #expect(FindingPage.all.map(\.finding) == Finding.allCases)
    }

    @Test("each example has its finding, once and nothing else", arguments: Finding.foundByReading)
    func example(finding: Finding) {
        let (_, findings) = Self.compile(FindingPage.page(of: finding).bytes)
        #expect(findings.map(\.finding) == [finding])
        #expect(findings.first?.help != nil, "it does not say what to do")
    }

    @Test("each example mended has no finding", arguments: Finding.allCases)
    func mended(finding: Finding) {
        let (sources, findings) = Self.compile(Array(FindingPage.page(of: finding).mended.utf8))
        #expect(DiagnosticRenderer(sources: sources).render(findings) == "")
    }

    @Test("each page says what it is about in a title without a full stop and a sentence with one")
    func words() {
        for page in FindingPage.all {
            #expect(
                !page.title.hasSuffix(".") && page.title.count <= 80 && page.meaning.hasSuffix("."), "\(page.finding)")
            #expect(page.meaning.split(separator: " ").joined(separator: " ") == page.meaning, "\(page.finding)")
        }
    }

    /// With `UPDATE_FINDINGS=1` the file is written anew, to be read before it is kept.
    @Test("what is said of each example stands in a golden file, to the letter")
    func golden() throws {
        var text = ""
        for page in Finding.foundByReading.map(FindingPage.page) {
            let (sources, findings) = Self.compile(page.bytes)
            text += DiagnosticRenderer(sources: sources).render(findings) + "\n"
        }
        let file = Examples.folder.deletingLastPathComponent().appendingPathComponent("Findings/pages.txt")
        if ProcessInfo.processInfo.environment["UPDATE_FINDINGS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    private static func compile(_ text: [UInt8]) -> (SourceSet, [Diagnostic]) {
        var sources = SourceSet()
        _ = sources.add(name: "example.rules", text: text)
        return (sources, Compiler.compile(sources).diagnostics)
    }
}

extension Finding {
    /// All but those that are made when rules are tested and laid out.
    fileprivate static var foundByReading: [Finding] { allCases.filter { $0 != .testFailed && $0 != .formatFault } }
}
