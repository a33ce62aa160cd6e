import RuleEngine
import RuleLanguage

/// What happened in a test, to be told if somebody asks: words are made then.
struct Timeline {
    enum Event {
        case message(InputID?, topic: String, payload: String, retained: Bool)
        case decision(Decision)
        case note(String)
    }

    /// How many events are told, the first and the last of them; those between are counted.
    struct Limit {
        var first: Int
        var last: Int

        /// For a person who looks for a mistake: how it began, and what came before it.
        static let glance = Limit(first: 10, last: 40)
        /// For a person who wants to see it all.
        static let whole = Limit(first: 5_000, last: 5_000)
    }

    private typealias Entry = (moment: Moment, event: Event)

    private let program: Program
    private let clock: LocalTime
    private let limit: Limit
    private var first: [Entry] = []
    /// The others, from `oldest` on and round.
    private var last: [Entry] = []
    private var oldest = 0
    private var dropped = 0

    init(of program: Program, clock: LocalTime, limit: Limit) {
        self.program = program
        self.clock = clock
        self.limit = limit
    }

    mutating func add(_ event: Event, at moment: Moment) {
        if first.count < limit.first {
            first.append((moment, event))
        } else if last.count < limit.last {
            last.append((moment, event))
        } else {
            last[oldest] = (moment, event)
            oldest = (oldest + 1) % limit.last
            dropped += 1
        }
    }

    mutating func clear() {
        first.removeAll(keepingCapacity: true)
        last.removeAll(keepingCapacity: true)
        oldest = 0
        dropped = 0
    }

    // MARK: Words

    /// A line each, with the time of day; with the date too where there are several.
    var lines: [String] {
        let entries = first + last[oldest...] + last[..<oldest]
        let dates = entries.map { clock.civil($0.moment.wall).date }
        let isOneDay = dates.allSatisfy { $0.isSameDay(as: dates[0]) }
        var lines = zip(entries, dates).map { entry, date in
            let time = (isOneDay ? "" : date.dayText + " ") + date.timeText + entry.moment.fractionText
            return "\(time)  \(EscapedText.line(words(of: entry.event)))"
        }
        if dropped > 0 { lines.insert("… \(dropped) more …", at: first.count) }
        return lines
    }

    private func words(of event: Event) -> String {
        switch event {
        case .message(let input, let topic, let payload, let retained):
            let name = input.map { program.inputs[$0].name + ": " } ?? ""
            return "\(name)\(topic) \(payload.isEmpty ? "(empty)" : payload)\(retained ? " (retained)" : "")"
        case .decision(let decision):
            return words(of: decision)
        case .note(let text):
            return text
        }
    }

    private func words(of decision: Decision) -> String {
        switch decision {
        case .command(let command):
            "\(command.name) = \(command.value), since \(command.reason.words) (\(command.reason.rule))"
        case .publication(let publication):
            "\(publication.topic) \(String(decoding: publication.payload, as: UTF8.self)), since \(publication.reason.words) (\(publication.reason.rule))"
        case .log(let line): "log: \(line.text) (\(line.rule))"
        case .notice(let notice): notice.message
        }
    }
}

extension Moment {
    /// `.25` where the second is not a whole one.
    fileprivate var fractionText: String {
        let milliseconds = ((wall / 1_000_000) % 1_000 + 1_000) % 1_000
        guard milliseconds > 0 else { return "" }
        var digits = String(1_000 + milliseconds).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "." + digits
    }
}

extension CivilDateTime {
    fileprivate func isSameDay(as other: CivilDateTime) -> Bool {
        year == other.year && month == other.month && day == other.day
    }

    /// `2026-07-01`
    var dayText: String {
        "\(year)-\(Self.twoDigits(month))-\(Self.twoDigits(day))"
    }

    /// `14:00:30`
    var timeText: String {
        [second / 3600, second / 60 % 60, second % 60].map(Self.twoDigits).joined(separator: ":")
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
