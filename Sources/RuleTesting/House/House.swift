import Link

/// A small house on a hot day: three rooms, a thermometer and a fan in each, as its devices appear to a broker.
///
/// A value without clock or connection: whoever owns it says what time it is, plays the events to a broker (or to an
/// engine) and brings the commands back. The same seed, times and commands give the same events; how often time is
/// advanced makes no difference.
package struct House: Sendable {
    package private(set) var rooms = Room.all
    package private(set) var weather = Weather()
    /// Whole seconds since the house began.
    package private(set) var second = -1

    private let prefix: String
    private let firstSecondOfDay: Int
    private var sensors: [Sensor]
    private var random: SeededGenerator
    private var nextFailureAt: Int
    private var failures = 0

    /// - Parameters:
    ///   - hour: the time of day at which it begins.
    ///   - prefix: the first level of all topics.
    package init(seed: UInt64, startingAtHour hour: Double = 14, prefix: String = "home") {
        self.prefix = prefix
        firstSecondOfDay = Int(hour * 3600)
        random = SeededGenerator(seed: seed)
        sensors = [
            Sensor(room: "kitchen", interval: 10...20),
            Sensor(room: "office", interval: 10...30),
            Sensor(room: "living room", interval: 15...60),
        ]
        nextFailureAt = random.between(130, 190)
    }

    /// Every device, in a fixed order.
    package var devices: [HouseDevice] {
        rooms.flatMap { room in
            [HouseDevice(kind: .sensor, room: room.name), HouseDevice(kind: .fan, room: room.name)]
        }
    }

    /// The time of day, in seconds since midnight.
    package var secondOfDay: Int { (firstSecondOfDay + max(0, second)) % 86_400 }

    private var hour: Double { Double(secondOfDay) / 3600 }

    /// °C.
    package var outside: Double { weather.temperature(hour: hour) }

    /// 0 at night or behind a thick cloud, 1 at its best.
    package var sun: Double { weather.sun(hour: hour) }

    /// Lets everything happen up to that second since the beginning, that one included.
    package mutating func advance(to end: Int) -> [HouseEvent] {
        var events: [HouseEvent] = []
        while second < end {
            second += 1
            if second == 0 { events += fansStart() }
            weather.advance(second: second, random: &random)
            warmRooms()
            events += readSensors()
            if let lost = failIfDue() { events.append(.lost(lost)) }
        }
        return events
    }

    /// A message on the topic that a fan listens to. Fans do what they are told, ignore what they do not understand and
    /// answer with their state.
    package mutating func receive(topic: String, payload: String) -> [HouseEvent] {
        guard let index = rooms.indices.first(where: { commandTopic(ofFanIn: rooms[$0].name) == topic }) else {
            return []
        }
        switch payload {
        case "ON": rooms[index].fanIsOn = true
        case "OFF": rooms[index].fanIsOn = false
        default: return []
        }
        return [fanState(rooms[index])]
    }

    private mutating func warmRooms() {
        let air = Air(hour: hour, temperature: outside, sun: sun)
        let before = (rooms[0].temperature, rooms[1].temperature, rooms[2].temperature)
        rooms[0].advanceSecond(air: air, neighbours: [before.1])
        rooms[1].advanceSecond(air: air, neighbours: [before.0, before.2])
        rooms[2].advanceSecond(air: air, neighbours: [before.1])
    }

    private mutating func readSensors() -> [HouseEvent] {
        var events: [HouseEvent] = []
        for index in sensors.indices {
            let device = sensors[index].device
            let happened = sensors[index].advance(
                second: second, temperature: rooms[index].temperature, random: &random)
            for event in happened {
                switch event {
                case .connected:
                    events += [.connected(device), .publish(status("online", ofSensorIn: device.room), from: device)]
                case .reading(let payload):
                    let topic = "\(prefix)/sensors/\(device.room)/temperature"
                    let reading = HousePublication(topic: topic, payload: payload, isRetained: false)
                    events.append(.publish(reading, from: device))
                }
            }
        }
        return events
    }

    /// One sensor at a time. Most come back after a minute or two; every fourth needs somebody to change its battery.
    private mutating func failIfDue() -> HouseDevice? {
        guard second >= nextFailureAt else { return nil }
        failures += 1
        let isLong = failures % 4 == 0
        let length = isLong ? random.between(3_600, 4_800) : random.between(60, 150)
        nextFailureAt = second + length + random.between(120, 420)
        let index = random.between(0, sensors.count - 1)
        sensors[index].fail(second: second, seconds: length, random: &random)
        return sensors[index].device
    }
}

// MARK: - Topics

extension House {
    /// What the broker sends when the device's connection breaks. Fans have none: nobody asks for it.
    package func lastWill(of device: HouseDevice) -> HousePublication? {
        device.kind == .sensor ? status("offline", ofSensorIn: device.room) : nil
    }

    /// What the device subscribes to.
    package func commandTopic(of device: HouseDevice) -> String? {
        device.kind == .fan ? commandTopic(ofFanIn: device.room) : nil
    }

    private func commandTopic(ofFanIn room: String) -> String { "\(prefix)/\(room)/fan/set" }

    private func status(_ word: String, ofSensorIn room: String) -> HousePublication {
        HousePublication(topic: "\(prefix)/sensors/\(room)/status", payload: word, isRetained: true)
    }

    private func fansStart() -> [HouseEvent] {
        rooms.flatMap { [.connected(HouseDevice(kind: .fan, room: $0.name)), fanState($0)] }
    }

    private func fanState(_ room: Room) -> HouseEvent {
        let publication = HousePublication(
            topic: "\(prefix)/\(room.name)/fan/state", payload: room.fanIsOn ? "ON" : "OFF", isRetained: true)
        return .publish(publication, from: HouseDevice(kind: .fan, room: room.name))
    }
}
