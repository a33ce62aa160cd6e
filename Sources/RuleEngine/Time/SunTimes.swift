import CNova
import RuleLanguage
import Synchronization

/// Sunrise, sunset and civil twilight at one place, by libnova. The library remembers what it calculated last, for all
/// threads alike, so that it is asked under a lock.
struct SunTimes: Sendable {
    let location: Settings.Location

    /// Heights of the sun's centre at the horizon (refraction included) and at civil twilight, in degrees.
    private static let horizon = -0.8333
    private static let twilight = -6.0

    /// The library, and what it was asked before: each window asks for the same few days again and again.
    private static let library = Mutex<[Question: Int64?]>([:])

    private struct Question: Hashable {
        var latitude: Double
        var longitude: Double
        var base: ClockTimeSyntax.Base
        var moment: Int64
    }

    /// Most answers that are kept.
    private static let rememberedAnswers = 1_000

    private static let day: Int64 = 86_400_000_000_000
    /// The Julian day of 1970-01-01 00:00 UTC.
    private static let epoch = 2_440_587.5

    private var observer: ln_lnlat_posn {
        ln_lnlat_posn(lng: location.longitude, lat: location.latitude)
    }

    /// The event that falls between two moments (local midnights), or nil on a day without it.
    func moment(of base: ClockTimeSyntax.Base, from start: Int64, to end: Int64) -> Int64? {
        // The library gives events by days of UTC: the local day's may be on the day before or after.
        var found: Int64?
        for shift in -1...1 {
            let noon = (start + Self.day / 2).flooredQuotient(by: Self.day) * Self.day + Int64(shift) * Self.day
            guard let candidate = event(base, onDayOf: noon), candidate >= start, candidate < end else { continue }
            found = min(found ?? candidate, candidate)
        }
        return found
    }

    private func event(_ base: ClockTimeSyntax.Base, onDayOf moment: Int64) -> Int64? {
        let question = Question(
            latitude: location.latitude, longitude: location.longitude, base: base, moment: moment)
        return Self.library.withLock { answers in
            if let answer = answers[question] { return answer }
            if answers.count >= Self.rememberedAnswers { answers.removeAll(keepingCapacity: true) }
            let answer = calculated(base, onDayOf: moment)
            answers[question] = .some(answer)
            return answer
        }
    }

    private func calculated(_ base: ClockTimeSyntax.Base, onDayOf moment: Int64) -> Int64? {
        var times = ln_rst_time()
        var place = observer
        let height = base == .dawn || base == .dusk ? Self.twilight : Self.horizon
        guard ln_get_solar_rst_horizon(Self.julian(moment), &place, height, &times) == 0 else { return nil }
        let isMorning = base == .sunrise || base == .dawn
        return Int64(((isMorning ? times.rise : times.set) - Self.epoch) * Double(Self.day))
    }

    /// Whether the sun is above the horizon.
    func isUp(at moment: Int64) -> Bool {
        var sun = ln_equ_posn()
        var place = observer
        var horizontal = ln_hrz_posn()
        Self.library.withLock { _ in
            ln_get_solar_equ_coords(Self.julian(moment), &sun)
            ln_get_hrz_from_equ(&sun, &place, Self.julian(moment), &horizontal)
        }
        return horizontal.alt > Self.horizon
    }

    private static func julian(_ moment: Int64) -> Double {
        epoch + Double(moment) / Double(day)
    }
}
