/// What the demo shows: everything in it was heard from the broker, as anybody could who subscribes there.
struct DemoScene {
    struct Room {
        var name: String
        /// The last readings, the newest last. °C.
        var readings: [Double] = []
        var status: String?
        /// Of `status`, in seconds of the house.
        var statusSince = 0
        var fan: String?
        var fanSince = 0
    }

    struct Entry {
        enum Kind {
            case command, sensor, gateway
        }

        var second: Int
        var kind: Kind
        var text: String
        /// Why, in the gateway's words: only commands have it.
        var reason: String?
    }

    private(set) var rooms: [Room]
    /// What was announced of the gateway; nil before it said anything.
    private(set) var gateway: String?
    /// The newest last.
    private(set) var entries: [Entry] = []
    /// How many there ever were.
    private(set) var entryCount = 0

    private static let keptReadings = 60
    private static let keptEntries = 60
    /// What the rules that come with Hearth take for a temperature.
    private static let temperatures = -40.0...60

    init(rooms: [String]) {
        self.rooms = rooms.map { Room(name: $0) }
    }

    /// A message as the broker delivered it.
    /// - Parameters:
    ///   - second: of the house.
    ///   - rule: the MQTT 5 user property of that name; commands of the gateway have it.
    ///   - reason: the same.
    mutating func hear(topic: String, payload: String, rule: String?, reason: String?, second: Int) {
        let payload = TerminalText.printable(payload)
        if topic == DemoConfig.presenceTopic { return hearPresence(payload, second: second) }
        for index in rooms.indices {
            let room = rooms[index].name
            switch topic {
            case "\(DemoConfig.prefix)/sensors/\(room)/temperature": hearReading(payload, index, second: second)
            case "\(DemoConfig.prefix)/sensors/\(room)/status": hearStatus(payload, index, second: second)
            case "\(DemoConfig.prefix)/\(room)/fan/state":
                if rooms[index].fan != payload { rooms[index].fanSince = second }
                rooms[index].fan = payload
            default: continue
            }
            return
        }
        guard rule != nil || reason != nil else { return }
        let because = [reason, rule.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
        let what = commandName(topic: topic).map { "\($0) \(payload)" } ?? "\(topic) = \(payload)"
        add(
            Entry(
                second: second, kind: .command, text: TerminalText.printable(what),
                reason: TerminalText.printable(because))
        )
    }

    private func commandName(topic: String) -> String? {
        rooms.first { topic == "\(DemoConfig.prefix)/\($0.name)/fan/set" }.map { "\($0.name) fan" }
    }

    private mutating func hearPresence(_ payload: String, second: Int) {
        guard gateway != payload else { return }
        gateway = payload
        add(Entry(second: second, kind: .gateway, text: "the gateway is \(payload)"))
    }

    private mutating func hearReading(_ payload: String, _ index: Int, second: Int) {
        guard let value = Double(payload), DemoScene.temperatures.contains(value) else {
            let text =
                "\(rooms[index].name) thermometer says \"\(TerminalText.cut(payload, to: 20))\", which is no temperature"
            return add(Entry(second: second, kind: .sensor, text: text))
        }
        rooms[index].readings = (rooms[index].readings + [value]).suffix(DemoScene.keptReadings)
    }

    private mutating func hearStatus(_ payload: String, _ index: Int, second: Int) {
        let before = rooms[index].status
        guard before != payload else { return }
        rooms[index].status = payload
        rooms[index].statusSince = second
        guard before != nil else { return }
        let text =
            payload == "offline"
            ? "\(rooms[index].name) thermometer is offline: its last will"
            : "\(rooms[index].name) thermometer is \(payload) again"
        add(Entry(second: second, kind: .sensor, text: text))
    }

    private mutating func add(_ entry: Entry) {
        entries = (entries + [entry]).suffix(DemoScene.keptEntries)
        entryCount += 1
    }
}
