import Foundation
import Testing

@testable import RuleLanguage

/// The texts in `Tests/Format`: above `#---` as somebody wrote them, below as they are laid out. With `UPDATE_FORMAT=1` what
/// is below is written anew, to be read before it is kept.
@Suite("Layout")
struct FormatFileTests {
    @Test("each text is laid out as it stands below it, and that is left as it is", arguments: try FormatFile.names())
    func golden(name: String) throws {
        var file = try FormatFile(name: name)
        let updates = ProcessInfo.processInfo.environment["UPDATE_FORMAT"] != nil
        for index in file.cases.indices {
            let each = file.cases[index]
            let result = try #require(
                formatted(each.written), "\(name): \(each.title): \(refusal(of: Array(each.written.utf8)))")
            if updates { file.cases[index].laidOut = result }
            #expect(result == file.cases[index].laidOut, "\(name): \(each.title)")
            #expect(formatted(result) == result, "\(name): \(each.title), formatted twice")
        }
        if updates { try file.write() }
    }
}

/// One file of `Tests/Format`.
private struct FormatFile {
    struct Case {
        var title: String
        var written: String
        var laidOut: String
    }

    var name: String
    var cases: [Case] = []

    static let folder = ProjectRules.root.appendingPathComponent("Tests/Format")

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".rules") }.sorted()
    }

    init(name: String) throws {
        self.name = name
        let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
        for part in text.components(separatedBy: "#=== ").dropFirst() {
            let title = part.prefix { $0 != "\n" }
            let halves = part.dropFirst(title.count + 1).components(separatedBy: "#---\n")
            cases.append(Case(title: String(title), written: halves[0], laidOut: halves.count > 1 ? halves[1] : ""))
        }
    }

    func write() throws {
        let text = cases.map { "#=== \($0.title)\n\($0.written)#---\n\($0.laidOut)" }.joined()
        try text.write(to: Self.folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
}
