import Foundation
import RuleLanguage
import TestSupport
import Testing

@testable import RuleEngine

/// A row of Tests/Behaviour/local_time.table, which says how it is written.
struct LocalTimeRow: CustomTestStringConvertible, Sendable {
    enum Step: Sendable {
        case run(Int64)
        case runTo(Instant)
        case doze(Int64)
        case sleep(Int64)
        case down(Int64)
        case step(Int64)
        case stepTo(Instant)
        case message(String)
        case otherRules
    }

    /// A moment as the wall shows it, and what the wall is ahead of UTC.
    struct Instant: Hashable, Sendable {
        /// Nanoseconds since 1970-01-01 00:00 UTC.
        var wall: Int64
        /// Seconds.
        var offset: Int64
        /// As it is written, without the offset.
        var local: String
    }

    struct Outcome: Sendable {
        /// `yes` or `no` of a `keep`, nothing for a firing.
        var value: String
        var instant: Instant
        var isAbout: Bool
    }

    var title: String
    var zone: String
    var isKeep: Bool
    var condition: String
    var start: Instant
    var steps: [Step]
    var outcomes: [Outcome]

    var testDescription: String { title }

    struct Unreadable: Error {
        let words: String
    }

    // MARK: Reading

    static let all: [LocalTimeRow] = (try? read()) ?? []

    static func read() throws -> [LocalTimeRow] {
        let file = Examples.folder.deletingLastPathComponent().appendingPathComponent("Behaviour/local_time.table")
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let blocks = lines.filter { !$0.hasPrefix("#") }.split { $0.isEmpty }
        return try blocks.map { block in
            guard block.count == 4 else { throw Unreadable(words: block.joined(separator: "\n")) }
            return try LocalTimeRow(Array(block))
        }
    }

    private init(_ lines: [String]) throws {
        title = lines[0]
        let rule = lines[1].trimmed.components(separatedBy: "  ")
        guard rule.count == 2 else { throw Unreadable(words: lines[1]) }
        zone = rule[0]
        isKeep = rule[1].hasPrefix("keep ")
        condition = String(rule[1].dropFirst(5))
        let parts = lines[2].trimmed.components(separatedBy: ", ")
        start = try Instant(parts[0])
        steps = try parts.dropFirst().map { try Step($0) }
        outcomes =
            lines[3].trimmed == "nothing"
            ? [] : try lines[3].trimmed.components(separatedBy: ", ").map { try Outcome($0) }
    }

    /// The rules around the condition.
    var rules: String {
        """
        zone     "\(zone)"
        location 52.52, 13.40
        input  door   from "door"   as open | closed
        output value  to   "value"  as yes | no

        """
            + (isKeep
                ? "keep value\n    yes  while \(condition)\n    no   otherwise\n"
                : "when \(condition)\n    do  publish \"now\" to \"fired\"\n")
    }
}

extension LocalTimeRow.Instant {
    /// `2026-03-29 03:00 +02:00`
    init(_ text: String) throws {
        guard let match = text.wholeMatch(of: /(\d+)-(\d+)-(\d+) (\d+):(\d+)(:(\d+))? ([+-])(\d+):(\d+)/),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), let hour = Int64(match.4),
            let minute = Int64(match.5), let ahead = Int64(match.9), let aheadMinutes = Int64(match.10)
        else { throw LocalTimeRow.Unreadable(words: text) }
        let second = match.7.flatMap { Int64($0) } ?? 0
        let midnight = LocalTime.daysSince1970(year, month, day) * 86_400
        offset = (ahead * 3_600 + aheadMinutes * 60) * (match.8 == "-" ? -1 : 1)
        wall = (midnight + hour * 3_600 + minute * 60 + second - offset) * 1_000_000_000
        local = text.components(separatedBy: " ").prefix(2).joined(separator: " ") + (match.7 == nil ? ":00" : "")
    }
}

extension LocalTimeRow.Step {
    init(_ text: String) throws {
        let words = text.components(separatedBy: " ")
        let rest = words.dropFirst().joined(separator: " ")
        switch words[0] {
        case "run" where words[1] == "to": self = .runTo(try LocalTimeRow.Instant(String(rest.dropFirst(3))))
        case "step" where words[1] == "to": self = .stepTo(try LocalTimeRow.Instant(String(rest.dropFirst(3))))
        case "run": self = .run(try Self.duration(rest))
        case "doze": self = .doze(try Self.duration(rest))
        case "sleep": self = .sleep(try Self.duration(rest))
        case "down": self = .down(try Self.duration(rest))
        case "step": self = .step(try Self.duration(String(rest.dropFirst())) * (rest.hasPrefix("-") ? -1 : 1))
        case "open", "closed": self = .message(text)
        case "other": self = .otherRules
        default: throw LocalTimeRow.Unreadable(words: text)
        }
    }

    /// `1 h 30 min`
    private static func duration(_ text: String) throws -> Int64 {
        let units: [String: Int64] = [
            "ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000, "h": 3_600_000_000_000,
            "days": 86_400_000_000_000,
        ]
        var sum: Int64 = 0
        var words = text.components(separatedBy: " ")[...]
        while let number = words.popFirst(), let unit = words.popFirst() {
            guard let number = Int64(number), let unit = units[unit] else { throw LocalTimeRow.Unreadable(words: text) }
            sum += number * unit
        }
        return sum
    }
}

extension LocalTimeRow.Outcome {
    /// `yes ~ 2026-03-29 07:21 +02:00`
    init(_ text: String) throws {
        var words = text.components(separatedBy: " ")
        value = words[0] == "yes" || words[0] == "no" ? words.removeFirst() : ""
        isAbout = words[0] == "~"
        if isAbout { words.removeFirst() }
        instant = try LocalTimeRow.Instant(words.joined(separator: " "))
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
