import RuleEngine
import RuleLanguage

/// Bytes choose a program, and then what happens to it one by one: messages, time, broken connections, restarts by way of what is saved.
struct SessionFuzz {
    private static let limit = 100
    private static let second: Int64 = 1_000_000_000
    private static let hour = 3600 * second
    private static let programs = SessionProgram.all.compactMap(\.program)

    /// A summer's noon, the evenings before the clock changes, a leap day, the end of a year, and 1970.
    private static let starts: [Int64] = [
        1_782_907_200, 1_774_731_600, 1_792_868_400, 1_835_438_400, 1_798_758_000, 0,
    ]

    private var bytes: FuzzBytes
    private var number: Int
    private var engine: Engine
    private var moment: Moment
    /// Virtual time that is left: a year of windows takes too long.
    private var left = 6 * 24 * Self.hour

    static func test(_ bytes: [UInt8]) throws(Wrong) {
        try Wrong.unless(programs.count == SessionProgram.all.count, "one of the programs has an error")
        var session = SessionFuzz(bytes)
        for _ in 0..<limit where !session.bytes.isAtEnd { try session.step() }
        try Checks.roundTrip(session.engine.snapshot(at: session.moment))
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = FuzzBytes(bytes)
        number = self.bytes.number(below: Self.programs.count)
        moment = Moment(monotonic: 1000 * Self.second, wall: self.bytes.pick(Self.starts) * Self.second)
        engine = Engine(Self.programs[number], at: moment)
    }

    private mutating func step() throws(Wrong) {
        let choice = bytes.byte()
        switch choice & 0xF {
        case 0...4: try hear(Array(bytes.pick(SessionProgram.payloads).utf8), retained: choice & 0x10 != 0)
        case 5: try hear(bytes.bytes(bytes.number(below: 32)), retained: choice & 0x10 != 0)
        case 6: try pass(Int64(bytes.byte()) * 1_000_000)
        case 7: try pass(Int64(bytes.byte()) * Self.second)
        case 8: try pass(Int64(bytes.byte()) * 60 * Self.second)
        case 9: try pass(Int64(bytes.number(below: 72)) * Self.hour)
        case 10: try follow(1 + bytes.number(below: 8))
        case 11: try Checks.decisions(engine.disconnected(at: moment))
        case 12: try Checks.decisions(engine.settled(at: moment))
        case 13: try restart()
        case 14: try restartWithDamage()
        default: try change()
        }
    }

    private mutating func hear(_ payload: [UInt8], retained: Bool) throws(Wrong) {
        let topic = bytes.pick(SessionProgram.all[number].topics)
        try Checks.decisions(engine.hear(Array(topic.utf8), payload, retained: retained, at: moment))
    }

    private mutating func pass(_ time: Int64) throws(Wrong) {
        let time = min(time, left)
        left -= time
        moment = moment.advanced(by: time)
        try Checks.decisions(engine.advance(to: moment))
    }

    /// Goes from deadline to deadline, as the gateway does.
    private mutating func follow(_ count: Int) throws(Wrong) {
        for _ in 0..<count {
            try Checks.decisions(engine.advance(to: moment))
            guard let due = engine.nextDeadline else { return }
            guard due > moment.monotonic else { return try settledDeadline(due) }
            guard due - moment.monotonic <= left else { return }
            try pass(due - moment.monotonic)
        }
    }

    /// Before the first instant nothing falls due; after it a deadline that is not ahead would be asked for for ever.
    private mutating func settledDeadline(_ due: Int64) throws(Wrong) {
        try Checks.decisions(engine.settled(at: moment))
        let next = engine.nextDeadline ?? .max
        try Wrong.unless(next > moment.monotonic, "the next deadline, \(next), is not behind \(moment.monotonic)")
    }

    private mutating func restart() throws(Wrong) {
        let snapshot = engine.snapshot(at: moment)
        try Checks.roundTrip(snapshot)
        restore(snapshot.rows, snapshot)
        let kept = Set(engine.snapshot(at: moment).rows.map(\.key))
        try Wrong.unless(kept.isSuperset(of: snapshot.rows.map(\.key)), "a restart forgets something")
        if bytes.byte() & 1 == 0 { try Checks.decisions(engine.settled(at: moment)) }
    }

    /// A few bytes of the store are others than were written; some of it as if it had been written so.
    private mutating func restartWithDamage() throws(Wrong) {
        let snapshot = engine.snapshot(at: moment)
        var rows = snapshot.rows
        for _ in 0..<(1 + bytes.number(below: 4)) where !rows.isEmpty {
            let place = bytes.number(below: rows.count)
            switch bytes.byte() & 0x7 {
            case 0: rows[place].data = bytes.bytes(bytes.number(below: 64))
            case 1: rows[place].key.name = bytes.bytes(bytes.number(below: 64))
            case 2: rows[place].key.kind = bytes.pick(StateRow.Kind.allCases)
            case 3: rows.append(rows[place])
            default: damage(&rows[place])
            }
        }
        restore(rows, snapshot)
        try Checks.decisions(engine.settled(at: moment))
    }

    private mutating func damage(_ row: inout StateRow) {
        var contents = Array(row.data.dropLast(8))
        for _ in 0..<(1 + bytes.number(below: 8)) where !contents.isEmpty {
            contents[bytes.number(below: contents.count)] = bytes.byte()
        }
        row = StateRow(key: row.key, contents: contents)
    }

    private mutating func restore(_ rows: [StateRow], _ snapshot: Snapshot) {
        let away = Int64(bytes.byte()) * 600 * Self.second
        moment = Moment(
            monotonic: 77 * Self.second, wall: moment.wall + away, isWallTrusted: moment.isWallTrusted)
        var unreadable = 0
        let read = Snapshot(rows: rows, time: snapshot.time, wall: snapshot.wall, unreadable: &unreadable)
        engine = Engine(Self.programs[number], restoring: read, at: moment)
        _ = engine.report
    }

    /// The clock on the wall is set, or believed from now on, or the rules are changed.
    private mutating func change() throws(Wrong) {
        let choice = bytes.byte()
        if choice & 4 != 0 { moment.isWallTrusted = choice & 8 == 0 }
        guard choice & 1 == 0 else {
            let hours = Int64(Int8(bitPattern: bytes.byte()))
            moment.wall = max(0, moment.wall + hours * Self.hour)
            return try Checks.decisions(engine.advance(to: moment))
        }
        number = bytes.number(below: Self.programs.count)
        let decisions = engine.reload(Self.programs[number], awaitingRetained: choice & 2 == 0, at: moment)
        try Checks.decisions(decisions)
    }
}
