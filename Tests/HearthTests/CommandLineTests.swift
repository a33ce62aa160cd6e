import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The command line")
struct CommandLineTests {
    private static let overview = """
        Hearth: a home-automation gateway whose rules can be read aloud

        usage: hearth COMMAND

          run [FOLDER]          run the gateway
          check FILE|FOLDER…    find mistakes in rules
          explain [KIND]        tell more about a kind of finding, such as unknown-name
          test FILE|FOLDER…     run the tests that stand beside rules
          format FILE|FOLDER…   lay rules out evenly
          state [FOLDER]        show what a gateway knows
          demo                  show a simulated house with the real gateway
          help [COMMAND|rules]  explain a command, or the rules language on one page

          --version             show the versions of Hearth and of libmosquitto
          -h, --help            show this

        "hearth help COMMAND" tells more. To begin: "hearth demo", then "hearth help rules".

        """

    @Test("asked for help in general, it lists the commands", arguments: [[], ["help"], ["-h"], ["--help"]])
    func overview(_ arguments: [String]) throws {
        let run = try HearthRun(arguments)
        #expect(run.status == 0)
        #expect(run.output == Self.overview)
        #expect(run.errors == "")
    }

    @Test(
        "asked for help on a command, it explains it",
        arguments: [["help", "check"], ["check", "--help"], ["check", "x", "-h"], ["--help", "check"]])
    func page(_ arguments: [String]) throws {
        let run = try HearthRun(arguments)
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("usage: hearth check FILE|FOLDER… [OPTIONS]\n\nReads rules and says"))
        #expect(run.output.hasSuffix("for each finding\n  -h, --help          show this\n"))
    }

    @Test(
        "every command has a help page",
        arguments: ["run", "check", "explain", "test", "format", "state", "demo", "help"])
    func pages(_ command: String) throws {
        let run = try HearthRun(["help", command])
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("usage: hearth \(command)"))
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    @Test("the program on the page about rules checks and passes its test")
    func rulesPage() throws {
        let run = try HearthRun(["help", "rules"])
        let program = try #require(run.output.components(separatedBy: "--------\n").dropFirst().first)
        let folder = try TemporaryFolder()
        try folder.write(program, to: "page.rules")
        let check = try HearthRun(["check", "page.rules"], in: folder.path)
        #expect(check.output == "0 errors, 0 warnings in 1 file\n")
        #expect(try HearthRun(["test", "page.rules"], in: folder.path).output.hasSuffix("\n1 passed, 0 failed\n"))
    }

    @Test("the versions of Hearth and of the library are one line")
    func version() throws {
        let run = try HearthRun(["--version"])
        #expect(run.status == 0)
        #expect(run.output.wholeMatch(of: /hearth \d+\.\d+\.\d+ \(libmosquitto \d+\.\d+\.\d+\)\n/) != nil)
    }

    @Test(
        "a wrong command line is answered on standard error with what was meant",
        arguments: [
            (
                ["chekc", "a"],
                "hearth: there is no command \"chekc\"\n  did you mean \"check\"?\n  \"hearth help\" shows how it is used\n"
            ),
            (
                ["--verison"],
                "hearth: there is no option \"--verison\"\n  did you mean \"--version\"?\n  \"hearth help\" shows how it is used\n"
            ),
            (["frobnicate"], "hearth: there is no command \"frobnicate\"\n  \"hearth help\" shows how it is used\n"),
            (
                ["run", "--stat", "x"],
                "hearth run: there is no option \"--stat\"\n  did you mean \"--state\"?\n  \"hearth help run\" shows how it is used\n"
            ),
            (
                ["run", "--state"],
                "hearth run: the option --state wants a value\n  write --state FOLDER\n  \"hearth help run\" shows how it is used\n"
            ),
            (
                ["run", "a", "b"],
                "hearth run: \"b\" is one argument too many\n  write hearth run [FOLDER]\n  \"hearth help run\" shows how it is used\n"
            ),
            (
                ["check"],
                "hearth check: nothing is named to work on\n  write hearth check FILE|FOLDER…\n  \"hearth help check\" shows how it is used\n"
            ),
            (
                ["help", "tset"],
                "hearth help: there is no command \"tset\"\n  did you mean \"test\"?\n  \"hearth help\" shows how it is used\n"
            ),
            (
                ["demo", "--for", "x"],
                "hearth demo: \"x\" is no length of time\n  write a number and ms, s, min or h, such as --for 20s\n  \"hearth help demo\" shows how it is used\n"
            ),
            (["a\u{1B}[31m"], "hearth: there is no command \"a\\u{1B}[31m\"\n  \"hearth help\" shows how it is used\n"),
        ])
    func usage(_ arguments: [String], _ expected: String) throws {
        let run = try HearthRun(arguments)
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errors == expected)
    }
}

