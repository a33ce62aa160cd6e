import TestSupport

/// File systems that one gateway alone sees: read-only ones, full ones. Only root can make them, and not in every container.
enum PrivateMounts {
    static let arePossible: Bool = {
        let attempt = try? ProcessRunner.run("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/tmp"])
        return attempt?.status == 0
    }()

    /// What stands before a program that is to see its file systems changed by a script of `sh`.
    static func wrapper(_ script: String) -> [String] {
        ["unshare", "--mount", "--propagation", "private", "sh", "-ec", "\(script)\nexec \"$@\"", "sh"]
    }

    /// Changes what a running program sees.
    @discardableResult
    static func change(for process: RunningProcess, _ script: String) throws -> Bool {
        try ProcessRunner.run("nsenter", ["--mount", "--target", "\(process.pid)", "sh", "-ec", script]).status == 0
    }

    /// Lays a read-only view of the folder over it. What is open already stays as it was.
    static func readOnly(_ folder: String) -> String {
        "mount --bind '\(folder)' '\(folder)' && mount -o remount,bind,ro '\(folder)'"
    }

    static func writable(_ folder: String) -> String { "mount -o remount,bind,rw '\(folder)'" }
}
