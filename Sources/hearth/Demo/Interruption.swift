import Glibc

/// Ctrl-C and its relatives, asked for instead of handled: nothing runs in a signal handler.
struct Interruption {
    private var signals = sigset_t()

    /// From here on these signals wait until they are asked for. Ctrl-Z is one of them: a demo that is stopped and
    /// forgotten would leave a broker behind, and its sensors would have died when it goes on. Writing to a pipe that nobody reads ends nothing.
    init() {
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&signals, number) }
        sigprocmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Whether one of them came.
    mutating func came() -> Bool {
        var none = timespec()
        return sigtimedwait(&signals, nil, &none) > 0
    }
}
