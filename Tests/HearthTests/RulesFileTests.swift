import Foundation
import TestSupport
import Testing

@testable import hearth

@Suite("Files that are replaced at once")
struct RulesFileTests {
    @Test("a file that changes while it is laid out is left as it is")
    func changedMeanwhile() throws {
        let folder = try TestSupport.TemporaryFolder()
        let file = RulesFile(try folder.write("let a=1\n", to: "a.rules"))
        let contents = try file.read()
        try folder.write("let c = 1\n", to: "a.rules")
        let problem = thrown(FileProblem.self) { try file.replace(contents, with: [0x23]) }
        #expect(
            problem?.description.hasSuffix("somebody else has changed it in the meantime; it was left as it is now")
                == true)
        #expect(try file.read().bytes == Array("let c = 1\n".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.rules"])
    }
}
