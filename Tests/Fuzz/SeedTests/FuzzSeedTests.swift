import Foundation
import FuzzBodies
import Testing

@Suite("What the fuzzer starts from and what it has found")
struct FuzzSeedTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("seeds")

    @Test("nothing is wrong with any seed", arguments: FuzzBody.allCases)
    func seeds(body: FuzzBody) throws {
        let folder = Self.folder.appendingPathComponent(body.rawValue)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        try #require(!names.isEmpty, "no seeds in \(folder.path)")
        for name in names {
            let bytes = try Array(Data(contentsOf: folder.appendingPathComponent(name)))
            let problem = body.problem(with: bytes)
            #expect(problem == nil, "\(body.rawValue)/\(name)")
        }
    }

    @Test("the programs of the sessions have no errors")
    func programs() {
        for session in SessionProgram.all { #expect(session.program != nil, "\(session.rules)") }
    }
}
