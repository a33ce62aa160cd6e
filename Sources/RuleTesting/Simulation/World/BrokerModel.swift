/// The broker: what it keeps, and what it owes the gateway's session.
struct BrokerModel {
    /// Messages at QoS 1 that may be unacknowledged, as Mosquitto has it.
    static let inFlightLimit = 20
    /// Messages that wait behind them.
    static let queueLimit = 1_000
    static let sessionExpiry = Span.hour

    struct Owed {
        var id: Int
        var letter: Letter
    }

    /// What the broker remembers of the gateway, with a connection or without.
    struct Session {
        var number: Int
        var filters: [(filter: String, qos: Int)] = []
        var inFlight: [Owed] = []
        var queue: [Letter] = []
        var nextID = 1
        /// Topics to the QoS that they are heard at, -1 for not at all; made when it is asked for.
        var qosOfTopic: [Int: Int] = [:]
    }

    var isUp = true
    var retained: [Letter?]
    /// What a broker that is killed comes back with.
    var saved: [Letter?]
    var session: Session?
    /// The gateway's connection, and its will.
    var path: Int?
    var will: Letter?
    var deviceSessions: [Int: Int] = [:]
    /// What a device is sent arrives in order.
    var devicesHearAfter: [Int: Int64] = [:]
    private var sessions = 0

    init(topics: Int) {
        retained = Array(repeating: nil, count: topics)
        saved = retained
    }

    mutating func openSession() -> Bool {
        if session != nil { return true }
        sessions += 1
        session = Session(number: sessions)
        return false
    }

    mutating func expire(session number: Int) {
        if session?.number == number, path == nil { session = nil }
    }
}
