import TestSupport

/// Makes traffic for a program: messages that fit, bad and empty ones, and time that passes in steps of all sizes.
struct TrafficGenerator {
    /// What may happen besides messages and time.
    struct Flavour {
        var disconnects = false
        var restarts = false
    }

    private var random: SplitMix64
    private let things: [Thing]
    private let flavour: Flavour

    /// 2026-03-28 22:50 UTC: the night in which Europe puts its clocks forward.
    private static let springNight = 1_774_738_200_000
    /// 2026-07-03 21:50 UTC, a Friday.
    private static let summerNight = 1_783_115_400_000

    static func traffic(
        seed: UInt64, for program: GeneratedProgram, steps: Int, _ flavour: Flavour = Flavour()
    ) -> Traffic {
        var generator = TrafficGenerator(random: SplitMix64(seed: seed), things: program.sources, flavour: flavour)
        return generator.make(steps)
    }

    private mutating func make(_ count: Int) -> Traffic {
        var traffic = Traffic(start: random.chance(50) ? Self.springNight : Self.summerNight)
        for _ in 0..<random.below(4) { traffic.retained.append(message(retained: true)) }
        var isConnected = true
        for _ in 0..<count {
            switch random.below(100) {
            case 0..<65: traffic.steps.append(message(retained: random.chance(8)))
            case 65..<68 where flavour.disconnects:
                traffic.steps.append(isConnected ? .disconnect : .reconnect)
                isConnected.toggle()
            case 68..<74 where flavour.restarts && isConnected:
                traffic.steps.append(.restart)
            default: traffic.steps.append(.wait(time()))
            }
        }
        traffic.steps.append(.wait(600_000))
        return traffic
    }

    private mutating func time() -> Int {
        let duration = random.pick(Vocabulary.durations).milliseconds
        switch random.below(20) {
        case 0..<9: return duration
        case 9, 10: return duration - 1
        case 11, 12: return duration + 1
        case 13, 14: return duration / 2
        case 15: return random.within(1...5_000)
        case 16: return 600_000
        case 17: return random.chance(50) ? 3_600_000 : 7_200_000
        default: return 1_000
        }
    }

    private mutating func message(retained: Bool) -> Traffic.Step {
        let thing = random.pick(things)
        var topic = thing.topic
        for (parameter, levels) in Vocabulary.levels.sorted(by: { $0.key < $1.key }) {
            let level = random.chance(3) ? "elsewhere" : random.pickFirstOften(levels)
            topic = topic.replacing("{\(parameter)}", with: level)
        }
        topic = topic.replacing("{prefix}", with: "home").replacing("+", with: "any")
        topic = topic.replacing("/#", with: random.pick(["", "/x", "/x/y"]))
        return .message(topic: topic, payload: payload(for: thing), retained: retained)
    }

    private mutating func payload(for thing: Thing) -> String {
        guard !thing.path.isEmpty else { return plain(thing.value) }
        switch random.below(20) {
        case 0: return plain(thing.value)
        case 1: return "{\"other\": 1}"
        case 2: return ""
        default: break
        }
        var inside = plain(thing.value)
        let isLiteral = inside.isJSONNumber || ["true", "false", "null"].contains(inside)
        if !isLiteral || random.chance(30) { inside = "\"\(inside)\"" }
        let path = thing.path.replacing(" at ", with: "")
        let key = path.hasSuffix("\"a b\"") ? "a b" : thing.name
        if path.hasPrefix("v.") { return "{\"v\": {\"\(key)\": \(inside)}}" }
        if path.hasPrefix("list[1].") { return "{\"list\": [0, {\"\(key)\": \(inside)}]}" }
        return "{\"\(key)\": \(inside), \"more\": [1, 2]}"
    }

    private mutating func plain(_ value: Thing.Value) -> String {
        switch random.below(30) {
        case 0: return ""
        case 1: return random.pick(["unknown", "Unavailable", "none", "null", "NONE"])
        case 2: return random.pick(["garbage", "12,5", "nan", "99", "-99", "0x10"])
        default: break
        }
        switch value {
        case .number(let unit):
            let number = random.pick(Vocabulary.numbers)
            guard let unit, random.chance(10) else { return number }
            return random.chance(50) ? "\(number) \(unit)" : number + unit.replacing("°", with: "")
        case .word(let set):
            let payload = random.pick(random.pick(Vocabulary.wordSets[set].words).payloads)
            return random.chance(8) ? payload.uppercased() : payload
        case .text: return random.pick(Vocabulary.texts)
        case .condition, .happening: return ""
        }
    }
}

extension String {
    /// Without Foundation's, which would bring its own ideas of characters.
    func replacing(_ part: String, with other: String) -> String {
        var result = ""
        var rest = self[...]
        while let place = rest.range(of: part) {
            result += rest[..<place.lowerBound] + other
            rest = rest[place.upperBound...]
        }
        return result + rest
    }

    fileprivate var isJSONNumber: Bool {
        guard let first, first.isNumber || first == "-" else { return false }
        return Double(self) != nil
    }
}

extension Substring {
    fileprivate func range(of part: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            start = index(after: start)
        }
        return nil
    }
}
