import Testing

/// The checks themselves: each must bite.
@Suite("The tidiness checks bite")
struct CheckerTests {
    private func file(_ text: String, in module: String = "Link") -> Project.File {
        Project.File(path: "Sources/\(module)/File.swift", text: text)
    }

    @Test(
        "an import in any form is seen",
        arguments: [
            "import Foundation", "  import Foundation", "@preconcurrency import Foundation",
            "@testable import Foundation", "package import Foundation",
            "@_exported public import Foundation", "import struct Foundation.Date", "import Foundation.NSDate",
            "import Foundation; import Glibc",
        ])
    func importForms(line: String) {
        #expect(
            Architecture.forbiddenImports(in: file("// first\n" + line)) == [
                "Sources/Link/File.swift:2: Link must not import Foundation"
            ])
    }

    @Test(
        "an arrow that points up, across or to another's C library is forbidden",
        arguments: [
            ("RuleLanguage", "RuleEngine"), ("RuleEngine", "Link"), ("Link", "RuleEngine"),
            ("Mosquitto", "RuleLanguage"), ("Systemd", "CMosquitto"),
            ("Gateway", "CSystemd"), ("Gateway", "CMosquitto"), ("Gateway", "RuleTesting"), ("RuleTesting", "Gateway"),
            ("RuleTesting", "Glibc"),
            ("hearth", "Systemd"), ("Gateway", "Dispatch"), ("hearth", "FoundationEssentials"),
        ])
    func forbiddenArrow(module: String, imported: String) {
        #expect(Architecture.forbiddenImports(in: file("import \(imported)", in: module)).count == 1)
    }

    @Test("an allowed arrow, and the word import elsewhere, is no finding")
    func allowedArrow() {
        let text = "import RuleLanguage\n// import Foundation\nlet important = 1\nfunc importAll() {}\n"
        #expect(Architecture.forbiddenImports(in: file(text)) == [])
    }

    @Test("a module that nobody entered into the table is a finding")
    func unknownModule() {
        #expect(Architecture.forbiddenImports(in: file("", in: "Utilities")).count == 1)
    }

    @Test("a stranger at the top is seen, a tool's dot file is not")
    func strangers() {
        #expect(
            Architecture.strangers(at: [".build", ".ci", "Makefile", "README.md", "Sources", "notes.txt"]) == [
                "Makefile", "notes.txt",
            ])
    }

    @Test("a file at the limit passes and one past it does not")
    func length() {
        let limit = String(repeating: "x\n", count: HouseRules.lineLimit)
        #expect(HouseRules.tooLong(file(limit)) == [])
        #expect(HouseRules.tooLong(file(limit + "x\n")).count == 1)
        #expect(HouseRules.tooLong(file(limit + "x")).count == 1)
    }

    @Test(
        "force is seen wherever it is used",
        arguments: [
            "let a = try! f()", "let a = b as! C", "let a = b!", "f()!.g()", "a[0]! += 1", "let a: Int!",
            "print(\"\\(a!)\")", "{ 1 }()!",
            "x = \"\"\"\n  \\(a!)\n  \"\"\"", "x = #\"\\#(a!)\"#", "a?.b!", "`default`!",
        ])
    func force(text: String) {
        #expect(HouseRules.forcedUnwraps(in: file(text)).count == 1)
    }

    @Test(
        "a negation, an inequality, a comment and a word in a string are no force",
        arguments: [
            "if !a, (!b) { }", "a != b", "// a!", "/* a! /* b! */ c! */", "\"done!\"", "\"\\(a) done!\"", "#\"a\"b!\"#",
            "\"\"\"\n  a!\n  \"\"\"", "\"\\\"a!\"",
            "[!a]", "let a = \"//\" + b // c!",
        ])
    func noForce(text: String) {
        #expect(HouseRules.forcedUnwraps(in: file(text)) == [])
    }

    @Test(
        "public is for Mosquitto only",
        arguments: ["public struct A {}", "  @inlinable public func a() {}", "open class A {}"])
    func access(text: String) {
        #expect(HouseRules.publicDeclarations(in: file(text)).count == 1)
        #expect(HouseRules.publicDeclarations(in: file(text, in: "Mosquitto")) == [])
        #expect(
            HouseRules.publicDeclarations(
                in: file("// \(text)\nlet a = \"public\"\npackage let open = 1\nopen = 2\nopen.close()")) == [])
    }

    @Test(
        "I/O, clocks, chance and threads in a pure module are seen",
        arguments: [
            "print(1)", "let now = ContinuousClock.now", "Task { }", "var t = time(nil)", "Int.random(in: 0..<3)",
            "list.shuffled()",
            "fopen(path, mode)", "clock_gettime(a, &b)",
        ])
    func impure(text: String) {
        #expect(HouseRules.impurities(in: file(text)).count == 1)
        #expect(HouseRules.impurities(in: file(text, in: "Gateway")) == [])
    }

    @Test(
        "a pure module may have functions, labels and members of the same name",
        arguments: [
            "func print(_ a: Int)", "tree.print(a)", "case time(Int)", "f(time: 3)", "let time = 3", "// print(1)",
            "\"print(1)\"", "reprint(1)",
            "Int.random(in: 0..<3, using: &generator)", "time.hours", "let time = time_t(3)", "time(of: day)",
        ])
    func pure(text: String) {
        #expect(HouseRules.impurities(in: file(text)) == [])
    }

    @Test("a promise is seen in any file, as a word of its own")
    func promises() {
        let word = "TO" + "DO"
        #expect(HouseRules.promises(in: file("a\n// \(word): later")) == ["Sources/Link/File.swift:2: \(word)"])
        #expect(HouseRules.promises(in: file("let \(word)S = 1")) == [])
    }
}
