import RuleLanguage

/// The rules of the simulated house: each kind of rule that has a memory, with the manners that outputs can have.
///
/// The invariants know by models of their own what these rules mean. Whoever changes a number here changes it there.
enum SimulatedHouseRules {
    static let settings = """
        client "sim"
        broker "mqtt://broker"
        presence "home/gateways/sim/status"
        keepalive 30 s
        zone "Europe/Amsterdam"

        """

    static let rules = """
        input temperature(room)  from "home/{room}/climate" at temperature as number °C in -40..60, stale after 4 h
        input humidity(room)     from "home/{room}/climate" at humidity as number % in 0..100, stale after 4 h
        input window(room)       from "home/{room}/window" as open | closed
        input motion(room)       from "home/{room}/motion" as ON | OFF
        input leak(room)         from "home/{room}/leak" as wet | dry
        input meter(room)        from "home/{room}/meter" as number
        input valve(room)        from "home/{room}/valve" as ON | OFF
        input valveStatus(room)  from "home/{room}/valve/status" as online | offline
        input fanStatus(room)    from "home/{room}/fan/status" as online | offline
        event press(room)        from "home/{room}/button" as single | double
        event ring               from "home/door/bell" as text

        output heating(room) to "home/{room}/valve/set" as ON | OFF,
            confirmed by valve(room) within 20 s, 3 tries,
            resend when valveStatus(room) becomes online, resend every 6 h
        output fan(room) to "home/{room}/fan/set" as ON | OFF,
            ON at least 10 min, at least 1 min apart,
            resend when fanStatus(room) becomes online, resend every 8 h
        output lamp(room)    to "home/{room}/lamp/set" as ON | OFF
        output light(room)   to "home/{room}/light/set" as ON | OFF
        output display(room) to "home/{room}/display/set" as number step 1, resend every 8 h
        output siren         to "home/siren/set" as ON | OFF, resend every 12 h
        output hall          to "home/hall/set" as ON | OFF, resend every 12 h
        output trend         to "home/trend/set" as number step 0.1, at least 10 min apart

        keep heating(room)
            OFF  while temperature(room) is unknown for 10 min
            OFF  while window(room) is open for 2 min
            ON   while temperature(room) < 19 °C until temperature(room) > 21 °C
            OFF  otherwise

        keep fan(room)
            ON   while humidity(room) > 65 % until humidity(room) < 55 %
            OFF  otherwise

        keep display(room)
            meter(room)  otherwise

        keep siren
            ON   while any leak(*) is wet until press(room0) is double
            OFF  otherwise

        keep hall
            ON   while any motion(*) is ON within 5 min
            OFF  otherwise

        keep trend
            average of temperature(room0) over 5 days  otherwise

        when motion(room) becomes ON
        do  lamp(room) = ON
            wait 10 min
            lamp(room) = OFF

        when press(room) is single
        do  toggle light(room)

        when ring
        do  publish "ding" to "home/chime" qos 1

        when time is 07:00
        do  publish "good morning" to "home/morning" qos 1

        when window(room) is open for 10 min, repeating every 20 min
        do  publish "close the window" to "home/{room}/reminder" qos 1

        """

    /// What a reload adds and takes away again: nothing else may notice.
    static let addition = """
        input spare(room)  from "home/{room}/spare" as number
        output spareOut(room) to "home/{room}/spare/set" as number step 1
        keep spareOut(room)
            spare(room)  otherwise

        """

    /// The program as it is at first, and with the addition.
    static let programs: [Program] = [settings + rules, settings + rules + addition].map(compiled)

    private static func compiled(_ text: String) -> Program {
        var sources = SourceSet()
        _ = sources.add(name: "simulated.rules", text: Array(text.utf8))
        let (program, diagnostics) = Compiler.compile(sources)
        guard let program else {
            let words = diagnostics.filter { $0.severity == .error }.map(\.message).joined(separator: "; ")
            preconditionFailure("the simulated house has rules with errors: \(words)")
        }
        return program
    }
}

/// The topics of the simulated house.
struct HouseMap {
    private(set) var topics: [Topic] = []
    private(set) var numbers: [String: Int] = [:]
    let rooms: Int
    private var places: [Int] = []

    private static let kindCount = 64

    init(rooms: Int) {
        self.rooms = rooms
        places = Array(repeating: -1, count: Self.kindCount * (rooms + 1))
        for room in 0..<rooms {
            let base = "home/room\(room)"
            for (name, kind) in Self.ofRoom { add("\(base)/\(name)", kind, room) }
        }
        for (name, kind) in Self.ofHouse { add(name, kind, rooms) }
    }

    /// The topic of that kind in a room; that of the house where it has only one.
    func topic(_ kind: Topic.Kind, _ room: Int? = nil) -> Int {
        let place = places[kind.rawValue * (rooms + 1) + (room ?? rooms)]
        precondition(place >= 0, "there is no such topic")
        return place
    }

    private mutating func add(_ name: String, _ kind: Topic.Kind, _ room: Int) {
        numbers[name] = topics.count
        places[kind.rawValue * (rooms + 1) + room] = topics.count
        topics.append(Topic(name, kind, room: room))
    }

    private static let ofRoom: [(String, Topic.Kind)] = [
        ("climate", .climate), ("window", .window), ("motion", .motion), ("leak", .leak), ("meter", .meter),
        ("button", .press), ("valve", .valve), ("valve/status", .valveStatus), ("fan", .fan),
        ("fan/status", .fanStatus), ("lamp", .lamp), ("light", .light), ("display", .display),
        ("valve/set", .valveSet), ("fan/set", .fanSet), ("lamp/set", .lampSet), ("light/set", .lightSet),
        ("display/set", .displaySet), ("reminder", .beat), ("spare", .spare), ("spare/set", .spareSet),
    ]

    private static let ofHouse: [(String, Topic.Kind)] = [
        ("home/door/bell", .ring), ("home/siren", .siren), ("home/hall", .hall), ("home/siren/set", .sirenSet),
        ("home/hall/set", .hallSet), ("home/trend/set", .log), ("home/chime", .chime), ("home/morning", .morning),
        ("home/gateways/sim/status", .presence), ("home/gateways/sim/info", .info), ("home/gateways/sim/sync", .sync),
    ]
}
