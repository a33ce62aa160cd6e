/// How the parts of a snapshot are written, and read again. What comes first is as old as the format; new fields are
/// added behind, with a new `Snapshot.format`.
extension Snapshot.Stored {
    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .unknown: writer.write(UInt8(0))
        case .truth(let truth):
            writer.write(UInt8(1))
            writer.write(truth)
        case .number(let number):
            writer.write(UInt8(2))
            writer.write(number)
        case .word(let word):
            writer.write(UInt8(3))
            writer.write(word)
        case .text(let text):
            writer.write(UInt8(4))
            writer.write(text)
        }
    }

    fileprivate init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        switch try reader.byte() {
        case 0: self = .unknown
        case 1: self = .truth(try reader.flag())
        case 2:
            let number = try reader.double()
            guard number.isFinite else { throw ByteReader.Malformed() }
            self = .number(number)
        case 3: self = .word(try reader.text())
        case 4: self = .text(try reader.text())
        default: throw ByteReader.Malformed()
        }
    }
}

extension Snapshot.InputRecord {
    func write(to writer: inout ByteWriter) {
        heard.write(to: &writer)
        writer.write(isStale)
        writer.write(lastMessage)
        writer.write(lastChange)
        writer.write(order)
        writer.write(isFirst)
    }

    init(_ name: String, levels: [String], _ reader: inout ByteReader) throws(ByteReader.Malformed) {
        self.init(
            name: name, levels: levels, heard: try Snapshot.Stored(&reader), isStale: try reader.flag(),
            lastMessage: try reader.number(), lastChange: try reader.number(), order: Int(try reader.number()),
            isFirst: try reader.flag())
    }
}

extension Snapshot.StateRecord {
    func write(to writer: inout ByteWriter) {
        writer.write(since)
        last.write(to: &writer)
        writer.write(mark)
        writer.write(lookDue)
        writer.write(window.count)
        for stretch in window {
            writer.write(stretch.start)
            writer.write(stretch.average != nil)
            if let average = stretch.average { writer.write(average) }
            writer.write(stretch.least)
            writer.write(stretch.greatest)
        }
    }

    init(_ key: Snapshot.StateKey, _ reader: inout ByteReader) throws(ByteReader.Malformed) {
        self.init(
            key: key, since: try reader.number(), last: try Snapshot.Stored(&reader), mark: try reader.byte(),
            window: [], lookDue: try reader.number())
        for _ in 0..<(try reader.count()) {
            let start = try reader.number()
            let average = try reader.flag() ? try reader.double() : nil
            window.append(
                Window.Stretch(
                    start: start, average: average, least: try reader.double(), greatest: try reader.double()))
        }
        guard window.count <= Window.limit, zip(window, window.dropFirst()).allSatisfy({ $0.start <= $1.start })
        else { throw ByteReader.Malformed() }
    }
}

extension Snapshot.OutputRecord {
    func write(to writer: inout ByteWriter) {
        wanted.write(to: &writer)
        writer.write(isOwed)
        sent.write(to: &writer)
        writer.write(changedAt)
        writer.write(sentAt)
        writer.write(resendDue)
        writer.write(confirmDue)
        writer.write(tries)
        writer.write(hasFailed)
        writer.write(reason != nil)
        if let reason {
            writer.write(reason.rule)
            writer.write(reason.words)
        }
    }

    init(_ name: String, levels: [String], _ reader: inout ByteReader) throws(ByteReader.Malformed) {
        self.init(
            name: name, levels: levels, wanted: try Snapshot.Stored(&reader), isOwed: try reader.flag(),
            sent: try Snapshot.Stored(&reader), changedAt: try reader.number(), sentAt: try reader.number(),
            resendDue: try reader.number(), confirmDue: try reader.number(), tries: Int(try reader.number()),
            hasFailed: try reader.flag(), reason: nil)
        if try reader.flag() { reason = Reason(rule: try reader.text(), words: try reader.text()) }
    }
}

extension Snapshot.RunRecord {
    func write(to writer: inout ByteWriter) {
        writer.write(action)
        writer.write(triggeredAt)
        writer.write(due)
        writer.write(isConditional)
        Self.write(events, to: &writer)
        writer.write(queue.count)
        for waiting in queue { Self.write(waiting, to: &writer) }
    }

