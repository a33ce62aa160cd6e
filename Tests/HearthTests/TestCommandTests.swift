import Foundation
import Glibc
import TestSupport
import Testing

@Suite("hearth test")
struct TestCommandTests {
    @Test("runs the tests of the examples and ends with the sum")
    func examples() throws {
        let run = try HearthRun(["test", "climate.rules", "heating.rules"])
        #expect(run.status == 0)
        #expect(
            run.output == """
                climate.rules
                  ok      the fan follows the heat, with hysteresis
                  ok      each room has its own fan, and a status nobody sends holds nothing up
                  ok      a reading that is none changes nothing
                  ok      a sensor that went off the air for five minutes stops the fan
                  ok      a silent sensor is unknown after 15 minutes, and safe after 45
                  ok      a restart sends nothing that was sent
                heating.rules
                  ok      windows first, then presence, then the target
                  ok      the payload on the wire
                  ok      the pump is not cycled
                9 passed, 0 failed

                """)
    }

    @Test("a failure shows the step and what happened")
    func failure() throws {
        let folder = try TemporaryFolder()
        let climate = try String(contentsOf: Examples.folder.appendingPathComponent("climate.rules"), encoding: .utf8)
        try folder.write(climate.replacingOccurrences(of: "26 °C until", with: "27 °C until"), to: "a.rules")
        let run = try HearthRun(["test", "a.rules", "--filter", "follows the HEAT"], in: folder.path)
        #expect(run.status == 1)
        #expect(run.output.contains("  FAILED  the fan follows the heat, with hysteresis\na.rules:18:5: error: "))
        #expect(run.output.contains("[test-failed]\n  18 |     expect fan(kitchen) = ON\n"))
        #expect(run.output.hasSuffix("\n0 passed, 1 failed\n"))
    }

    @Test("rules with errors are not tested")
    func errors() throws {
        let folder = try TemporaryFolder()
        try folder.write("let a = )\ntest \"x\"\n    expect nothing\n", to: "a.rules")
        let run = try HearthRun(["test", "a.rules"], in: folder.path)
        #expect(run.status == 1)
        #expect(run.output.hasSuffix("a.rules: not tested, since there are errors\n0 passed, 0 failed\n"))
    }

    @Test("files of tests run with the rules of their folder, which reads them too")
    func testFiles() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/rules.d", withIntermediateDirectories: false)
        let rules = "output a to \"a\" as ON | OFF\nkeep a\n    ON otherwise\ntest \"first\"\n    expect a = ON\n"
        try folder.write(rules, to: "rules.d/a.rules")
        try folder.write("test \"second\"\n    expect a = ON\n", to: "rules.d/b.test")
        let whole = try HearthRun(["test", "."], in: folder.path)
        #expect(
            whole.output == "rules.d/a.rules\n  ok      first\nrules.d/b.test\n  ok      second\n2 passed, 0 failed\n")
        let one = try HearthRun(["test", "rules.d/b.test"], in: folder.path)
        #expect(one.output == "rules.d/b.test\n  ok      second\n1 passed, 0 failed\n")
        #expect(one.errors == "")
    }

    @Test("no test at all is said")
    func none() throws {
        let run = try HearthRun(["test", "climate.rules", "--filter=nothing like it"])
        #expect(run.status == 0)
        #expect(run.output == "no test has \"nothing like it\" in its title\n0 passed, 0 failed\n")
    }

    // MARK: Options

    /// Three tests, of which the second fails, and a case and a when that none reaches.
    private static let rules = """
        input  x     from "x"  as number
        output fan   to   "f"  as ON | OFF
        output lamp  to   "l"  as ON | OFF
        keep fan
            ON   while x > 20 until x < 10
            OFF  while x < 10
        when x becomes 3
            do  lamp = ON
        test "first"
            x = 25
            expect fan = ON
        test "second <&> \\"quoted\\""
            x = 25
            expect fan = OFF
        test "third"
            x = 30
            expect fan = ON

        """

    private func run(_ options: String...) throws -> HearthRun {
        let folder = try TemporaryFolder()
        try folder.write(Self.rules, to: "a.rules")
        return try HearthRun(["test", "a.rules"] + options, in: folder.path)
    }

    private static let failureText = """
        a.rules:14:5: error: expected fan = OFF, but fan = ON was sent [test-failed]
          14 |     expect fan = OFF
             |     ^~~~~~~~~~~~~~~~
            00:00:00  x: x 25
            00:00:00  fan = ON, since x is 25, above 20 (a.rules:5)
            then  x is 25
                  fan is ON, since x is 25, above 20 (a.rules:5)

        """

    @Test("what ran at the same time is told in the order of the files, with all that is known of a failure")
    func order() throws {
        let run = try run()
        #expect(run.status == 1)
        #expect(
            run.output == "a.rules\n  ok      first\n  FAILED  second <&> \"quoted\"\n" + Self.failureText
                + "  ok      third\n2 passed, 1 failed\n")
    }

    @Test("--list runs nothing, and --filter works on it too")
    func list() throws {
        let all = try run("--list")
        #expect(all.status == 0)
        #expect(all.output == "a.rules:9: first\na.rules:12: second <&> \"quoted\"\na.rules:15: third\n")
        #expect(try run("--list", "--filter", "IR").output == "a.rules:9: first\na.rules:15: third\n")
        #expect(try run("--list", "--filter", "x").output == "no test has \"x\" in its title\n")
    }

    @Test("--verbose shows what happened in each test")
    func verbose() throws {
        let run = try run("--verbose", "--filter", "first")
        #expect(
            run.output == """
                a.rules
                  ok      first
                    00:00:00  x: x 25
                    00:00:00  fan = ON, since x is 25, above 20 (a.rules:5)
                    00:00:00  as expected (a.rules:11)
                1 passed, 0 failed

                """)
    }

    @Test("--coverage lists what no test reached")
    func coverage() throws {
        let run = try run("--coverage", "--filter", "first")
        #expect(run.status == 0)
        #expect(
            run.output == """
                a.rules
                  ok      first
                reached by no test
                  a.rules:6: OFF while x < 10
                  a.rules:7: when x becomes 3
                1 of 3 cases and whens reached
                1 passed, 0 failed

                """)
        #expect(
            try HearthRun(["test", "climate.rules", "--coverage"]).output.contains("\n3 of 3 cases and whens reached\n")
        )
    }

    // MARK: JUnit

    @Test("--junit writes what became of each test as XML, and replaces what was there")
    func junit() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.rules, to: "a.rules")
        try folder.write("let a = )\n", to: "b.rules")
        try folder.write(String(repeating: "old ", count: 10_000), to: "report.xml")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path + "/report.xml")
        symlink("report.xml", folder.path + "/link.xml")
        let run = try HearthRun(["test", "a.rules", "b.rules", "--junit", "link.xml"], in: folder.path)
        #expect(run.status == 1)
        #expect(run.errors == "")
        let text = try String(contentsOfFile: folder.path + "/report.xml", encoding: .utf8)
        let finding = try finding(run)
        let failure = Self.failureText.replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(
            of: "<", with: "&lt;")
        #expect(
            text.replacing(/time="\d+\.\d\d\d"/, with: "time=\"?\"") == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="hearth test" tests="4" failures="1" errors="1" time="?">
                  <testsuite name="a.rules" tests="3" failures="1" errors="0" time="?">
                    <testcase name="first" classname="a.rules" time="?"/>
                    <testcase name="second &lt;&amp;&gt; &quot;quoted&quot;" classname="a.rules" time="?">
                      <failure message="expected fan = OFF, but fan = ON was sent" type="failure">\(failure)</failure>
                    </testcase>
                    <testcase name="third" classname="a.rules" time="?"/>
                  </testsuite>
                  <testsuite name="b.rules" tests="1" failures="0" errors="1" time="?">
                    <testcase name="the rules can be tested" classname="b.rules" time="?">
                      <error message="there are errors in them" type="error">b.rules:1:9: error: \(finding)</error>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/report.xml")[.posixPermissions]
        #expect(mode as? Int == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link.xml") == "report.xml")
    }

    /// The finding of b.rules behind its place, as it was shown.
    private func finding(_ run: HearthRun) throws -> String {
        let shown = try #require(run.output.components(separatedBy: "b.rules:1:9: error: ").last)
        let text = try #require(shown.components(separatedBy: "b.rules: not tested").first)
        return text.replacingOccurrences(of: "\"", with: "&quot;")
    }

    @Test("a report that cannot be written is said, and the results are shown all the same")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.rules, to: "a.rules")
        let nowhere = try HearthRun(["test", "a.rules", "--junit", "out/report.xml"], in: folder.path)
        #expect(nowhere.status == 2)
        #expect(nowhere.errors == "hearth: cannot write out/report.xml: there is no folder out\n")
        #expect(nowhere.output.hasSuffix("\n2 passed, 1 failed\n"))
        let isFolder = try HearthRun(["test", "a.rules", "--junit", "."], in: folder.path)
        #expect(isFolder.status == 2)
        #expect(isFolder.errors == "hearth: cannot write .: it is a folder; name a file in it\n")
        let full = try HearthRun(["test", "a.rules", "--junit", "/dev/full"], in: folder.path)
        #expect(full.status == 2)
        #expect(full.errors == "hearth: cannot write /dev/full: No space left on device\n")
        let unread = try HearthRun(["test", "b.rules", "--junit", "report.xml"], in: folder.path)
        #expect(unread.status == 2)
        #expect(try String(contentsOfFile: folder.path + "/report.xml", encoding: .utf8).contains("errors=\"1\""))
        let device = try HearthRun(["test", "a.rules", "--junit", "/dev/null", "--filter", "first"], in: folder.path)
        #expect(device.status == 0)
    }
}
