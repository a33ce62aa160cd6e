import Glibc
import RuleLanguage
import Synchronization

/// The local clock of one zone. The C library does the arithmetic; it knows one zone at a time, so that
/// each question is asked under a lock with the zone set.
package struct LocalTime: Sendable {
    /// A zone's name as in `TZ`, or nil for the system's.
    package let zone: String?

    package init(zone: String?) {
        self.zone = zone
    }

    private struct Setting {
        /// What `TZ` was when the program began.
        var system: String?
        var current: String?
        var isFirst = true
    }

    private static let setting = Mutex(Setting())

    private static let day: Int64 = 86_400

    /// Date and time on the wall, and the day of the week: 0 is Monday.
    package func civil(_ wall: Int64) -> (date: CivilDateTime, weekday: Int) {
        let seconds = wall.flooredQuotient(by: 1_000_000_000)
        return locked {
            let parts = Self.parts(of: seconds)
            let date = CivilDateTime(
                year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
                second: Int(parts.tm_hour) * 3600 + Int(parts.tm_min) * 60 + min(Int(parts.tm_sec), 59))
            return (date, (Int(parts.tm_wday) + 6) % 7)
        }
    }

    /// What the clock on the wall shows, in nanoseconds since 1970-01-01 00:00 local time.
    func reading(at wall: Int64) -> Int64 {
        let seconds = wall.flooredQuotient(by: 1_000_000_000)
        return wall + locked { Self.offset(at: seconds) } * 1_000_000_000
    }

    /// The moment of a local time in nanoseconds since 1970. One that comes twice is the first; one that a clock change skips is
    /// the moment of the jump.
    package func moment(of date: CivilDateTime) -> Int64 {
        let naive = Self.daysSince1970(date.year, date.month, date.day) * Self.day + Int64(date.second)
        return locked {
            let before = Self.offset(at: naive - Self.day)
            let after = Self.offset(at: naive + Self.day)
            let candidates = [naive - before, naive - after].filter { $0 + Self.offset(at: $0) == naive }
            return (candidates.min() ?? Self.jump(between: naive - Self.day, and: naive + Self.day)) * 1_000_000_000
        }
    }

    /// The next moment, strictly later, at which the local clock shows a time of day.
    package func next(secondOfDay: Int, after wall: Int64) -> Int64 {
        var date = civil(wall).date
        date.second = secondOfDay
        while true {
            let candidate = moment(of: date)
            if candidate > wall { return candidate }
            // The time is past today, or was skipped: the next day has it.
            date = date.addingDays(1)
        }
    }

    /// The next moment within a day at which the local clock is put forward or back.
    func nextJump(after wall: Int64) -> Int64? {
        let seconds = wall.flooredQuotient(by: 1_000_000_000)
        return locked {
            guard Self.offset(at: seconds) != Self.offset(at: seconds + Self.day) else { return nil }
            return Self.jump(between: seconds, and: seconds + Self.day) * 1_000_000_000
        }
    }

    private static func jump(between start: Int64, and end: Int64) -> Int64 {
        let before = offset(at: start)
        var low = start
        var high = end
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(at: middle) == before { low = middle } else { high = middle }
        }
        return high
    }

    private static func parts(of seconds: Int64) -> tm {
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        return parts
    }

    /// Seconds to add to UTC.
    private static func offset(at seconds: Int64) -> Int64 {
        Int64(parts(of: seconds).tm_gmtoff)
    }

    /// Takes the zone's rules as they are now. The C library reads them once, and once more only where the zone was another one
    /// in between.
    package func readAgain() {
        _ = civil(0)
        Self.setting.withLock { setting in
            setting.current = "UTC0"
            setenv("TZ", "UTC0", 1)
            tzset()
        }
        _ = civil(0)
    }

    private func locked<Result: Sendable>(_ body: () -> Result) -> Result {
        Self.setting.withLock { setting in
            if setting.isFirst {
                setting.isFirst = false
                setting.system = getenv("TZ").map { String(cString: $0) }
                setting.current = setting.system
                tzset()
            }
            let wanted = zone ?? setting.system
            if wanted != setting.current {
                setting.current = wanted
                if let wanted { setenv("TZ", wanted, 1) } else { unsetenv("TZ") }
                tzset()
            }
            return body()
        }
    }

    /// Days of the proleptic Gregorian calendar.
    static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        // Years begin in March here, so that the leap day is the last of its year.
        let shifted = Int64(month <= 2 ? year - 1 : year)
        let era = shifted.flooredQuotient(by: 400)
        let yearOfEra = shifted - era * 400
        let monthFromMarch = Int64((month + 9) % 12)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension CivilDateTime {
    /// The same time of day, days later or earlier.
    package func addingDays(_ count: Int) -> CivilDateTime {
        // The inverse of `daysSince1970`: years begin in March.
        let shifted = LocalTime.daysSince1970(year, month, day) + Int64(count) + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        return CivilDateTime(
            year: Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), month: month,
            day: Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1), second: second)
    }
}

extension Int64 {
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
