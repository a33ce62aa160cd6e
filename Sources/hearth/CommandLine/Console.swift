import Glibc
import RuleLanguage

/// Standard output for results, standard error for what went wrong with the command itself.
struct Console {
    enum Colour: String {
        case red = "31"
        case green = "32"
        case bold = "1"
    }

    /// For terminals that show colours, unless `NO_COLOR` is set.
    let usesColour: Bool

    init() {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        usesColour = isTerminal && Self.variable("NO_COLOR") == nil && Self.variable("TERM") != "dumb"
    }

    /// Of findings.
    var style: Style { usesColour ? .colour : .plain }

    func paint(_ text: String, _ colour: Colour) -> String {
        usesColour ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Without a line break at the end.
    func write(_ text: String) { Self.write(text, to: STDOUT_FILENO) }

    func print(_ line: String) { write(line + "\n") }

    func complain(_ line: String) { Self.write(line + "\n", to: STDERR_FILENO) }

    /// A variable that is set to something.
    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            default: return
            }
        }
    }
}
