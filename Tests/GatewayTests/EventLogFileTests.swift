import Foundation
import Glibc
import RuleEngine
import Systemd
import TestSupport
import Testing

@testable import Gateway

@Suite("The file of the log")
struct EventLogFileTests {
    @Test(
        "a service has it in memory, whoever starts a gateway by hand beside the state",
        arguments: [
            (nil, ["STATE_DIRECTORY": "/var/lib/hearth", "RUNTIME_DIRECTORY": "/run/hearth"], "/run/hearth"),
            (nil, ["STATE_DIRECTORY": "/var/lib/hearth"], "/s"),
            (nil, ["RUNTIME_DIRECTORY": "/run/other"], "/s"),
            ("/s", ["STATE_DIRECTORY": "/var/lib/hearth", "RUNTIME_DIRECTORY": "/run/hearth"], "/s"),
        ] as [(String?, [String: String], String)])
    func place(option: String?, variables: [String: String], folder: String) {
        let path = EventLogFile.path(
            stateFolder: "/s", Gateway.Options(stateFolder: option), ServiceEnvironment { variables[$0] })
        #expect(path == "\(folder)/state.recent")
    }

    @Test("what was written outlives the one who wrote it, and is for its owner alone")
    func outlives() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/state.recent"
        let mark: EventLog.Mark
        do {
            let file = try EventLogFile(path)
            var log = EventLog(file.memory)
            log.begin(session: 3)
            mark = log.mark
            log.append(.written(5))
        }
        let file = try EventLogFile(path)
        var log = EventLog(file.memory)
        #expect(log.resume(from: mark) == [.written(5)])
        // Who only looks has a copy.
        let copy = try #require(EventLogFile.copy(of: path))
        defer { copy.deallocate() }
        var seen = EventLog(copy)
        #expect(seen.resume(from: mark) == [.written(5)])
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("a link or a folder in its place is not followed, and said", arguments: ["link", "folder"])
    func elsewhere(kind: String) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/state.recent"
        if kind == "link" {
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(folder.path)/x")
        } else {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let error = thrown(SystemError.self) { try EventLogFile(path) }
        #expect(error?.attempt == "use \(path)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/x"))
    }

    @Test("a file that is too short, as after a full disk, is made whole; its contents count for nothing")
    func short() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("HRTLOG01 and nothing", to: "state.recent")
        let file = try EventLogFile(path)
        var log = EventLog(file.memory)
        #expect(log.resume(from: EventLog.Mark(session: 1, offset: 0)) == nil)
        log.begin(session: 1)
        log.append(.written(1))
        #expect(log.isComplete)
    }
}
