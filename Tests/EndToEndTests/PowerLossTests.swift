import Foundation
import Link
import TestSupport
import Testing

@Suite("Power loss")
struct PowerLossTests {
    /// What is in a state: when it was saved, and a digest of all of it.
    struct Saved: Equatable {
        var moment: Int64
        var digest: String
    }

    /// A file system and what it must hold after a power cut.
    struct Cut {
        var disk: FailingDisk
        /// The newest state that the disk had acknowledged.
        var acknowledged: Saved?
    }

    @Test(
        "F52: after a power cut the state is whole, one that was saved, and none older than the disk has acknowledged")
    func powerCuts() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let (log, seen) = try record(house, on: broker.port)
        let scratch = try TemporaryFolder()

        // First everything in order: which states there were, and from when on each could be relied upon.
        var disk = FailingDisk()
        var states: [Int64: Saved] = [:]
        var cuts: [Cut] = []
        var acknowledged: Saved?
        for operation in log.operations {
            cuts.append(Cut(disk: disk, acknowledged: acknowledged))
            disk.perform(operation)
            guard case .sync("state.db-wal") = operation else { continue }
            guard let state = try look(disk.contents, in: scratch).saved else { continue }
            states[state.moment] = state
            acknowledged = state
        }
        cuts.append(Cut(disk: disk, acknowledged: acknowledged))
        // What another process saw saved was acknowledged before.
        #expect(seen.allSatisfy { states[$0] != nil })
        // Checkpoints were among it: the log is written back while the gateway runs, too.
        #expect(log.operations.count { if case .sync("state.db") = $0 { true } else { false } } >= 4)
        #expect(states.count >= seen.count && seen.count == 7)

        for seed in 0..<120 {
            var random = SeededGenerator(seed: UInt64(seed))
            let place = Int.random(in: 0..<cuts.count, using: &random)
            let cut = cuts[place]
            let left = cut.disk.afterPowerCut(keeping: [0, 30, 70, 100][seed % 4], &random)
            let (integrity, saved) = try look(left, in: scratch)
            let words: Comment = "seed \(seed), operation \(place) of \(cuts.count)"
            #expect(integrity == "ok", words)
            #expect(saved == nil || states[saved?.moment ?? 0] == saved, words)
            #expect((saved?.moment ?? 0) >= (cut.acknowledged?.moment ?? 0), words)
            guard seed % 8 == 0 else { continue }
            try put(left, in: "\(house.folder.path)/state")
            let gateway = try house.startSettled()
            #expect(gateway.count(of: "set aside") == 0, words)
            #expect(gateway.count(of: "going on from the state of") == (saved == nil ? 0 : 1), words)
            gateway.send(SIGKILL)
            gateway.wait()
        }
    }

    /// A gateway that saves, is stopped, killed and started again; what it did to the disk, and when what was seen saved was.
    private func record(_ house: House, on port: UInt16) throws -> (log: DiskLog, seen: [Int64]) {
        let state = "\(house.folder.path)/state"
        var seen: [Int64] = []
        var log: DiskLog?
        for (run, end) in [SIGTERM, SIGKILL, SIGTERM].enumerated() {
            let file = "\(house.folder.path)/strace-\(run)"
            let gateway = try house.startSettled(in: DiskLog.wrapper(file))
            for round in 0..<[2, 4, 1][run] {
                let rooms = (0..<400).map {
                    ("t/sensors/r\($0)/temperature", Array((round % 2 == 0 ? "27" : "23").utf8))
                }
                try Device.publish(rooms, to: port)
                seen.append(try nextMoment(saying: round % 2 == 0 ? "ON" : "OFF", in: state))
            }
            gateway.send(end)
            gateway.wait()
            try waitForEnd(of: file, gateway.pid)
            let more = try DiskLog(file, folder: state)
            if log == nil { log = more } else { log?.append(more) }
        }
        return (try #require(log), seen)
    }

    /// When all rooms were saved with that command: nothing is left to write then.
    private func nextMoment(saying command: String, in state: String) throws -> Int64 {
        let query =
            "SELECT engine FROM moment WHERE 400 = (SELECT count(*) FROM rows WHERE kind = 3 AND instr(data, '\(command)'))"
        for _ in 0..<500 {
            let answer = try ProcessRunner.run("sqlite3", ["-readonly", "\(state)/state.db", query])
            if answer.status == 0, let moment = Int64(answer.output) { return moment }
            usleep(20_000)
        }
        throw House.Unexpected(lines: ["nothing newer was saved"])
    }

    private func waitForEnd(of file: String, _ process: pid_t) throws {
        for _ in 0..<500 {
            let end = try Data(contentsOf: URL(fileURLWithPath: file)).suffix(20_000)
            let lines = String(decoding: end, as: UTF8.self).split(separator: "\n")
            // Short numbers of processes are filled up with blanks.
            if lines.contains(where: { $0.hasPrefix("\(process) ") && $0.contains(" +++ ") }) { return }
            usleep(10_000)
        }
        throw House.Unexpected(lines: ["strace does not come to an end"])
    }

    private func put(_ files: [String: [UInt8]], in folder: String) throws {
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for (name, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    }

    /// Whether the state is whole, and which it is; none before there was any.
    private func look(_ files: [String: [UInt8]], in scratch: TemporaryFolder) throws -> (String, saved: Saved?) {
        let folder = "\(scratch.path)/state"
        // What is in memory during a run, and what a disk makes of it nobody knows.
        var files = files
        files["state.db-shm"] = nil
        try put(files, in: folder)
        guard files["state.db"] != nil else { return ("ok", nil) }
        let lines = try ProcessRunner.run(
            "sqlite3", ["\(folder)/state.db", "PRAGMA integrity_check; SELECT engine FROM moment;", ".sha3sum"]
        ).output.split(separator: "\n").map(String.init)
        let integrity = lines.contains("ok") ? "ok" : lines.joined(separator: "; ")
        // Before the first tables SQLite complains that there are none.
        guard lines.count == 3, let moment = Int64(lines[1]) else { return (integrity, nil) }
        return (integrity, Saved(moment: moment, digest: lines[2]))
    }
}
