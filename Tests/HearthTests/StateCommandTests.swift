import Foundation
import TestSupport
import Testing

@Suite("hearth state")
struct StateCommandTests {
    @Test("where nothing is saved it says where to look")
    func nothing() throws {
        let folder = try TemporaryFolder()
        let run = try HearthRun(["state", folder.path])
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.contains("there is no state in \(folder.path)"))
        #expect(run.errors.contains("/var/lib/hearth"))
    }

    @Test("a file that is no state is an error and stays as it is")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "no state\n", count: 200)
        let path = try folder.write(text, to: "state.db")
        let run = try HearthRun(["state", folder.path])
        #expect(run.status == 2)
        #expect(run.errors.contains("the file is damaged"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["state.db"])
    }
}
