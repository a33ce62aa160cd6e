import Glibc

/// A program that runs beside the demo and never longer than it: it dies with the demo, also when that is killed.
///
/// It is started through `setpriv --pdeathsig` (of util-linux, which every Debian has), since Swift has no `fork` in which
/// to ask the kernel for it. The short shell script behind it ends at once where the demo died before that was arranged.
final class ChildProcess {
    /// For messages: "the broker".
    let name: String
    /// The last lines that it wrote to standard error.
    private(set) var lastLines: [String] = []
    /// How it ended, in words; nil while it runs.
    private(set) var end: String?
    /// Standard error, readable without waiting; -1 when it is closed.
    private(set) var errorPipe: Int32

    private let process: pid_t
    private var unfinishedLine: [UInt8] = []

    private static let keptLines = 40
    private static let longestLine = 4_096
    private static let dieWithParent = #"[ "$PPID" = "$1" ] || exit 1; shift; exec "$@""#
    /// What of the environment is handed on. Not what systemd tells the demo's own service, if it runs in one.
    private static let handedOn = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "LD_LIBRARY_PATH"]

    init(name: String, command: [String]) throws(DemoFailure) {
        self.name = name
        guard let setpriv = Executables.find("setpriv") else {
            throw DemoFailure("setpriv is missing.", details: ["It is part of Debian: sudo apt install util-linux"])
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw DemoFailure("\(name) could not be started: \(String(cString: strerror(errno))).")
        }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let arguments =
            [setpriv, "--pdeathsig", "TERM", "--", "/bin/sh", "-c", ChildProcess.dieWithParent, "sh", "\(getpid())"]
            + command
        let spawned = ChildProcess.spawn(arguments, errorPipe: ends[1])
        close(ends[1])
        guard case .success(let started) = spawned else {
            close(ends[0])
            if case .failure(let failure) = spawned { throw failure }
            throw DemoFailure("\(name) could not be started.")
        }
        process = started
        errorPipe = ends[0]
        _ = fcntl(errorPipe, F_SETFL, fcntl(errorPipe, F_GETFL) | O_NONBLOCK)
    }

    deinit {
        if errorPipe >= 0 { close(errorPipe) }
    }

    /// Its own process group keeps the terminal's Ctrl-C away from it: the demo ends it when it is ready to.
    private static func spawn(_ arguments: [String], errorPipe: Int32) -> Result<pid_t, DemoFailure> {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&files, errorPipe, 2)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var ignored = sigset_t()
        sigemptyset(&ignored)
        sigaddset(&ignored, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &ignored)

        let environment = handedOn.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup($0) } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawn(&process, arguments[0], &files, &attributes, &argv, &envp)
        guard code == 0 else {
            return .failure(DemoFailure("\(arguments[0]) could not be started: \(String(cString: strerror(code)))."))
        }
        return .success(process)
    }

    /// Takes what it wrote to standard error, and notices when it has ended. Never waits.
    /// - Returns: the lines that are complete since the last time.
    @discardableResult
    func look() -> [String] {
        let lines = readLines()
        var status: Int32 = 0
        if end == nil, waitpid(process, &status, WNOHANG) == process {
            end = ChildProcess.words(of: status)
        }
        return lines
    }

    private func readLines() -> [String] {
        var lines: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while errorPipe >= 0 {
            let count = read(errorPipe, &buffer, buffer.count)
            if count == 0 {
                close(errorPipe)
                errorPipe = -1
            }
            guard count > 0 else { break }
            for byte in buffer[..<count] {
                if byte == UInt8(ascii: "\n") || unfinishedLine.count == ChildProcess.longestLine {
                    lines.append(TerminalText.printable(unfinishedLine))
                    unfinishedLine.removeAll(keepingCapacity: true)
                }
                if byte != UInt8(ascii: "\n") { unfinishedLine.append(byte) }
            }
        }
        lastLines = Array((lastLines + lines).suffix(ChildProcess.keptLines))
        return lines
    }

    /// Asks it to end, and after `patience` seconds makes it.
    func stop(patience: Int) {
        guard end == nil else { return }
        kill(process, SIGTERM)
        awaitEnd(atMost: Int64(patience) * Monotonic.second)
        guard end == nil else { return }
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        end = ChildProcess.words(of: status)
    }

    /// Waits until it has ended, but not longer than so many nanoseconds.
    func awaitEnd(atMost patience: Int64) {
        let deadline = Monotonic.now() + patience
        while end == nil, Monotonic.now() < deadline {
            // Its standard error closes when it ends; until then what it writes must be taken, or it would wait for us.
            var waiting = pollfd(fd: errorPipe, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, errorPipe >= 0 ? 100 : 5)
            look()
        }
    }

    private static func words(of status: Int32) -> String {
        let signal = status & 0x7F
        return signal == 0 ? "exit code \((status >> 8) & 0xFF)" : "signal \(signal)"
    }
}
