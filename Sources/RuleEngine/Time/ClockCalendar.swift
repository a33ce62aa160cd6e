import RuleLanguage

/// What conditions and happenings of the clock are at a moment, and when they may change: local time, days, dates and the sun.
struct ClockCalendar {
    let local: LocalTime
    let sun: SunTimes?

    /// How far ahead the next occurrence is looked for: a year, and what a leap day needs.
    private static let horizonInDays = 367

    private static let day: Int64 = 86_400_000_000_000

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
        guard Self.day % interval == 0 else {
            let anchor = local.moment(of: CivilDateTime(year: 2000, month: 1, day: 1, second: 0))
            return anchor + ((wall - anchor).flooredQuotient(by: interval) + 1) * interval
        }
        let today = midnight(of: wall)
        let following = midnight(dayOffset: 1, of: wall)
        let beat = today + ((wall - today) / interval + 1) * interval
        // Where the clock was put back over midnight, the first of two midnights lies behind.
        return following > wall ? min(beat, following) : beat
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
            return (days.contains(DaySet(rawValue: 1 << UInt8(weekday))), nextDay(at: wall))
        case .dateIn(let from, let to):
            let date = local.civil(wall).date
            let today = date.month * 100 + date.day
            let first = from.month * 100 + from.day
            let last = to.month * 100 + to.day
            let holds = first <= last ? (first...last).contains(today) : today >= first || today <= last
            return (holds, nextDay(at: wall))
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
        let next = events.map(\.moment).filter { $0 > wall }.min() ?? wall + Self.day
        let last = events.filter { $0.moment <= wall }.max { $0.moment < $1.moment }
        return ((last?.rises ?? sun.isUp(at: wall)) == wanted, next)
    }

    /// A window follows the local clock, also where that is put forward or back: it goes by what the clock shows.
    private func window(_ from: ClockTimeSyntax, _ to: ClockTimeSyntax, at wall: Int64) -> (holds: Bool, next: Int64) {
        let shown = local.reading(at: wall)
        var holds = false
        var next = wall + Self.day
        for day in -1...1 {
            guard let start = reading(of: from, dayOffset: day, from: wall),
                let end = reading(of: to, dayOffset: crossesMidnight(from, to) ? day + 1 : day, from: wall), start < end
            else { continue }
            holds = holds || (start <= shown && shown < end)
            for edge in [start, end] where edge > shown { next = min(next, wall + (edge - shown)) }
        }
        return (holds, min(next, local.nextJump(after: wall) ?? never))
    }

    private func crossesMidnight(_ from: ClockTimeSyntax, _ to: ClockTimeSyntax) -> Bool {
        guard case .clock(let start) = from.base, case .clock(let end) = to.base else {
            return from.isEvening && to.isMorning
        }
        return secondOfDay(start + from.offsetSeconds) > secondOfDay(end + to.offsetSeconds)
    }

    /// What the local clock shows at a clock time, on the local day that is so many days after that of a moment.
    private func reading(of time: ClockTimeSyntax, dayOffset: Int, from wall: Int64) -> Int64? {
        guard case .clock(let seconds) = time.base else {
            return moment(of: time, dayOffset: dayOffset, from: wall).map { local.reading(at: $0) }
        }
        let today = local.reading(at: wall).flooredQuotient(by: Self.day)
        return (today + Int64(dayOffset)) * Self.day
            + Int64(secondOfDay(seconds + time.offsetSeconds)) * 1_000_000_000
    }

    /// When the local clock may show another day: at midnight, or where it is put forward or back.
    private func nextDay(at wall: Int64) -> Int64 {
        let shown = local.reading(at: wall)
        let midnight = wall + ((shown.flooredQuotient(by: Self.day) + 1) * Self.day - shown)
        return min(midnight, local.nextJump(after: wall) ?? never)
    }

    // MARK: Days

    /// A time of the sun on the local day that is so many days after that of a moment.
    private func moment(of time: ClockTimeSyntax, dayOffset: Int, from wall: Int64) -> Int64? {
        let start = midnight(dayOffset: dayOffset, of: wall)
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