    init(_ unit: String, levels: [String], _ reader: inout ByteReader) throws(ByteReader.Malformed) {
        self.init(
            unit: unit, levels: levels, action: Int(try reader.number()), triggeredAt: try reader.number(),
            due: try reader.number(), isConditional: try reader.flag(), events: try Self.events(&reader), queue: [])
        guard action >= 0 else { throw ByteReader.Malformed() }
        for _ in 0..<(try reader.count()) { queue.append(try Self.events(&reader)) }
    }

    private static func write(_ events: [String: Snapshot.Stored], to writer: inout ByteWriter) {
        writer.write(events.count)
        for (name, value) in events.sorted(by: { $0.key < $1.key }) {
            writer.write(name)
            value.write(to: &writer)
        }
    }

    private static func events(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> [String: Snapshot.Stored] {
        var events: [String: Snapshot.Stored] = [:]
        for _ in 0..<(try reader.count()) { events[try reader.text()] = try Snapshot.Stored(&reader) }
        return events
    }
}

extension Snapshot.ClockRecord {
    func write(to writer: inout ByteWriter) {
        writer.write(last)
        writer.write(next)
    }
}

extension WaitingOccurrence {
    func write(to writer: inout ByteWriter) {
        writer.write(topic)
        writer.write(payload)
    }

    init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        self.init(topic: try reader.data(), payload: try reader.data())
    }
}

extension Moment {
    func write(to writer: inout ByteWriter) {
        writer.write(monotonic)
        writer.write(wall)
        writer.write(isWallTrusted)
    }

    init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        self.init(
            monotonic: try reader.number(), wall: try reader.number(), isWallTrusted: try reader.flag())
    }
}

extension Snapshot.Progress {
    func write(to writer: inout ByteWriter) {
        writer.write(phase.rawValue)
        writer.write(hasStarted)
        now.write(to: &writer)
        writer.write(standstill != nil)
        if let standstill {
            writer.write(standstill.wall)
            writer.write(standstill.since)
        }
    }

    init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        guard let phase = Engine.Phase(rawValue: try reader.byte()) else { throw ByteReader.Malformed() }
        self.init(phase: phase, hasStarted: try reader.flag(), now: try Moment(&reader), standstill: nil)
        if try reader.flag() { standstill = Engine.Standstill(wall: try reader.number(), since: try reader.number()) }
    }
}

extension Snapshot.Place {
    func write(to writer: inout ByteWriter) {
        writer.write(mark.session)
        writer.write(mark.offset)
        writer.write(log)
        writer.write(Int64(bitPattern: fingerprint))
        writer.write(nextNumber)
    }

    init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        self.init(
            mark: EventLog.Mark(session: try reader.number(), offset: try reader.number()), log: try reader.text(),
            fingerprint: UInt64(bitPattern: try reader.number()), nextNumber: try reader.number())
    }
}

extension Undelivered.Message {
    func write(to writer: inout ByteWriter) {
        writer.write(key != nil)
        if let key { writer.write(key) }
        writer.write(topic)
        writer.write(payload)
        writer.write(qos)
        writer.write(retained)
        writer.write(expirySeconds ?? -1)
        writer.write(reason.rule)
        writer.write(reason.words)
        writer.write(since)
        writer.write(writtenAt ?? noTime)
    }

    init(_ number: Int64, _ reader: inout ByteReader) throws(ByteReader.Malformed) {
        self.init(
            number: number, key: try reader.flag() ? try reader.text() : nil, topic: try reader.text(),
            payload: try reader.data(), qos: Int(try reader.number()), retained: try reader.flag(),
            expirySeconds: Int(try reader.number()),
            reason: Reason(rule: try reader.text(), words: try reader.text()), since: try reader.number(),
            writtenAt: try reader.number())
        if expirySeconds == -1 { expirySeconds = nil }
        if writtenAt == noTime { writtenAt = nil }
        guard (0...2).contains(qos), expirySeconds ?? 0 >= 0 else { throw ByteReader.Malformed() }
    }
}

extension Redeliveries {
    func write(to writer: inout ByteWriter) {
        writer.write(recent.count)
        for message in recent {
            writer.write(Int64(message.id))
            writer.write(Int64(bitPattern: message.fingerprint))
        }
    }

    init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        var recent: [Message] = []
        for _ in 0..<(try reader.count()) {
            recent.append(
                Message(
                    id: UInt16(truncatingIfNeeded: try reader.number()),
                    fingerprint: UInt64(bitPattern: try reader.number())))
        }
        self.init(recent: recent)
    }
}
