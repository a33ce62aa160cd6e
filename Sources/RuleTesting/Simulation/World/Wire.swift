/// A message as it travels. Payloads are numbers that the topic's kind knows how to write; only the gateway's own
/// messages beside its commands carry bytes.
struct Letter {
    var topic: Int
    var code: Int
    var bytes: [UInt8]?
    var qos: Int
    var isRetained: Bool

    init(_ topic: Int, _ code: Int, bytes: [UInt8]? = nil, qos: Int = 1, retained: Bool = false) {
        self.topic = topic
        self.code = code
        self.bytes = bytes
        self.qos = qos
        isRetained = retained
    }
}

/// What goes over the gateway's connection.
enum Packet {
    case connect(will: Letter)
    case connack(sessionPresent: Bool)
    case subscribe(token: Int, filters: [String], qos: Int, withoutRetained: Bool)
    case suback(token: Int, granted: [UInt8])
    case unsubscribe(token: Int, filters: [String])
    case unsuback(token: Int)
    /// From the broker; `id` stands at QoS 1.
    case delivery(Letter, id: Int?)
    /// From the gateway.
    case publish(Letter, token: Int)
    case puback(Int)
    case disconnect
    /// The socket was closed.
    case end
}

/// A topic of the simulated house.
struct Topic {
    enum Kind: Int {
        case climate, window, motion, press, leak, meter, ring
        case valve, valveStatus, fan, fanStatus, lamp, light, display, siren, hall
        case valveSet, fanSet, lampSet, lightSet, displaySet, sirenSet, hallSet
        case chime, morning, beat, log
        case presence, info, sync
        /// For the rules of a reload.
        case spare, spareSet
    }

    var name: String
    var bytes: [UInt8]
    var kind: Kind
    var room: Int

    init(_ name: String, _ kind: Kind, room: Int) {
        self.name = name
        bytes = Array(name.utf8)
        self.kind = kind
        self.room = room
    }

    /// How a number is written on this topic.
    func payload(_ code: Int) -> [UInt8] {
        switch kind {
        case .climate:
            let (tenths, humidity) = Topic.parts(ofClimate: code)
            return Array("{\"temperature\":\(Topic.decimal(tenths)),\"humidity\":\(humidity)}".utf8)
        case .window: return code == 1 ? Words.open : Words.closed
        case .leak: return code == 1 ? Words.wet : Words.dry
        case .press: return code == 1 ? Words.single : Words.double
        case .ring: return Words.ring
        case .valveStatus, .fanStatus, .presence: return code == 1 ? Words.online : Words.offline
        case .meter, .display, .displaySet, .spare, .spareSet: return Array(String(code).utf8)
        case .motion, .valve, .fan, .lamp, .light, .siren, .hall, .valveSet, .fanSet, .lampSet, .lightSet, .sirenSet,
            .hallSet:
            return code == 1 ? Words.on : Words.off
        case .chime, .morning, .beat, .log, .info, .sync: return []
        }
    }

    /// What a payload of the gateway says.
    func code(_ payload: [UInt8]) -> Int {
        switch kind {
        case .displaySet, .spareSet: Int(String(decoding: payload, as: UTF8.self)) ?? -1
        case .presence: payload == Words.online ? 1 : 0
        default: payload == Words.on ? 1 : 0
        }
    }

    static func climate(tenths: Int, humidity: Int) -> Int { (tenths + 1_000) * 1_000 + humidity }
    static func parts(ofClimate code: Int) -> (tenths: Int, humidity: Int) { (code / 1_000 - 1_000, code % 1_000) }

    static func decimal(_ tenths: Int) -> String { "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)" }

    private enum Words {
        static let on = Array("ON".utf8)
        static let off = Array("OFF".utf8)
        static let open = Array("open".utf8)
        static let closed = Array("closed".utf8)
        static let wet = Array("wet".utf8)
        static let dry = Array("dry".utf8)
        static let single = Array("single".utf8)
        static let double = Array("double".utf8)
        static let ring = Array("ring".utf8)
        static let online = Array("online".utf8)
        static let offline = Array("offline".utf8)
    }
}
