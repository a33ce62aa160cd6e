import Link

/// A cloudless to slightly cloudy day in July, again and again.
package struct Weather: Sendable {
    /// 0 (clear) to `thickestCloud`.
    package private(set) var cloud = 0.0
    private var cloudAhead = 0.0
    private var nextCloudAt = 0

    private static let thickestCloud = 0.35
    private static let coldest = 17.0
    private static let hottest = 31.0
    private static let coldestHour = 5.0
    private static let hottestHour = 15.5
    private static let sunrise = 5.25
    private static let sunset = 21.75

    package init() {}

    /// Lets clouds drift for a second. They change their mind every few minutes and never jump.
    mutating func advance(second: Int, random: inout SeededGenerator) {
        if second >= nextCloudAt {
            nextCloudAt = second + random.between(180, 900)
            cloudAhead = max(0, random.between(-0.3, Weather.thickestCloud))
        }
        cloud += (cloudAhead - cloud) / 120
    }

    /// What the sun gives on a surface that faces it, 0 at night and 1 at its best.
    package func sun(hour: Double) -> Double {
        Weather.hump(hour, from: Weather.sunrise, to: Weather.sunset) * (1 - cloud)
    }

    /// Outside, in °C.
    package func temperature(hour: Double) -> Double {
        let cooling = 24 - Weather.hottestHour + Weather.coldestHour
        let warmth =
            switch hour {
            case ..<Weather.coldestHour: 1 - Weather.ease((hour + 24 - Weather.hottestHour) / cooling)
            case ..<Weather.hottestHour:
                Weather.ease((hour - Weather.coldestHour) / (Weather.hottestHour - Weather.coldestHour))
            default: 1 - Weather.ease((hour - Weather.hottestHour) / cooling)
            }
        return Weather.coldest + (Weather.hottest - Weather.coldest) * warmth
    }

    /// A parabola: 0 at both ends and outside, 1 in the middle.
    static func hump(_ hour: Double, from start: Double, to end: Double) -> Double {
        guard hour > start, hour < end else { return 0 }
        let part = (hour - start) / (end - start)
        return 4 * part * (1 - part)
    }

    /// From 0 to 1 without a corner at either end.
    private static func ease(_ part: Double) -> Double {
        part * part * (3 - 2 * part)
    }
}
