/// What an engine was told, and what became of its decisions: enough to bring another engine to the same point.
package enum EventRecord: Sendable, Equatable {
    /// The packet id is 0 at QoS 0.
    case message(Moment, id: UInt16, topic: [UInt8], payload: [UInt8], isRetained: Bool)
    /// The socket has the acknowledgements of all messages so far.
    case acknowledged
    case time(Moment)
    case settled(Moment)
    case disconnected(Moment)
    /// Other rules, known by their fingerprint.
    case rules(Moment, fingerprint: UInt64, awaitingRetained: Bool)
    /// A process began to go on with what a former one knew.
    case start(Start)
    /// The message of that number was given to the socket.
    case written(Int64)
    /// The broker has it.
    case delivered(Int64)

    /// The begin of a process.
    package struct Start: Sendable, Equatable {
        package var moment: Moment
        /// How long the former one had been away, in nanoseconds; nil where nobody knows.
        package var away: Int64?
        /// Which start of the machine this is: the moments' clock begins with it.
        package var boot: String
        /// Of the rules.
        package var fingerprint: UInt64

        package init(moment: Moment, away: Int64?, boot: String, fingerprint: UInt64) {
            self.moment = moment
            self.away = away
            self.boot = boot
            self.fingerprint = fingerprint
        }
    }

    enum Kind: UInt8 {
        case message = 1
        case time, settled, disconnected, rules, start, written, delivered, acknowledged
    }

    func write(to writer: inout ByteWriter) {
        switch self {
        case .message(let moment, let id, let topic, let payload, let isRetained):
            topic.withUnsafeBytes { topic in
                payload.withUnsafeBytes { payload in
                    Self.write(message: topic, payload, id: id, isRetained: isRetained, moment, to: &writer)
                }
            }
        case .time(let moment): Self.write(.time, moment, to: &writer)
        case .settled(let moment): Self.write(.settled, moment, to: &writer)
        case .disconnected(let moment): Self.write(.disconnected, moment, to: &writer)
        case .rules(let moment, let fingerprint, let awaitingRetained):
            Self.write(.rules, moment, to: &writer)
            writer.write(Int64(bitPattern: fingerprint))
            writer.write(awaitingRetained)
        case .start(let start):
            Self.write(.start, start.moment, to: &writer)
            writer.write(start.away != nil)
            if let away = start.away { writer.write(away) }
            writer.write(start.boot)
            writer.write(Int64(bitPattern: start.fingerprint))
        case .written(let number):
            writer.write(Kind.written.rawValue)
            writer.write(number)
        case .delivered(let number):
            writer.write(Kind.delivered.rawValue)
            writer.write(number)
        case .acknowledged: writer.write(Kind.acknowledged.rawValue)
        }
    }

    /// A message without copies of its bytes: they are many.
    static func write(
        message topic: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer, id: UInt16, isRetained: Bool,
        _ moment: Moment,
        to writer: inout ByteWriter
    ) {
        write(.message, moment, to: &writer)
        writer.write(UInt8(truncatingIfNeeded: id))
        writer.write(UInt8(truncatingIfNeeded: id >> 8))
        writer.write(isRetained)
        writer.write(topic)
        writer.write(payload)
    }

    private static func write(_ kind: Kind, _ moment: Moment, to writer: inout ByteWriter) {
        writer.write(kind.rawValue)
        moment.write(to: &writer)
    }

    init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        guard let kind = Kind(rawValue: try reader.byte()) else { throw ByteReader.Malformed() }
        switch kind {
        case .message:
            let moment = try Moment(&reader)
            let id = UInt16(try reader.byte()) | UInt16(try reader.byte()) << 8
            let isRetained = try reader.flag()
            self = .message(
                moment, id: id, topic: try reader.data(), payload: try reader.data(), isRetained: isRetained)
        case .time: self = .time(try Moment(&reader))
        case .settled: self = .settled(try Moment(&reader))
        case .disconnected: self = .disconnected(try Moment(&reader))
        case .rules:
            self = .rules(
                try Moment(&reader), fingerprint: UInt64(bitPattern: try reader.number()),
                awaitingRetained: try reader.flag())
        case .start:
            let moment = try Moment(&reader)
            let away = try reader.flag() ? try reader.number() : nil
            self = .start(
                Start(
                    moment: moment, away: away, boot: try reader.text(),
                    fingerprint: UInt64(bitPattern: try reader.number())))
        case .written: self = .written(try reader.number())
        case .delivered: self = .delivered(try reader.number())
        case .acknowledged: self = .acknowledged
        }
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
    }
}
