/// Triggers on the clock whose conditions leave no moment.
extension Checking {
    mutating func warnAboutTime(_ when: When, _ syntax: WhenSyntax) {
        var parts = conjuncts(of: when.trigger)
        guard
            parts.contains(where: {
                if case .timeIs = $0.kind { true } else if case .every = $0.kind { true } else { false }
            })
        else { return }
        if let condition = when.condition { parts += conjuncts(of: condition) }
        var days = DaySet(rawValue: 0b0111_1111)
        var dates = Set(0..<Self.datesOfYear)
        var moments: [Int] = []
        for part in parts {
            switch part.kind {
            case .dayIn(let set): days.formIntersection(set)
            case .dateIn(let first, let last): dates.formIntersection(Self.dates(from: first, to: last))
            case .timeIs(let time): if let second = Self.second(of: time) { moments.append(second) }
            default: continue
            }
        }
        let misses = parts.contains { part in
            guard case .timeIn(let start, let end) = part.kind, let a = Self.second(of: start),
                let b = Self.second(of: end)
            else { return false }
            return moments.contains { moment in a < b ? !(a..<b).contains(moment) : (b..<a).contains(moment) }
        }
        let isNever = days.isEmpty || dates.isEmpty || misses || Set(moments).count > 1 || dates == [Self.leapDay]
        guard isNever else { return }
        report(
            .neverComes, "this has no next moment within a year", at: syntax.trigger.range,
            help: "check its days, dates and times against each other")
    }

    private func conjuncts(of expression: Expression) -> [Expression] {
        guard case .and(let a, let b) = expression.kind else { return [expression] }
        return conjuncts(of: a) + conjuncts(of: b)
    }

    private static func second(of time: ClockTimeSyntax) -> Int? {
        guard case .clock(let seconds) = time.base else { return nil }
        return ((seconds + time.offsetSeconds) % 86_400 + 86_400) % 86_400
    }

    private static let datesOfYear = 366
    private static let leapDay = 59

    /// Days of a leap year, from 0.
    private static func dates(from first: DateSyntax, to last: DateSyntax) -> Set<Int> {
        let (a, b) = (number(of: first), number(of: last))
        return a <= b ? Set(a...b) : Set(a..<datesOfYear).union(0...b)
    }

    private static func number(of date: DateSyntax) -> Int {
        let before = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335]
        return before[date.month - 1] + date.day - 1
    }
}
