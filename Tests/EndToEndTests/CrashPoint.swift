import Foundation

/// The n-th system call of a kind in a gateway, and what happens there. strace makes it happen, and counts in each thread by
/// itself. (Not with --seccomp-bpf: strace 6.1 then never comes to a second one.)
struct CrashPoint: Sendable, CustomStringConvertible {
    /// What is counted: one call, since strace counts each by itself. One that a machine does not have stands behind a `?`.
    enum Calls: String, Sendable {
        /// To wake the loop, and to the broker where the library is an older one.
        case write
        /// Lines of the journal, and to the broker where the library is a newer one (2.0.21 is).
        case sendto
        case connect
        case pwrite = "pwrite64"
        case sync = "fdatasync,fsync"
        case truncate = "ftruncate"
        case unlink = "?unlink,unlinkat"

        /// What changes files; the log is changed by none.
        static let files: [Self] = [.pwrite, .sync, .truncate, .unlink]
    }

    enum Fault: String, Sendable {
        /// The process is killed before the call is made.
        case kill = "signal=KILL"
        case ioError = "error=EIO"
        case diskFull = "error=ENOSPC"
    }

    enum Threads: Sendable { case main, all }

    var calls: Calls
    var fault: Fault
    var number: Int

    var description: String { "\(fault.rawValue) at \(calls.rawValue) \(number)" }

    /// A connection on which a call fails is a lost one; at the stop nobody says so any more.
    var mayCutConnection: Bool { (calls == .write || calls == .sendto) && fault != .kill }

    /// The words before a program's own that start it with the point in it. The program keeps its process id.
    func starting(_ threads: Threads, report: String) -> [String] {
        ["strace", "-D"] + (threads == .all ? ["-f"] : []) + options(report)
    }

    /// What puts it into all threads of a program that runs.
    func attaching(to process: Int32, _ threads: Threads, report: String) -> [String] {
        (threads == .all ? ["-f"] : []) + options(report) + ["-p", "\(process)"]
    }

    private func options(_ report: String) -> [String] {
        let inject = "inject=\(calls.rawValue):\(fault.rawValue):when=\(number)"
        return ["-o", report, "-e", "trace=\(calls.rawValue)", "-e", inject]
    }

    /// Whether a call was made to fail.
    static func happened(in report: String) -> Bool {
        (try? String(contentsOfFile: report, encoding: .utf8))?.contains("(INJECTED)") ?? false
    }
}
