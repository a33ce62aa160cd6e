import Glibc

/// Standard output: a terminal that is drawn over in place, or something that takes plain lines.
final class Screen {
    let isTerminal: Bool
    private let palette: Palette
    private let keyboard = Keyboard()
    /// Lines of the last picture, which the cursor stands below.
    private var drawn: [String] = []
    private var drawnWidth = 0

    private static let output: Int32 = 1
    private static let hideCursor = "\u{1B}[?25l"
    private static let showCursor = "\u{1B}[?25h"
    private static let clearAll = "\u{1B}[2J\u{1B}[H"
    private static let clearLine = "\u{1B}[K"
    private static let clearBelow = "\u{1B}[J"

    init() {
        isTerminal = isatty(Screen.output) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
        palette = isTerminal && getenv("NO_COLOR").map({ $0.pointee == 0 }) ?? true ? .colours : .none
    }

    /// Columns and lines of the terminal, now.
    var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(Screen.output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Draws over the last picture in one write, and only the lines that are different.
    func draw(_ lines: [StyledLine]) {
        let (width, height) = size
        // The last column stays free: writing into it makes some terminals wrap.
        let next = lines.prefix(height - 1).map { $0.rendered(width: max(1, width - 1), palette: palette) }
        var text = ""
        if drawn.isEmpty || width != drawnWidth {
            keyboard.quieten()
            text += Screen.hideCursor + (drawn.isEmpty ? "" : Screen.clearAll)
            drawn = []
        } else {
            text += "\u{1B}[\(drawn.count)A"
        }
        for (index, line) in next.enumerated() {
            let isSame = index < drawn.count && drawn[index] == line
            text += isSame ? "\n" : "\r\(line)\(Screen.clearLine)\n"
        }
        if next.count < drawn.count { text += Screen.clearBelow }
        drawn = next
        drawnWidth = width
        Screen.write(text, to: Screen.output)
    }

    /// Leaves the last picture where it is and gives cursor and keyboard back.
    func restore() {
        guard isTerminal, !drawn.isEmpty else { return }
        drawn = []
        Screen.write(Screen.showCursor, to: Screen.output)
        keyboard.restore()
    }

    /// A line of plain output.
    func say(_ line: String) {
        Screen.write(line + "\n", to: Screen.output)
    }

    /// A line for standard error.
    func complain(_ line: String) {
        Screen.write(line + "\n", to: 2)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
