import Foundation
import TestSupport

/// One run of the built program to its end.
struct HearthRun {
    let status: Int32
    let output: String
    let errors: String

    static var executable: URL {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return own.deletingLastPathComponent().appendingPathComponent("hearth")
    }

    /// In the folder of the examples, unless told otherwise. The file behind `output` is the caller's.
    /// - Parameter input: what is piped in.
    init(
        _ arguments: [String], in folder: String = Examples.folder.path, environment: [String: String] = [:],
        input: [UInt8] = []
    ) throws {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        let files = try TemporaryFolder()
        let paths = [try files.write("", to: "output"), try files.write("", to: "errors")]
        let piped = URL(fileURLWithPath: files.path).appendingPathComponent("input")
        try Data(input).write(to: piped)
        process.standardInput = try FileHandle(forReadingFrom: piped)
        process.standardOutput = FileHandle(forWritingAtPath: paths[0])
        process.standardError = FileHandle(forWritingAtPath: paths[1])
        try process.run()
        process.waitUntilExit()
        status = process.terminationStatus
        output = try String(contentsOfFile: paths[0], encoding: .utf8)
        errors = try String(contentsOfFile: paths[1], encoding: .utf8)
    }
}
