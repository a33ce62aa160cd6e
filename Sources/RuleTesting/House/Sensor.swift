import Link

/// A cheap wireless thermometer: it rounds, it is a little wrong, it sends when it likes, and now and then it fails.
struct Sensor: Sendable {
    enum State: Sendable, Hashable {
        case online
        /// Off the air until that second of the house.
        case offline(until: Int)
    }

    let device: HouseDevice
    /// Seconds between two readings.
    let interval: ClosedRange<Int>
    private(set) var state = State.offline(until: 0)
    private var nextReadingAt = 0
    /// What it will send in place of readings, the next one last.
    private var nonsense: [String] = []

    /// °C. Spread of the measuring error.
    private static let spread = 0.06
    /// What thermometers with a loose wire and microcontrollers that divide by zero are known to send.
    private static let nonsenseSeen = ["nan", "-127", "-127.00", "inf", "error"]

    init(room: String, interval: ClosedRange<Int>) {
        device = HouseDevice(kind: .sensor, room: room)
        self.interval = interval
    }

    /// What happens in this second.
    mutating func advance(second: Int, temperature: Double, random: inout SeededGenerator) -> [SensorEvent] {
        var events: [SensorEvent] = []
        if case .offline(let end) = state {
            guard second >= end else { return [] }
            state = .online
            nextReadingAt = second + 1
            events.append(.connected)
        }
        guard second >= nextReadingAt else { return events }
        nextReadingAt = second + random.between(interval.lowerBound, interval.upperBound)
        let measured = temperature + Sensor.spread * random.noise()
        events.append(.reading(nonsense.popLast() ?? Sensor.decimal(measured)))
        return events
    }

    /// Breaks off. Before good readings come back there may be one or two that are none.
    mutating func fail(second: Int, seconds: Int, random: inout SeededGenerator) {
        state = .offline(until: second + seconds)
        nonsense = (0..<random.between(0, 2)).map { _ in
            Sensor.nonsenseSeen[random.between(0, Sensor.nonsenseSeen.count - 1)]
        }
    }

    /// With one digit behind the point: `25.0`, `-0.5`.
    static func decimal(_ value: Double) -> String {
        let tenths = Int(value * 10 + (value < 0 ? -0.5 : 0.5))
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}

enum SensorEvent: Sendable, Hashable {
    case connected
    case reading(String)
}
