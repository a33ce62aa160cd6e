/// What happened last, for whoever has to find out why; and a fingerprint of all of it.
struct History {
    private enum Entry {
        case happening(Happening)
        case sight(Sight)
    }

    private var entries: [(time: Int64, entry: Entry)] = []
    private var oldest = 0
    private static let limit = 400
    private(set) var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func note(_ happening: Happening, at now: Int64) {
        mix(UInt64(bitPattern: now))
        switch happening {
        case .opened, .gatewayMisses, .brokerMisses, .toBroker, .toGateway, .clockIsSet:
            add(.happening(happening), at: now)
        default: break
        }
    }

    mutating func note(_ sight: Sight, at now: Int64) {
        switch sight {
        case .heard(let letter): mix(1, letter.topic, letter.code)
        case .wrote(let letter): mix(2, letter.topic, letter.code)
        case .obeyed(let device, let code): mix(3, device, code)
        case .presence(let code): mix(4, code, 0)
        default: mix(5, 0, 0)
        }
        add(.sight(sight), at: now)
    }

    private mutating func mix(_ kind: Int, _ one: Int, _ other: Int) {
        mix(UInt64(truncatingIfNeeded: kind &+ one &* 16 &+ other &* 4_096))
    }

    private mutating func mix(_ number: UInt64) {
        fingerprint = (fingerprint ^ number) &* 0x100_0000_01B3
        fingerprint ^= fingerprint >> 29
    }

    private mutating func add(_ entry: Entry, at now: Int64) {
        if entries.count < Self.limit {
            entries.append((now, entry))
        } else {
            entries[oldest] = (now, entry)
            oldest = (oldest + 1) % Self.limit
        }
    }

    /// A line each; what is nobody's news is left out.
    func lines(map: HouseMap, devices: [Device]) -> [String] {
        (entries[oldest...] + entries[..<oldest]).compactMap { time, entry in
            let text: String?
            switch entry {
            case .happening(let happening): text = Self.words(happening, map, devices)
            case .sight(let sight): text = Self.words(sight, map, devices)
            }
            return text.map { "\(Self.written(time))  \($0)" }
        }
    }

    /// `12 d 07:30:00.125`
    static func written(_ time: Int64) -> String {
        let parts = [time / Span.hour % 24, time / Span.minute % 60, time / Span.second % 60].map {
            $0 < 10 ? "0\($0)" : "\($0)"
        }
        let milliseconds = String(1_000 + time / Span.millisecond % 1_000).dropFirst()
        return "\(time / Span.day) d \(parts.joined(separator: ":")).\(milliseconds)"
    }

    private static func words(_ happening: Happening, _ map: HouseMap, _ devices: [Device]) -> String? {
        switch happening {
        case .fault: return nil
        case .opened: return "a connection is open"
        case .gatewayMisses: return "the gateway finds its connection dead"
        case .brokerMisses: return "the broker finds the gateway's connection dead"
        case .toBroker(_, .connect): return "CONNECT reaches the broker"
        case .toBroker(_, .end): return "the broker sees the gateway's socket closed"
        case .toGateway(_, .end): return "the gateway sees its socket closed"
        case .toGateway(_, .connack(let isPresent)):
            return "CONNACK reaches the gateway, session \(isPresent ? "present" : "new")"
        case .clockIsSet: return "the machine starts, or its clock is synchronised"
        default: return nil
        }
    }

    private static func words(_ sight: Sight, _ map: HouseMap, _ devices: [Device]) -> String? {
        func name(_ device: Int) -> String { "\(devices[device].kind) of room \(devices[device].room)" }
        switch sight {
        case .heard(let letter):
            let topic = map.topics[letter.topic]
            let payload = String(decoding: topic.payload(letter.code), as: UTF8.self)
            return "gateway hears \(topic.name) \(payload)\(letter.isRetained ? " (retained)" : "")"
        case .wrote(let letter): return "gateway writes \(map.topics[letter.topic].name) \(letter.code)"
        case .presumedDelivered(let topic):
            return "killed right after a message to \(map.topics[topic].name) went into a dead connection"
        case .acknowledged(let topic): return "acknowledged: \(map.topics[topic].name)"
        case .brokerHeard: return nil
        case .unrecorded(let topic):
            return "killed before the message to \(map.topics[topic].name) was noted as written"
        case .presence(let code): return "the broker says \(code == 1 ? "online" : "offline")"
        case .deviceLost(let device): return "\(name(device)) loses its connection"
        case .deviceBack(let device): return "\(name(device)) has a connection"
        case .obeyed(let device, let code): return "\(name(device)) is now \(code)"
        case .started: return "gateway starts"
        case .ended(let how, let savedAt): return "gateway ends: \(how); saved at \(written(savedAt))"
        case .settled(let isFirst): return isFirst ? "gateway has settled for the first time" : "gateway has settled"
        case .unsettled: return "gateway has no connection to command on"
        case .brokerGone: return "the broker is gone"
        case .brokerBack: return "the broker is back"
        case .brokerForgot: return "the broker has forgotten"
        case .brokerDropped(let letter): return "the broker drops \(map.topics[letter.topic].name) \(letter.code)"
        case .clockWillStep: return nil
        case .clockFound: return "the lost clock is right again"
        case .clockStepped: return "the wall clock is set"
        }
    }
}
