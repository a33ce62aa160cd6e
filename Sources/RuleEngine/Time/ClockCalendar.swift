import RuleLanguage

/// What conditions and happenings of the clock are at a moment, and when they may change: local time, days, dates and the sun.
struct ClockCalendar {
    let local: LocalTime
    let sun: SunTimes?

    /// How far ahead the next occurrence is looked for: a year, and what a leap day needs.
    private static let horizonInDays = 367

    // MARK: Happenings

    /// The next occurrence of `time is` or `every`, strictly later, or nil where there is none within a year.
    func next(of kind: Expression.Kind, after wall: Int64) -> Int64? {
        switch kind {
        case .timeIs(let time): return next(of: time, after: wall)
        case .every(let interval): return next(every: interval, after: wall)
        default: return nil
        }
    }

    private func next(every interval: Int64, after wall: Int64) -> Int64 {
        let day: Int64 = 86_400_000_000_000
        guard day % interval == 0 else {
            let anchor = local.moment(of: CivilDateTime(year: 2000, month: 1, day: 1, second: 0))
            return anchor + ((wall - anchor).flooredQuotient(by: interval) + 1) * interval
        }
        let today = midnight(of: wall)
        let following = midnight(dayOffset: 1, of: wall)
        return min(today + ((wall - today) / interval + 1) * interval, following)
    }

    /// The next moment, strictly later, of a clock time.
    func next(of time: ClockTimeSyntax, after wall: Int64) -> Int64? {
        if case .clock(let seconds) = time.base {
            return local.next(secondOfDay: secondOfDay(seconds + time.offsetSeconds), after: wall)
        }
        for offset in -1...Self.horizonInDays {
            if let moment = moment(of: time, dayOffset: offset, from: wall), moment > wall { return moment }
        }
        return nil
    }

    // MARK: Conditions

    /// Whether a condition holds, and when it may change.
    func state(of kind: Expression.Kind, at wall: Int64) -> (holds: Bool, next: Int64) {
        switch kind {
        case .timeIn(let from, let to):
            return window(from, to, at: wall)
        case .dayIn(let days):
            let weekday = local.civil(wall).weekday
            return (days.contains(DaySet(rawValue: 1 << UInt8(weekday))), midnight(dayOffset: 1, of: wall))
        case .dateIn(let from, let to):
            let date = local.civil(wall).date
            let today = date.month * 100 + date.day
            let first = from.month * 100 + from.day
            let last = to.month * 100 + to.day
            let holds = first <= last ? (first...last).contains(today) : today >= first || today <= last
            return (holds, midnight(dayOffset: 1, of: wall))
        case .sunIsUp, .sunIsDown:
            return sunState(isUp: { if case .sunIsUp = kind { true } else { false } }(), at: wall)
        default:
            preconditionFailure("not a condition of the clock")
        }
    }

    private func sunState(isUp wanted: Bool, at wall: Int64) -> (holds: Bool, next: Int64) {
        guard let sun else { return (false, never) }
        let events = [ClockTimeSyntax.Base.sunrise, .sunset].flatMap { base in
            (-1...1).compactMap { offset in
                sun.moment(
                    of: base, from: midnight(dayOffset: offset, of: wall), to: midnight(dayOffset: offset + 1, of: wall)
                )
                .map { (moment: $0, rises: base == .sunrise) }
            }
        }
        let next = events.map(\.moment).filter { $0 > wall }.min() ?? midnight(dayOffset: 1, of: wall)
        let last = events.filter { $0.moment <= wall }.max { $0.moment < $1.moment }
        return ((last?.rises ?? sun.isUp(at: wall)) == wanted, next)
    }

    private func window(_ from: ClockTimeSyntax, _ to: ClockTimeSyntax, at wall: Int64) -> (holds: Bool, next: Int64) {
        if case .clock(let start) = from.base, case .clock(let end) = to.base {
            return fixedWindow(
                secondOfDay(start + from.offsetSeconds), secondOfDay(end + to.offsetSeconds), at: wall)
        }
        let crosses = from.isEvening && to.isMorning
        var holds = false
        var next = midnight(dayOffset: 1, of: wall)
        for day in -1...1 {
            guard let start = moment(of: from, dayOffset: day, from: wall),
                let end = moment(of: to, dayOffset: crosses ? day + 1 : day, from: wall), start < end
            else { continue }
            holds = holds || (start <= wall && wall < end)
            for edge in [start, end] where edge > wall { next = min(next, edge) }
        }
        return (holds, next)
    }

    /// A window of two times of day follows the local clock, also where that is put forward or back.
    private func fixedWindow(_ from: Int, _ to: Int, at wall: Int64) -> (holds: Bool, next: Int64) {
        let second = local.civil(wall).date.second
        let holds = from <= to ? from <= second && second < to : second >= from || second < to
        var next = min(local.next(secondOfDay: from, after: wall), local.next(secondOfDay: to, after: wall))
        if let jump = local.nextJump(after: wall) { next = min(next, jump) }
        return (holds, next)
    }

    // MARK: Days

    /// A clock time on the local day that is so many days after that of a moment.
    private func moment(of time: ClockTimeSyntax, dayOffset: Int, from wall: Int64) -> Int64? {
        let start = midnight(dayOffset: dayOffset, of: wall)
        if case .clock(let seconds) = time.base {
            var date = local.civil(start).date
            date.second = secondOfDay(seconds + time.offsetSeconds)
            return local.moment(of: date)
        }
        let end = midnight(dayOffset: dayOffset + 1, of: wall)
        return sun?.moment(of: time.base, from: start, to: end).map { $0 + Int64(time.offsetSeconds) * 1_000_000_000 }
    }

    private func midnight(of wall: Int64) -> Int64 {
        midnight(dayOffset: 0, of: wall)
    }

    private func midnight(dayOffset: Int, of wall: Int64) -> Int64 {
        var date = local.civil(wall).date.addingDays(dayOffset)
        date.second = 0
        return local.moment(of: date)
    }

    private func secondOfDay(_ seconds: Int) -> Int {
        (seconds % 86_400 + 86_400) % 86_400
    }
}

extension ClockTimeSyntax {
    fileprivate var isEvening: Bool {
        switch base {
        case .sunset, .dusk: true
        case .sunrise, .dawn: false
        case .clock(let seconds): seconds >= 43_200
        }
    }

    fileprivate var isMorning: Bool { !isEvening }
}
