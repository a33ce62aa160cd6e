import RuleEngine
import RuleLanguage
import RuleTesting
import Testing

/// The rules of config/, as compiled for the demo, around the simulated house: in virtual time, without a broker.
@Suite("The house under the rules of config/")
struct DemoHouseUnderRulesTests {
    @Test("through a day every room is kept cool by its own fan", arguments: [1, 2] as [UInt64])
    func day(seed: UInt64) throws {
        var life = try HouseUnderRules(seed: seed)
        life.live(seconds: 86_400)
        for room in ["kitchen", "office", "living room"] {
            let fan = life.commands.filter { $0.topic == "home/\(room)/fan/set" }
            #expect(fan.count > 40, "\(room)")
            #expect(zip(fan, fan.dropFirst()).allSatisfy { $0.payload != $1.payload }, "no command comes twice")
        }
        #expect(life.commands.filter { !$0.reason.contains("(\($0.room)) ") } == [], "a reason names the room")
    }

    @Test("a sensor that stays away takes its fan with it after five minutes", arguments: [1, 2, 3] as [UInt64])
    func away(seed: UInt64) throws {
        var life = try HouseUnderRules(seed: seed)
        life.live(seconds: 43_200)
        let stops = life.commands.filter { $0.reason.contains("offline for 5 min") }
        #expect(!stops.isEmpty)
        for stop in stops {
            let lost = life.losses.last { $0.second < stop.second && stop.topic.contains($0.room) }
            #expect(lost?.second == stop.second - 300)
            #expect(stop.payload == "OFF")
        }
    }

    @Test("the same seed leads to the same commands, for the same reasons")
    func sameAgain() throws {
        var one = try HouseUnderRules(seed: 9)
        var other = try HouseUnderRules(seed: 9)
        one.live(seconds: 7_200)
        other.live(seconds: 7_200)
        #expect(one.commands == other.commands)
    }
}

/// Carries messages between the house and an engine, as a broker would.
private struct HouseUnderRules {
    struct Sent: Equatable {
        var second: Int
        var topic: String
        var payload: String
        var reason: String

        /// As it stands in reasons.
        var room: String {
            let level = topic.split(separator: "/")[1]
            return level.contains(" ") ? "\"\(level)\"" : String(level)
        }
    }

    private var house: House
    private var engine: Engine
    private var now = 0
    private(set) var commands: [Sent] = []
    private(set) var losses: [(second: Int, room: String)] = []

    /// 2026-07-15 14:00 UTC.
    private static let begin: Int64 = 1_784_124_000

    init(seed: UInt64) throws {
        var sources = SourceSet()
        for file in try Project.configuration() { _ = sources.add(name: file.name, text: Array(file.text.utf8)) }
        let program = try #require(Compiler.compile(sources).program)
        house = House(seed: seed)
        engine = Engine(program, at: HouseUnderRules.moment(0))
        obey(engine.settled(at: HouseUnderRules.moment(0)))
    }

    mutating func live(seconds: Int) {
        while house.second < seconds {
            now = house.second + 1
            let moment = HouseUnderRules.moment(now)
            if let deadline = engine.nextDeadline, deadline <= moment.monotonic { obey(engine.advance(to: moment)) }
            take(house.advance(to: now))
        }
    }

    private mutating func take(_ events: [HouseEvent]) {
        for event in events {
            switch event {
            case .connected: break
            case .lost(let device):
                losses.append((now, device.room))
                if let will = house.lastWill(of: device) { deliver(will) }
            case .publish(let message, _): deliver(message)
            }
        }
    }

    private mutating func deliver(_ message: HousePublication) {
        let decisions = Array(message.topic.utf8).withUnsafeBytes { topic in
            Array(message.payload.utf8).withUnsafeBytes { payload in
                engine.receive(
                    topic: topic, payload: payload, retained: false, at: HouseUnderRules.moment(now))
            }
        }
        obey(decisions)
    }

    private mutating func obey(_ decisions: [Decision]) {
        for case .command(let command) in decisions {
            let payload = String(decoding: command.payload, as: UTF8.self)
            commands.append(
                Sent(
                    second: now, topic: command.topic, payload: payload,
                    reason: "\(command.reason.words) (\(command.reason.rule))"))
            take(house.receive(topic: command.topic, payload: payload))
        }
    }

    private static func moment(_ second: Int) -> Moment {
        Moment(monotonic: Int64(second) * 1_000_000_000, wall: (begin + Int64(second)) * 1_000_000_000)
    }
}
