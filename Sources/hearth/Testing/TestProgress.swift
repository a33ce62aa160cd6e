import Glibc
import RuleLanguage

/// A line on a terminal that says how far the tests are, while they take long. It is gone before anything else is written.
struct TestProgress {
    /// Nil where nobody looks.
    private let show: ((String) -> Void)?
    private let width: Int
    private let start: Int64
    private var isShown = false

    /// Nothing is said before so much time has passed.
    private static let patience = Monotonic.second
    static let interval = 200 * Monotonic.millisecond

    /// On standard error, where that is a terminal.
    init() {
        let isTerminal = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
        var size = winsize()
        let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        self.init(
            width: isKnown ? Int(size.ws_col) : 80, start: Monotonic.now(),
            show: isTerminal ? { text in Self.write(text) } : nil)
    }

    init(width: Int, start: Int64, show: ((String) -> Void)?) {
        self.width = width
        self.start = start
        self.show = show
    }

    /// - Parameter title: of the test that is waited for.
    mutating func update(finished: Int, of count: Int, waitingFor title: String, at now: Int64) {
        guard let show, now - start >= Self.patience else { return }
        isShown = true
        let line = "  \(finished) of \(count) done, running \"\(PlainText.escaping(title))\""
        // The last column stays free: writing into it makes some terminals wrap.
        show("\r\u{1B}[K" + TerminalText.cut(line, to: max(1, width - 1)))
    }

    mutating func clear() {
        guard isShown else { return }
        isShown = false
        show?("\r\u{1B}[K")
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
