/// A length of time as it is written in rules: `1 h 30 min`.
package enum DurationText {
    private static let units: [(nanoseconds: Int64, name: String)] = [
        (604_800_000_000_000, "week"), (86_400_000_000_000, "day"), (3_600_000_000_000, "h"), (60_000_000_000, "min"),
        (1_000_000_000, "s"), (1_000_000, "ms"),
    ]

    package static func written(_ nanoseconds: Int64) -> String {
        guard nanoseconds >= 1_000_000 else { return "0 s" }
        // A whole number of one unit reads better than a sum: `90 s`.
        for unit in units where nanoseconds % unit.nanoseconds == 0 {
            return part(nanoseconds / unit.nanoseconds, unit.name)
        }
        return sum(nanoseconds)
    }

    private static func sum(_ nanoseconds: Int64) -> String {
        var rest = nanoseconds
        var parts: [String] = []
        for unit in units where rest >= unit.nanoseconds {
            parts.append(part(rest / unit.nanoseconds, unit.name))
            rest %= unit.nanoseconds
        }
        return parts.joined(separator: " ")
    }

    /// For lengths of time that were measured: to the second, and no more than two units, `4 min 57 s`, `3 days 2 h`.
    package static func rough(_ nanoseconds: Int64) -> String {
        let seconds = (nanoseconds + 500_000_000) / 1_000_000_000 * 1_000_000_000
        guard let largest = units.firstIndex(where: { seconds >= $0.nanoseconds }) else { return "0 s" }
        let first = part(seconds / units[largest].nanoseconds, units[largest].name)
        guard largest + 1 < units.count else { return first }
        let rest = seconds % units[largest].nanoseconds / units[largest + 1].nanoseconds
        return rest == 0 ? first : first + " " + part(rest, units[largest + 1].name)
    }

    /// To the second too, and always from the largest unit on: `19 h 20 min`.
    static func measured(_ nanoseconds: Int64) -> String {
        let seconds = (nanoseconds + 500_000_000) / 1_000_000_000
        return seconds == 0 ? "0 s" : sum(seconds * 1_000_000_000)
    }

    private static func part(_ count: Int64, _ unit: String) -> String {
        let plural = count > 1 && (unit == "day" || unit == "week") ? "s" : ""
        return "\(count) \(unit)\(plural)"
    }
}
