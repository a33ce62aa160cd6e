import Foundation
import Testing

@Suite("The project is tidy")
struct TidinessTests {
    /// Read once for all tests.
    private static let allSources = Result {
        try Project.files(in: "Sources", endingWith: ".swift", ".cpp", ".c", ".h")
    }
    private let sources: [Project.File]
    private let swift: [Project.File]

    init() throws {
        sources = try Self.allSources.get()
        swift = sources.filter { $0.path.hasSuffix(".swift") }
        try #require(swift.count > 10, "the sources were not found")
    }

    @Test("modules import only what the architecture allows")
    func imports() {
        #expect(swift.flatMap(Architecture.forbiddenImports) == [])
    }

    @Test("each folder of Sources is a module that the architecture knows")
    func modules() throws {
        let known = Set(Architecture.allowedImports.keys).union(Architecture.cModules)
        #expect(try Project.entries(of: "Sources").filter { !known.contains($0) } == [])
    }

    @Test(
        "a system library's folder holds a module map and a shim, nothing else",
        arguments: ["CMosquitto", "CSystemd", "CNova"])
    func systemLibraries(name: String) throws {
        #expect(try Project.entries(of: "Sources/\(name)") == ["module.modulemap", "shim.h"])
    }

    @Test("nothing lies at the top that does not belong there")
    func topLevel() throws {
        #expect(Architecture.strangers(at: try Project.entries()) == [])
    }

    @Test("no source file is longer than 400 lines")
    func length() throws {
        let tests = try Project.files(in: "Tests", endingWith: ".swift")
        #expect((sources + tests).flatMap(HouseRules.tooLong) == [])
    }

    @Test("nothing in the sources is forced")
    func forced() {
        #expect(swift.flatMap(HouseRules.forcedUnwraps) == [])
    }

    @Test("only Mosquitto has a public face")
    func access() {
        #expect(swift.flatMap(HouseRules.publicDeclarations) == [])
    }

    @Test("the pure modules do no I/O, read no clock, throw no dice and start no thread")
    func purity() {
        #expect(swift.flatMap(HouseRules.impurities) == [])
    }

    @Test("no file promises work for later")
    func promises() throws {
        let files = try ["Sources", "Tests", "Benchmarks", "Scripts", "config", "systemd"].flatMap {
            try Project.files(
                in: $0, endingWith: ".swift", ".c", ".cpp", ".h", ".rules", ".conf", ".service", ".catalog")
        }
        #expect(files.flatMap(HouseRules.promises) == [])
    }

    @Test("the message ids of the program and of the journal's catalogue are the same")
    func catalogue() throws {
        let catalogue = try Project.files(in: "systemd", endingWith: ".catalog").flatMap(\.lines)
            .filter { $0.hasPrefix("-- ") }.map { String($0.dropFirst(3)) }
        #expect(Set(catalogue).count == catalogue.count, "an id explained twice")
        let quoted: [Substring] = swift.filter { $0.module == "Gateway" }.flatMap { $0.text.split(separator: "\"") }
        let program: [String] = quoted.filter { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) }.map(String.init)
        #expect(Set(program).subtracting(catalogue) == [], "without an explanation")
        if !program.isEmpty { #expect(Set(catalogue).subtracting(program) == [], "explained but never used") }
    }
}
