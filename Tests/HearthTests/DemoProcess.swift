import Foundation
import Testing

/// The built `hearth demo` as a process, with its output in hand.
///
/// Everything that it starts inherits the writing end of its output as a further descriptor, so the output ends when the
/// last of them is gone, and not before.
final class DemoProcess {
    let id: pid_t
    private let output: Int32
    private var unread: [UInt8] = []
    private(set) var lines: [String] = []

    /// The folder in which it makes its temporary ones.
    let temporary: String

    /// The project's rules: the build folder may be anywhere, and then the program cannot find them by itself.
    static let config = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("config").path

    init(_ arguments: [String], config: String = DemoProcess.config) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        temporary = folder.path
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let hearth = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("hearth").path

        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        for descriptor: Int32 in [1, 2, 9] { posix_spawn_file_actions_adddup2(&files, ends[1], descriptor) }
        var environment = ProcessInfo.processInfo.environment
        environment["TMPDIR"] = temporary
        var argv = ([hearth, "demo", "--config", config] + arguments).map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var started = pid_t()
        let code = posix_spawn(&started, hearth, &files, nil, &argv, &envp)
        close(ends[1])
        try #require(code == 0, "hearth could not be started: \(code)")
        id = started
        output = ends[0]
    }

    deinit {
        close(output)
        try? FileManager.default.removeItem(atPath: temporary)
    }

    /// Waits for a line that contains the text.
    @discardableResult
    func await(_ text: String) throws -> String {
        while true {
            if let found = lines.first(where: { $0.contains(text) }) { return found }
            try #require(readMore(), "The output ended without \"\(text)\":\n\(lines.joined(separator: "\n"))")
        }
    }

    /// Waits until it, and all that it started, has ended.
    /// - Returns: its exit code, or minus the signal that ended it.
    func awaitEnd() -> Int32 {
        while readMore() {}
        var status: Int32 = 0
        waitpid(id, &status, 0)
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }

    func send(_ signal: Int32) {
        kill(id, signal)
    }

    /// The process that it started of that name.
    func child(named name: String) throws -> pid_t {
        let children = try String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
        let found = children.split(separator: " ").compactMap { pid_t($0) }.first { child in
            let text = try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)
            return text?.trimmingCharacters(in: .newlines) == name
        }
        return try #require(found, "no \(name) among \(children)")
    }

    var leftFiles: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: temporary)) ?? []
    }

    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(output, &buffer, buffer.count)
        guard count > 0 else { return false }
        unread += buffer[..<count]
        while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: unread[..<end], as: UTF8.self))
            unread.removeSubrange(...end)
        }
        return true
    }
}
