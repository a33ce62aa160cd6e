import Testing

@testable import RuleTesting

@Suite("The simulated house")
struct HouseTests {
    private static let day = 86_400

    @Test("the same seed gives the same day, however often time is advanced")
    func sameSeed() {
        var inOneGo = House(seed: 7)
        var secondBySecond = House(seed: 7)
        let events = inOneGo.advance(to: HouseTests.day)
        let others = (0...HouseTests.day).flatMap { secondBySecond.advance(to: $0) }
        #expect(events == others)
        #expect(events.count > 9_000)
    }

    @Test("another seed gives another day")
    func otherSeed() {
        var one = House(seed: 7)
        var other = House(seed: 8)
        #expect(one.advance(to: 3_600) != other.advance(to: 3_600))
    }

    @Test("time that does not move and time that goes back bring nothing")
    func noTime() {
        var house = House(seed: 1)
        _ = house.advance(to: 100)
        #expect(house.advance(to: 100).isEmpty)
        #expect(house.advance(to: 50).isEmpty)
        #expect(house.second == 100)
    }

    @Test("through a hot day the fans go on and off, and keep the rooms cool")
    func fansCool() {
        for seed in UInt64(1)...3 {
            var owner = HouseOwner(House(seed: seed, startingAtHour: 0))
            owner.live(through: HouseTests.day)
            for room in ["kitchen", "office", "living room"] {
                #expect(owner.switches[room, default: 0] > 20, "seed \(seed), \(room)")
            }
            #expect(owner.house.rooms.allSatisfy { !$0.fanIsOn }, "seed \(seed): at midnight it is cool")
        }
    }

    @Test("without a fan it gets hotter than with one")
    func withoutFans() {
        for seed in UInt64(1)...5 {
            var owner = HouseOwner(House(seed: seed, startingAtHour: 12))
            var nobody = House(seed: seed, startingAtHour: 12)
            var cooled = [0.0, 0, 0]
            var hot = [0.0, 0, 0]
            for minute in 0..<180 {
                owner.live(through: minute * 60)
                _ = nobody.advance(to: minute * 60)
                for room in 0..<3 {
                    cooled[room] += owner.house.rooms[room].temperature / 180
                    hot[room] += nobody.rooms[room].temperature / 180
                }
            }
            for room in 0..<3 {
                #expect(hot[room] > 29, "seed \(seed), room \(room)")
                #expect(cooled[room] < hot[room] - 3, "seed \(seed), room \(room)")
            }
        }
    }

    @Test("a few minutes in the afternoon show every fan go on and off, and a sensor fail and come back")
    func firstMinutes() {
        for seed in UInt64(1)...20 {
            var owner = HouseOwner(House(seed: seed))
            owner.live(through: 600)
            for room in ["kitchen", "office", "living room"] {
                #expect(owner.switches[room, default: 0] >= 2, "seed \(seed), \(room)")
            }
            #expect(owner.losses >= 1 && owner.returns >= 1, "seed \(seed)")
        }
    }

    @Test("a fan answers with its state, and to nothing that it does not understand")
    func fanAnswers() {
        var house = House(seed: 1, prefix: "villa")
        _ = house.advance(to: 0)
        let state = HousePublication(topic: "villa/kitchen/fan/state", payload: "ON", isRetained: true)
        let fan = HouseDevice(kind: .fan, room: "kitchen")
        #expect(house.receive(topic: "villa/kitchen/fan/set", payload: "ON") == [.publish(state, from: fan)])
        #expect(house.rooms[0].fanIsOn)
        #expect(house.receive(topic: "villa/kitchen/fan/set", payload: "on").isEmpty)
        #expect(house.receive(topic: "home/kitchen/fan/set", payload: "OFF").isEmpty)
        #expect(house.rooms[0].fanIsOn)
    }
}

