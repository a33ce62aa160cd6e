import Link

/// What a device does by itself.
enum Act {
    /// A thermometer or a meter reads.
    case read
    /// A window, a motion sensor or a leak sensor changes.
    case change(Int)
    /// A button is pressed.
    case press(Int)
}

/// A device of the simulated house, with its own connection to the broker.
struct Device {
    enum Kind: Int, CaseIterable {
        case climate, window, motion, leak, meter, button
        case valve, fan, lamp, light, display
        case bell, siren, hall
    }

    let kind: Kind
    let room: Int
    /// Where it says what it knows or how it is.
    let topic: Int
    /// Retained `online`, and its will.
    let status: Int?
    /// Where its commands come from.
    let commands: Int?
    var state: Int
    var isConnected = false
    /// Counts its connections.
    var session = 0
    var connectedSince: Int64 = 0
    /// What it sends arrives in order.
    var arrivesAfter: Int64 = 0

    /// What it says stays with the broker.
    var isRetained: Bool {
        switch kind {
        case .button, .bell: false
        default: true
        }
    }

    /// Loses its state without power.
    var isActuator: Bool { commands != nil }

    static func all(in map: HouseMap) -> [Device] {
        var devices: [Device] = []
        for room in 0..<map.rooms {
            for (kind, topic, status, commands) in ofRoom {
                devices.append(
                    Device(
                        kind: kind, room: room, topic: map.topic(topic, room),
                        status: status.map { map.topic($0, room) },
                        commands: commands.map { map.topic($0, room) }, state: 0))
            }
        }
        devices.append(
            Device(kind: .bell, room: map.rooms, topic: map.topic(.ring), status: nil, commands: nil, state: 0))
        devices.append(
            Device(
                kind: .siren, room: map.rooms, topic: map.topic(.siren), status: nil, commands: map.topic(.sirenSet),
                state: 0))
        devices.append(
            Device(
                kind: .hall, room: map.rooms, topic: map.topic(.hall), status: nil, commands: map.topic(.hallSet),
                state: 0))
        return devices
    }

    private static let ofRoom: [(Kind, Topic.Kind, Topic.Kind?, Topic.Kind?)] = [
        (.climate, .climate, nil, nil), (.window, .window, nil, nil), (.motion, .motion, nil, nil),
        (.leak, .leak, nil, nil), (.meter, .meter, nil, nil), (.button, .press, nil, nil),
        (.valve, .valve, .valveStatus, .valveSet), (.fan, .fan, .fanStatus, .fanSet), (.lamp, .lamp, nil, .lampSet),
        (.light, .light, nil, .lightSet), (.display, .display, nil, .displaySet),
    ]
}

extension Device {
    /// What it will do on a day: times since the day began, in any order.
    func plan(_ random: inout SeededGenerator, liveliness: Double) -> [(at: Int64, act: Act)] {
        var plan: [(at: Int64, act: Act)] = []
        func times(_ most: Int, _ random: inout SeededGenerator) -> Int {
            Int(Double(random.between(0, most)) * liveliness + 0.5)
        }
        switch kind {
        case .climate, .meter:
            let (low, high) = kind == .climate ? (Span.hour, 2 * Span.hour) : (2 * Span.hour, 5 * Span.hour)
            var at = random.span(0, high)
            while at < Span.day {
                plan.append((at, .read))
                at += Int64(Double(random.span(low, high)) / max(0.2, liveliness))
            }
        case .window, .motion, .leak:
            let (most, longest) =
                switch kind {
                case .window: (3, 70 * Span.minute)
                case .motion: (4, 12 * Span.minute)
                default: (1, 3 * Span.hour)
                }
            if kind == .leak, !random.happens(0.05) { return [] }
            for _ in 0..<times(most, &random) {
                let start = random.span(0, Span.day - longest)
                plan.append((start, .change(1)))
                plan.append((start + random.span(5 * Span.second, longest), .change(0)))
            }
        case .button:
            for _ in 0..<times(3, &random) {
                plan.append((random.span(0, Span.day), .press(random.between(1, 5) == 1 ? 2 : 1)))
            }
        case .bell:
            for _ in 0..<times(3, &random) { plan.append((random.span(0, Span.day), .press(1))) }
        case .valve, .fan, .lamp, .light, .display, .siren, .hall: break
        }
        return plan
    }
}

/// The air of a room. It drifts to where the outside and the radiator draw it.
struct RoomAir {
    /// °C.
    var temperature = 20.0
    var humidity = 50.0
    private var since: Int64 = 0

    /// Lets time pass: with half the way in `slowness`, as a curve that needs no exponential.
    mutating func pass(to now: Int64, isHeated: Bool, isOpen: Bool, isVented: Bool, random: inout SeededGenerator) {
        let length = Double(now - since)
        since = now
        let outside = RoomAir.outside(at: now)
        let aim = isOpen ? outside : outside + (isHeated ? 22 : 6)
        temperature += (aim - temperature) * length / (length + Double(isOpen ? Span.hour : 4 * Span.hour))
        let damp = isVented ? 45.0 : random.between(40, 85)
        humidity += (damp - humidity) * length / (length + Double(2 * Span.hour))
    }

    /// Colder in winter and at night.
    static func outside(at now: Int64) -> Double {
        let year = triangle(now, 365 * Span.day)
        let day = triangle(now, Span.day)
        return -3 + 20 * year + 7 * day
    }

    /// 0 at the beginning and the end, 1 in the middle.
    private static func triangle(_ now: Int64, _ period: Int64) -> Double {
        let part = Double(now % period) / Double(period)
        return part < 0.5 ? 2 * part : 2 - 2 * part
    }
}
