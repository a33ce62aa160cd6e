import Foundation
import RuleLanguage
import Testing

@testable import RuleEngine

/// What the calendar says of when something comes next, beside what the clock of each zone shows minute by minute.
@Suite("F40 to F42: every zone that changes its clock, minute by minute")
struct EveryZoneTests {
    private static let minute: Int64 = 60_000_000_000
    private static let day = 1_440 * minute
    /// 2026-01-01 00:00 UTC.
    private static let newYear: Int64 = 1_767_225_600_000_000_000

    /// A change of the clock in 2026 or 2027, in a zone.
    struct Change: Sendable, CustomTestStringConvertible {
        var zone: String
        var moment: Int64

        var testDescription: String { "\(zone) at \(LocalTime(zone: zone).text(of: moment))" }
    }

    /// Those that differ in their local times; zones that go together are represented by the first.
    static let changes: [Change] = {
        guard let table = try? String(contentsOfFile: "/usr/share/zoneinfo/zone1970.tab", encoding: .utf8) else {
            return []
        }
        let zones = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
            $0.split(separator: "\t").dropFirst(2).first.map(String.init)
        }
        var seen: Set<[Int64]> = []
        var changes: [Change] = []
        for zone in zones {
            let clock = LocalTime(zone: zone)
            for number in 0..<Int64(730) {
                guard let jump = clock.nextJump(after: newYear + number * day) else { continue }
                let shown = clock.reading(at: jump)
                let key = [shown % day, shown - clock.reading(at: jump - minute), jump % day]
                if seen.insert(key).inserted { changes.append(Change(zone: zone, moment: jump)) }
            }
        }
        return changes
    }()

    @Test("there are such zones")
    func zones() {
        #expect(Self.changes.count > 10)
        #expect(Set(Self.changes.map(\.zone)).contains("Australia/Lord_Howe"))
    }

    @Test(
        "a window holds where the clock on the wall is in it, and its next change is never later than it comes",
        arguments: changes)
    func windows(change: Change) throws {
        let clock = LocalTime(zone: change.zone)
        let calendar = ClockCalendar(local: clock, sun: nil)
        let jump = Int(clock.reading(at: change.moment) % Self.day / Self.minute)
        let edges = [-121, -90, -60, -45, -30, -1, 0, 1, 15, 30, 59, 60, 61, 90, 720].map {
            ((jump + $0) % 1_440 + 1_440) % 1_440
        }
        for from in edges {
            for to in edges where from != to {
                let kind = Expression.Kind.timeIn(.init(minute: from), .init(minute: to))
                var wall = change.moment - 5 * 60 * Self.minute
                var state = calendar.state(of: kind, at: wall)
                while wall < change.moment + 5 * 60 * Self.minute {
                    wall += Self.minute
                    if wall >= state.next { state = calendar.state(of: kind, at: wall) }
                    let shown = clock.civil(wall).date.second / 60
                    let isInside = from < to ? (from..<to).contains(shown) : shown >= from || shown < to
                    guard state.holds != isInside else { continue }
                    Issue.record("\(from) to \(to) min: \(state.holds) at \(clock.text(of: wall))")
                    break
                }
            }
        }
    }

    @Test("each time of day comes once a day, at its time or at the jump", arguments: changes)
    func times(change: Change) throws {
        let clock = LocalTime(zone: change.zone)
        let calendar = ClockCalendar(local: clock, sun: nil)
        for minute in stride(from: 0, to: 1_440, by: 5) {
            let kind = Expression.Kind.timeIs(.init(minute: minute))
            var wall = change.moment - 3 * Self.day
            let end = change.moment + 3 * Self.day
            var days: [Int64] = []
            while let next = calendar.next(of: kind, after: wall), next < end {
                #expect(next > wall)
                wall = next
                let date = clock.civil(next).date
                let isSkipped = next == change.moment && date.second != minute * 60
                #expect(date.second == minute * 60 || isSkipped, "\(minute) min at \(clock.text(of: next))")
                // A time that is skipped is one of the day that would have had it.
                let gap = clock.reading(at: next - Self.minute) + Self.minute
                let isBeforeMidnight = Int64(minute) * Self.minute >= gap % Self.day
                let shown = isSkipped ? gap + (isBeforeMidnight ? 0 : Self.day) : clock.reading(at: next)
                days.append(shown / Self.day)
            }
            #expect(
                days.count >= 5 && zip(days, days.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(minute) min: \(days)")
        }
    }

    @Test(
        "every quarter of an hour and every six hours, in real time over the change, strictly onwards",
        arguments: changes)
    func beats(change: Change) throws {
        let calendar = ClockCalendar(local: LocalTime(zone: change.zone), sun: nil)
        for minutes in [1, 15, 60, 360, 420, 1_440] as [Int64] {
            var wall = change.moment - Self.day
            while wall < change.moment + Self.day {
                let next = try #require(calendar.next(of: .every(minutes * Self.minute), after: wall))
                guard next > wall, next - wall <= minutes * Self.minute + 2 * 60 * Self.minute else {
                    Issue.record("every \(minutes) min: \(next - wall) ns after \(wall)")
                    break
                }
                // Where the change is a multiple of the beat, the beat does not notice it.
                if minutes == 1 { #expect(wall % Self.minute != 0 || next - wall == Self.minute) }
                wall = next
            }
        }
    }

    @Test("a day is the day that the clock shows", arguments: changes)
    func days(change: Change) throws {
        let clock = LocalTime(zone: change.zone)
        let calendar = ClockCalendar(local: clock, sun: nil)
        for weekday in 0..<7 {
            let kind = Expression.Kind.dayIn(DaySet(rawValue: 1 << UInt8(weekday)))
            var wall = change.moment - 2 * Self.day
            var state = calendar.state(of: kind, at: wall)
            while wall < change.moment + 2 * Self.day {
                wall += Self.minute
                if wall >= state.next { state = calendar.state(of: kind, at: wall) }
                guard state.holds != (clock.civil(wall).weekday == weekday) else { continue }
                Issue.record("day \(weekday) at \(clock.text(of: wall))")
                break
            }
        }
    }
}

extension ClockTimeSyntax {
    fileprivate init(minute: Int) {
        self.init(base: .clock(seconds: minute * 60), offsetSeconds: 0, range: SourceRange(file: 0, start: 0, end: 0))
    }
}