@Suite("hearth check")
struct CheckCommandTests {
    private static let wrong = """
        input  temperature(room) from "home/{room}/temperature" as number °C
        output fan(room) to "home/{room}/fan/set" as ON | OFF
        keep fan(room)
            ON   while temprature(room) > 26 °C until temperature(room) < 24 °C
            OFF  otherwise

        """

    @Test("finds nothing in the examples, each a program of its own")
    func examples() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Examples.folder.path).filter {
            $0.hasSuffix(".rules")
        }
        let run = try HearthRun(["check"] + names.sorted())
        #expect(run.status == 0)
        #expect(run.output == "0 errors, 0 warnings in \(names.count) files\n")
    }

    @Test("shows each finding with its place and counts them")
    func finding() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.wrong, to: "a.rules")
        let run = try HearthRun(["check", "a.rules"], in: folder.path)
        #expect(run.status == 1)
        #expect(run.errors == "")
        #expect(
            run.output == """
                a.rules:4:16: error: nothing is called "temprature" [unknown-name]
                  4 |     ON   while temprature(room) > 26 °C until temperature(room) < 24 °C
                    |                ^~~~~~~~~~
                    = help: did you mean "temperature"? It is an input, defined in a.rules:1
                1 error, 0 warnings in 1 file

                """)
    }

    @Test("warnings alone are no failure")
    func warnings() throws {
        let folder = try TemporaryFolder()
        try folder.write("input a from \"t\" as number\n", to: "a.rules")
        let run = try HearthRun(["check", "a.rules"], in: folder.path)
        #expect(run.status == 0)
        #expect(run.output.hasSuffix("\n0 errors, 1 warning in 1 file\n"))
    }

    @Test("a folder is one program, its files named as one would open them")
    func folder() throws {
        let folder = try TemporaryFolder()
        try folder.write("prefix 5\n", to: "hearth.conf")
        try FileManager.default.createDirectory(atPath: folder.path + "/rules.d", withIntermediateDirectories: false)
        try folder.write("let a = )\n", to: "rules.d/b.rules")
        try folder.write("let b = (\n", to: "rules.d/a.rules")
        let places = { (output: String) in
            output.split(separator: "\n").filter { $0.contains("error:") }.map { $0.prefix { $0 != ":" } }
        }
        let inside = try HearthRun(["check", "."], in: folder.path)
        #expect(places(inside.output) == ["hearth.conf", "rules.d/a.rules", "rules.d/b.rules"])
        let outside = try HearthRun(["check", folder.path + "/"])
        #expect(places(outside.output).map { $0.hasPrefix(folder.path + "/") } == [true, true, true])
    }

    @Test("what cannot be read is said, and the rest is checked all the same")
    func unreadable() throws {
        let run = try HearthRun(["check", "nothing.rules", "climate.rules"])
        #expect(run.status == 2)
        #expect(run.errors == "hearth: cannot read nothing.rules: there is no such file\n")
        #expect(run.output == "0 errors, 0 warnings in 1 file\n")
    }

    @Test("rules that lie beside rules.d are mentioned, since nobody reads them")
    func overlooked() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/rules.d", withIntermediateDirectories: false)
        try folder.write("# nothing\n", to: "rules.d/a.rules")
        try folder.write("# nothing\n", to: "b.rules")
        let run = try HearthRun(["check", "."], in: folder.path)
        #expect(run.status == 0)
        #expect(run.errors == "hearth: ./b.rules is not read, since there is a rules.d beside it; move it there\n")
    }

    @Test("colour is for terminals, and NO_COLOR takes it away", arguments: [(nil, true), ("1", false)])
    func colour(_ noColor: String?, _ isColoured: Bool) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.wrong, to: "a.rules")
        let terminal = try PseudoTerminal()
        let process = Process()
        process.executableURL = HearthRun.executable
        process.arguments = ["check", folder.path + "/a.rules"]
        process.environment = ["TERM": "xterm"].merging(noColor.map { ["NO_COLOR": $0] } ?? [:]) { $1 }
        process.standardOutput = terminal.slave
        try process.run()
        try terminal.slave.close()
        let output = terminal.readAll()
        process.waitUntilExit()
        #expect(output.contains("1 error"))
        #expect(output.contains("\u{1B}[1;31merror:\u{1B}[0m") == isColoured)
        #expect(output.contains("\u{1B}") == isColoured)
    }
}

/// A terminal without a screen.
final class PseudoTerminal {
    private let master: Int32
    let slave: FileHandle

    init() throws {
        var ends: (Int32, Int32) = (-1, -1)
        try #require(openpty(&ends.0, &ends.1, nil, nil, nil) == 0)
        _ = fcntl(ends.0, F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends.1, F_SETFD, FD_CLOEXEC)
        master = ends.0
        slave = FileHandle(fileDescriptor: ends.1, closeOnDealloc: true)
    }

    deinit { close(master) }

    /// Everything until the last writer is gone.
    func readAll() -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }
}
