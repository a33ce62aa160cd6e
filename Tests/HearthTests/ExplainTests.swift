import RuleLanguage
import RuleTesting
import Testing

@Suite("hearth explain")
struct ExplainTests {
    @Test("shows what a kind of finding means, an example with what is said of it, and the example without it")
    func page() throws {
        let run = try HearthRun(["explain", "wait-for"])
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(
            run.output == """
                wait-for: a "for" behind wait

                "for" belongs to conditions: it says how long one has held. Behind "wait" and "offline" the length
                of time stands alone.

                For example:

                    event  press  from "home/button"     as single | double
                    output light  to   "home/light/set"  as ON | OFF

                    when press is double
                        do  light = ON
                            wait for 5 min
                            light = OFF

                Of this Hearth says:

                example.rules:6:14: error: "wait" has no "for" [wait-for]
                  6 |         wait for 5 min
                    |              ^~~
                    = help: write "wait 5 min"

                Without it:

                    event  press  from "home/button"     as single | double
                    output light  to   "home/light/set"  as ON | OFF

                    when press is double
                        do  light = ON
                            wait 5 min
                            light = OFF

                """)
    }

    @Test("shows each kind on a page that fits a terminal, with its finding in it", arguments: Finding.allCases)
    func pages(finding: Finding) throws {
        let run = try HearthRun(["explain", finding.slug])
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("\(finding.slug): "))
        let isShown =
            run.output.contains("\(finding.severity.rawValue): ") && run.output.contains(" [\(finding.slug)]\n")
        #expect(isShown == (finding != .formatFault))
        #expect(run.output.utf8.count < 4_000)
    }

    @Test("without a kind lists them all, with a line each")
    func list() throws {
        let run = try HearthRun(["explain"])
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
        #expect(lines.count == Finding.allCases.count)
        for finding in Finding.allCases {
            #expect(lines.count { $0.hasPrefix("  \(finding.slug) ") } == 1)
        }
        #expect(lines.allSatisfy { $0.count <= 110 })
    }

    @Test("takes a kind as it was copied from a finding")
    func bracketed() throws {
        let run = try HearthRun(["explain", "[unknown-name]"])
        #expect(run.status == 0)
        let plain = try HearthRun(["explain", "unknown-name"])
        #expect(run.output == plain.output)
    }

    @Test(
        "a mistyped kind is answered with what was meant",
        arguments: [
            ("unkown-name", "did you mean \"unknown-name\"?"), ("xyzzy", "\"hearth explain\" lists them all"),
        ])
    func mistyped(_ kind: String, _ help: String) throws {
        let run = try HearthRun(["explain", kind])
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(
            run.errors == """
                hearth explain: there is no kind of finding "\(kind)"
                  \(help)
                  "hearth help explain" shows how it is used

                """)
    }

    @Test("the example of a failed test fails, and mended it passes")
    func failedTest() throws {
        let page = FindingPage.page(of: .testFailed)
        #expect(try failures(of: page.example) == [.testFailed])
        #expect(try failures(of: page.mended) == [])
    }

    private func failures(of text: String) throws -> [Finding] {
        var sources = SourceSet()
        _ = sources.add(name: "example.rules", text: Array(text.utf8))
        let program = try #require(Compiler.compile(sources).program)
        return RuleTests.run(program).compactMap { $0.failure?.diagnostic.finding }
    }
}
