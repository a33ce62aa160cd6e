/// Triggers on the clock whose conditions leave no moment.
extension Checking {
    /// Whether there is none, and nothing more need be said about the trigger.
    mutating func reportNoMoment(_ when: When, _ syntax: WhenSyntax) -> Bool {
        var parts = conjuncts(of: when.trigger)
        guard
            parts.contains(where: {
                if case .timeIs = $0.kind { true } else if case .every = $0.kind { true } else { false }
            })
        else { return false }
        if let condition = when.condition { parts += conjuncts(of: condition) }
        var days = DaySet(rawValue: 0b0111_1111)
        var dates = Set(0..<Self.datesOfYear)
        var moments: [Int] = []
        var beats: [Set<Int>] = []
        for part in parts {
            switch part.kind {
            case .dayIn(let set): days.formIntersection(set)
            case .dateIn(let first, let last): dates.formIntersection(Self.dates(from: first, to: last))
            case .timeIs(let time): if let second = Self.second(of: time) { moments.append(second) }
            case .every(let beat):
                if let moments = Self.moments(ofBeat: beat) { beats.append(moments) }
                if beat % Self.week == 0 { days.formIntersection(Self.firstDay) }
            default: continue
            }
        }
        let misses = parts.contains { part in
            guard case .timeIn(let start, let end) = part.kind, let a = Self.second(of: start),
                let b = Self.second(of: end)
            else { return false }
            func isOutside(_ moment: Int) -> Bool { a < b ? !(a..<b).contains(moment) : (b..<a).contains(moment) }
            return moments.contains(where: isOutside) || beats.contains { $0.allSatisfy(isOutside) }
        }
        let isNever = days.isEmpty || dates.isEmpty || misses || Set(moments).count > 1 || dates == [Self.leapDay]
        guard isNever else { return false }
        report(
            .neverComes, "this has no next moment within a year", at: syntax.trigger.range,
            help: "check its days, dates and times against each other")
        return true
    }

    /// What is joined by `and`.
    func conjuncts(of expression: Expression) -> [Expression] {
        var open = [expression]
        var parts: [Expression] = []
        while let next = open.popLast() {
            if case .and(let a, let b) = next.kind { open += [b, a] } else { parts.append(next) }
        }
        return parts
    }

    static func second(of time: ClockTimeSyntax) -> Int? {
        guard case .clock(let seconds) = time.base else { return nil }
        return ((seconds + time.offsetSeconds) % 86_400 + 86_400) % 86_400
    }

    private static let week: Int64 = 7 * 86_400 * 1_000_000_000
    /// Beats that divide no day count from a Saturday, 2000-01-01 00:00, in real time: an hour earlier is a Friday.
    private static let firstDay = DaySet(rawValue: 0b0011_0000)

    /// The times of day at which `every` can come, those after a clock change too. Nil for any.
    private static func moments(ofBeat beat: Int64) -> Set<Int>? {
        let minute: Int64 = 60 * 1_000_000_000
        let day = 24 * 60 * minute
        guard beat >= minute, beat % (minute / 60) == 0, day % beat == 0 || beat % day == 0 else { return nil }
        let step = Int(min(beat, day) / (minute / 60))
        let regular = stride(from: 0, to: 86_400, by: step)
        return Set(regular.flatMap { [$0, ($0 + 3_600) % 86_400, ($0 + 82_800) % 86_400] })
    }

    private static let datesOfYear = 366
    private static let leapDay = 59

    /// Days of a leap year, from 0.
    private static func dates(from first: DateSyntax, to last: DateSyntax) -> Set<Int> {
        let (a, b) = (number(of: first), number(of: last))
        return a <= b ? Set(a...b) : Set(a..<datesOfYear).union(0...b)
    }

    static func number(of date: DateSyntax) -> Int {
        let before = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335]
        return before[date.month - 1] + date.day - 1
    }
}