@Suite("The sensors of the simulated house")
struct HouseSensorTests {
    @Test("readings come every 10 to 60 seconds and have one decimal, unless they are nonsense")
    func readings() {
        var house = House(seed: 3)
        var last: [String: Int] = [:]
        var good = 0
        for second in 0...3_600 {
            for event in house.advance(to: second) {
                guard case .publish(let message, let device) = event, message.topic.hasSuffix("temperature") else {
                    last = lost(event).map { last.filter { [name = $0] in $0.key != name } } ?? last
                    continue
                }
                if let before = last.updateValue(second, forKey: device.name) {
                    #expect((10...60).contains(second - before))
                }
                #expect(!message.isRetained)
                guard let value = Double(message.payload), value > -100, value.isFinite else { continue }
                good += 1
                #expect(message.payload == Sensor.decimal(value))
            }
        }
        #expect(good > 300)
    }

    private func lost(_ event: HouseEvent) -> String? {
        if case .lost(let device) = event { return device.name }
        return nil
    }

    @Test("a sensor that is lost says nothing until it is connected again, and then says online first")
    func silence() {
        for seed in UInt64(1)...10 {
            var house = House(seed: seed)
            var away: Set<HouseDevice> = []
            var justBack: HouseDevice?
            for event in house.advance(to: 20_000) {
                switch event {
                case .lost(let device):
                    #expect(away.insert(device).inserted)
                    #expect(away.count == 1, "one at a time")
                case .connected(let device):
                    away.remove(device)
                    justBack = device.kind == .sensor ? device : nil
                case .publish(let message, let device):
                    #expect(!away.contains(device), "seed \(seed)")
                    guard justBack == device else { continue }
                    #expect(message.payload == "online" && message.isRetained)
                    justBack = nil
                }
            }
        }
    }

    @Test("a sensor's last will is a retained offline on its status; a fan has none")
    func lastWill() {
        let house = House(seed: 1)
        let will = house.lastWill(of: HouseDevice(kind: .sensor, room: "living room"))
        #expect(
            will
                == HousePublication(topic: "home/sensors/living room/status", payload: "offline", isRetained: true))
        #expect(house.lastWill(of: HouseDevice(kind: .fan, room: "living room")) == nil)
        #expect(Set(house.devices.map(\.name)).count == 6)
        #expect(house.devices.contains { $0.name == "living-room-fan" })
    }

    @Test("some readings are nonsense, and some failures are long")
    func trouble() {
        var house = House(seed: 5)
        var lostAt: [HouseDevice: Int] = [:]
        var longest = 0
        var nonsense: Set<String> = []
        for second in 0...86_400 {
            for event in house.advance(to: second) {
                switch event {
                case .lost(let device): lostAt[device] = second
                case .connected(let device):
                    if let since = lostAt[device] { longest = max(longest, second - since) }
                case .publish(let message, _):
                    guard message.topic.hasSuffix("temperature"), Double(message.payload).map({ $0 > -100 }) != true
                    else { continue }
                    nonsense.insert(message.payload)
                }
            }
        }
        #expect(longest > 3_000)
        #expect(nonsense.contains("nan") || nonsense.contains("error"))
    }

    @Test(
        "numbers are written with one decimal",
        arguments: [(25.04, "25.0"), (-0.46, "-0.5"), (-0.04, "0.0"), (9.96, "10.0"), (-12.3, "-12.3")])
    func decimal(value: Double, text: String) {
        #expect(Sensor.decimal(value) == text)
    }
}

/// Somebody who reads the thermometers and switches the fans by hand: on above 26, off below 24.
private struct HouseOwner {
    var house: House
    var switches: [String: Int] = [:]
    var losses = 0
    var returns = 0

    init(_ house: House) {
        self.house = house
    }

    mutating func live(through end: Int) {
        while house.second < end {
            for event in house.advance(to: house.second + 1) {
                switch event {
                case .lost: losses += 1
                case .connected: returns += losses > 0 ? 1 : 0
                case .publish(let message, let device): read(message, of: device)
                }
            }
        }
    }

    private mutating func read(_ message: HousePublication, of device: HouseDevice) {
        guard message.topic.hasSuffix("/temperature"), let value = Double(message.payload), value > -40 else { return }
        guard let room = house.rooms.first(where: { $0.name == device.room }) else { return }
        let wanted = value > 26 ? true : value < 24 ? false : room.fanIsOn
        guard wanted != room.fanIsOn else { return }
        switches[room.name, default: 0] += 1
        _ = house.receive(topic: "home/\(room.name)/fan/set", payload: wanted ? "ON" : "OFF")
    }
}
