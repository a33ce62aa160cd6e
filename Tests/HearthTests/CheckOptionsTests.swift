import Foundation
import TestSupport
import Testing

@Suite("hearth check for editors and pipelines")
struct CheckOptionsTests {
    private static let unused = "input a from \"t\" as number\n"

    @Test("- is what is piped in, alone and beside files")
    func standardInput() throws {
        let alone = try HearthRun(["check", "-"], input: Array("let x = )\n".utf8))
        #expect(alone.status == 1)
        #expect(alone.output.hasPrefix("standard input:1:9: error: "))
        #expect(alone.output.hasSuffix("\n1 error, 0 warnings in 1 file\n"))
        let beside = try HearthRun(["check", "climate.rules", "-"], input: Array(Self.unused.utf8))
        #expect(beside.status == 0)
        #expect(beside.output.hasPrefix("standard input:1:7: warning: "))
        #expect(beside.output.hasSuffix("\n0 errors, 1 warning in 2 files\n"))
    }

    @Test("what is piped in may be nothing, no text at all, or too much")
    func strangeInput() throws {
        #expect(try HearthRun(["check", "-"]).output == "0 errors, 0 warnings in 1 file\n")
        #expect(try HearthRun(["check", "-"], input: [0xFF, 0xFE, 0]).output.contains("[not-utf8]"))
        let large = [UInt8](repeating: 0x0A, count: (1 << 20) + 1)
        #expect(try HearthRun(["check", "-"], input: large).output.contains("[file-too-large]"))
        #expect(try HearthRun(["check", "-"], input: Array(large.dropFirst())).status == 0)
    }

    @Test("a pipe is read to its end, however slowly it is filled")
    func slowPipe() throws {
        let process = Process()
        let (pipe, output) = (Pipe(), Pipe())
        process.executableURL = HearthRun.executable
        process.arguments = ["check", "-"]
        process.standardInput = pipe
        process.standardOutput = output
        try process.run()
        for byte in Array("let x = )\n".utf8) { try pipe.fileHandleForWriting.write(contentsOf: [byte]) }
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text.hasPrefix("standard input:1:9: error: "))
    }

    @Test("standard input can be read once, and not at all where it is closed")
    func unreadableInput() throws {
        let twice = try HearthRun(["check", "-", "-"])
        #expect(twice.status == 2)
        #expect(twice.errors.hasPrefix("hearth check: \"-\" stands twice\n  what is piped in can be read once\n"))
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "exec \"$0\" check - <&-", HearthRun.executable.path]
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
        #expect(text == "hearth: cannot read standard input: Bad file descriptor\n")
    }

    @Test("in JSON each finding is a line, nothing else is printed, and the exit code is the same")
    func json() throws {
        let folder = try TemporaryFolder()
        try folder.write("let x = )\nlet \"y\" = 3 ]\n", to: "a\"b.rules")
        let run = try HearthRun(["check", "--format", "json", "a\"b.rules"], in: folder.path)
        #expect(run.status == 1)
        #expect(run.errors == "")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 4 && lines.last == "")
        for line in lines.dropLast() {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(
                object.keys.sorted() == ["file", "help", "message", "notes", "range", "severity", "slug"])
            #expect(object["file"] as? String == "a\"b.rules")
        }
        #expect(lines[0].contains("\"slug\":\"missing-value\""))
        let good = try HearthRun(["check", "--format=json", "climate.rules"])
        #expect(good.status == 0)
        #expect(good.output == "")
    }

    @Test("with --strict a warning is a failure, and without any finding there is none")
    func strict() throws {
        let input = Array(Self.unused.utf8)
        #expect(try HearthRun(["check", "-"], input: input).status == 0)
        #expect(try HearthRun(["check", "--strict", "-"], input: input).status == 1)
        #expect(try HearthRun(["check", "-", "--strict", "--format", "json"], input: input).status == 1)
        #expect(try HearthRun(["check", "--strict", "climate.rules"]).status == 0)
        #expect(try HearthRun(["check", "--strict", "nothing.rules", "-"], input: input).status == 2)
    }

    @Test(
        "a format that there is not is answered with what was meant",
        arguments: [("jsno", "did you mean \"json\"?"), ("yaml", "write text or json")])
    func unknownFormat(_ format: String, _ help: String) throws {
        let run = try HearthRun(["check", "--format", format, "-"])
        #expect(run.status == 2)
        #expect(
            run.errors
                == "hearth check: there is no format \"\(format)\"\n  \(help)\n  \"hearth help check\" shows how it is used\n"
        )
    }
}
