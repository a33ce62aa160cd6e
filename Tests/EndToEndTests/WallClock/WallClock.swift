import Foundation
import TestSupport

/// The clocks of one gateway: a test sets the one on the wall to what it likes, and lets the machine sleep.
final class WallClock {
    private let folder: TemporaryFolder
    private var shift = 0.0
    private var slept = 0.0

    /// `time`: `2030-06-15T06:00:00Z`.
    init(_ time: String) throws {
        folder = try TemporaryFolder()
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("wallclock.c")
        let library = "\(folder.path)/wallclock.so"
        let compiled = try ProcessRunner.run("cc", ["-O1", "-shared", "-fPIC", "-o", library, source.path])
        guard compiled.status == 0 else { throw Uncompiled(output: compiled.output) }
        try set(to: time)
    }

    struct Uncompiled: Error {
        let output: String
    }

    /// For the gateway that is to live by it.
    var environment: [String: String] {
        ["LD_PRELOAD": "\(folder.path)/wallclock.so", "WALLCLOCK_FILE": file]
    }

    func set(to time: String) throws {
        guard let date = ISO8601DateFormatter().date(from: time) else { throw POSIXError(.EINVAL) }
        shift = date.timeIntervalSinceNow
        try write()
    }

    /// The machine is suspended for so many seconds, and goes on now.
    func sleep(_ seconds: Double) throws {
        shift += seconds
        slept += seconds
        try write()
    }

    /// As one: half a number would be a time of its own.
    private func write() throws {
        try Data("\(shift) \(slept)\n".utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }

    private var file: String { "\(folder.path)/shift" }
}
