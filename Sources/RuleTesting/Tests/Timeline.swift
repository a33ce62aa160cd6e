import RuleEngine
import RuleLanguage

/// What happened in a test since the last group of expectations.
struct Timeline {
    private let clock: LocalTime
    private(set) var lines: [String] = []
    /// Lines that were left out because there are too many.
    private var dropped = 0

    /// Most lines that are kept: the first ones tell how it began.
    private static let limit = 200

    init(clock: LocalTime) {
        self.clock = clock
    }

    mutating func add(_ text: String, at moment: Moment) {
        guard lines.count < Self.limit else {
            dropped += 1
            return
        }
        let second = clock.civil(moment.wall).date.second
        let time = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        lines.append(time.joined(separator: ":") + "  " + EscapedText.line(text))
    }

    mutating func begin() {
        lines = []
        dropped = 0
    }
}
