import Foundation
import RuleLanguage

/// Local time by Foundation's calendar, and the moments at which what a program asks of the clock may change.
final class WallClock {
    private let calendar: Calendar
    private let asked: [RuleLanguage.Expression]
    /// Of the local day and the one after it: when something may change, and when each happening comes.
    private var dayStart: Int64 = 0
    private var dayEnd: Int64 = 0
    private var changes: [Int64] = []
    private var happenings: [Set<Int64>] = []

    private static let oneDay = 86_400

    init(zone: String?, asked: [RuleLanguage.Expression]) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone.flatMap { TimeZone(identifier: $0) } ?? .current
        self.calendar = calendar
        self.asked = asked
    }

    private func date(_ wall: Int64) -> Date { Date(timeIntervalSince1970: Double(wall) / 1e9) }
    private func wall(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1e3).rounded()) * 1_000_000 }

    private func secondOfDay(_ date: Date) -> Int {
        let parts = calendar.dateComponents([.hour, .minute, .second], from: date)
        return (parts.hour ?? 0) * 3600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0)
    }

    private func second(_ time: ClockTimeSyntax) -> Int {
        guard case .clock(let seconds) = time.base else { preconditionFailure("the reference does not know the sun") }
        return ((seconds + time.offsetSeconds) % Self.oneDay + Self.oneDay) % Self.oneDay
    }

    // MARK: Conditions

    func holds(_ kind: RuleLanguage.Expression.Kind, at wall: Int64) -> Bool {
        let local = local(wall)
        switch kind {
        case .timeIn(let from, let to):
            let (first, last, now) = (second(from), second(to), local.second)
            return first <= last ? first <= now && now < last : now >= first || now < last
        case .dayIn(let days):
            return days.contains(DaySet(rawValue: 1 << UInt8(local.weekday)))
        case .dateIn(let from, let to):
            let today = local.date
            let (first, last) = (from.month * 100 + from.day, to.month * 100 + to.day)
            return first <= last ? first <= today && today <= last : today >= first || today <= last
        default: preconditionFailure("no condition of the clock")
        }
    }

    /// Second of the day, day of the week from Monday on, and month and day as one number.
    private struct Local {
        var second: Int
        var weekday: Int
        var date: Int
    }

    /// The last answer: the same moment is asked about again and again.
    private var lastLocal: (wall: Int64, local: Local)?

    private func local(_ wall: Int64) -> Local {
        if let lastLocal, lastLocal.wall == wall { return lastLocal.local }
        let date = date(wall)
        let parts = calendar.dateComponents([.weekday, .month, .day], from: date)
        let local = Local(
            second: secondOfDay(date), weekday: ((parts.weekday ?? 0) + 5) % 7,
            date: (parts.month ?? 0) * 100 + (parts.day ?? 0))
        lastLocal = (wall, local)
        return local
    }

    /// Whether a happening comes at this very moment.
    func happens(_ happening: RuleLanguage.Expression, at wall: Int64) -> Bool {
        prepare(wall)
        guard let index = asked.firstIndex(where: { $0.range == happening.range }) else { return false }
        return happenings[index].contains(wall)
    }

    /// The next moment at which anything that is asked may change.
    func nextChange(after wall: Int64) -> Int64? {
        guard !asked.isEmpty else { return nil }
        prepare(wall)
        return changes.first { $0 > wall }
    }

    // MARK: Moments

    private func prepare(_ wall: Int64) {
        guard wall < dayStart || wall >= dayEnd else { return }
        let today = calendar.startOfDay(for: date(wall))
        (dayStart, dayEnd) = (self.wall(today), self.wall(nextDay(today)))
        happenings = asked.map { _ in [] }
        var found: Set<Int64> = []
        for start in [today, nextDay(today), nextDay(nextDay(today))] {
            found.insert(self.wall(start))
            if let jump = calendar.timeZone.nextDaylightSavingTimeTransition(after: start), jump < nextDay(start) {
                found.insert(self.wall(jump))
            }
            for (index, expression) in asked.enumerated() {
                let moments = moments(of: expression.kind, on: start)
                found.formUnion(moments)
                happenings[index].formUnion(moments)
            }
        }
        changes = found.sorted()
    }

    private func nextDay(_ start: Date) -> Date {
        calendar.date(byAdding: .day, value: 1, to: start) ?? start.addingTimeInterval(Double(Self.oneDay))
    }

    private func moments(of kind: RuleLanguage.Expression.Kind, on start: Date) -> [Int64] {
        switch kind {
        case .timeIs(let time): [moment(second(time), on: start)]
        case .timeIn(let from, let to): [moment(second(from), on: start), moment(second(to), on: start)]
        case .every(let interval): multiples(of: interval, on: start)
        default: []
        }
    }

    /// The first moment of the day at which the local clock shows a time, or the jump that skips it.
    private func moment(_ second: Int, on start: Date) -> Int64 {
        let guesses = [-3600, 0, 3600].map { start.addingTimeInterval(Double(second + $0)) }
        let hit = guesses.first { secondOfDay($0) == second && calendar.startOfDay(for: $0) == start }
        return wall(hit ?? calendar.timeZone.nextDaylightSavingTimeTransition(after: start) ?? start)
    }

    private func multiples(of interval: Int64, on start: Date) -> [Int64] {
        let (begin, end) = (wall(start), wall(nextDay(start)))
        let divides = Int64(Self.oneDay) * 1_000_000_000 % interval == 0
        let anchor =
            divides ? begin : wall(calendar.date(from: DateComponents(year: 2000, month: 1, day: 1)) ?? start)
        let first = anchor + (begin - anchor + interval - 1) / interval * interval
        return Array(stride(from: first, to: end, by: Int64.Stride(interval)))
    }
}
