/// What was decided and is not known to have reached the broker, in the order of the decisions.
///
/// Each message has a number that an engine which is told the same once more gives it again. A process that goes on after
/// another one was killed sends what that one had not sent, and nothing that it had.
package struct Undelivered: Sendable {
    /// A command or a publication.
    package struct Message: Sendable, Equatable {
        package var number: Int64
        /// The output instance that it commands; nil for what is published.
        package var key: String?
        package var topic: String
        package var payload: [UInt8]
        package var qos: Int
        package var retained: Bool
        package var expirySeconds: Int?
        package var reason: Reason
        /// When it was decided, by the clock that counts from the start of the machine, in nanoseconds. Of a former start it is
        /// negative, if need be.
        package var since: Int64
        /// The first moment that the engine was told after the socket had taken it, by the same clock; nil while it waits. What
        /// passes before that is no silence of the broker: nobody was there to hear it.
        package var writtenAt: Int64?
    }

    /// A message that the broker has not acknowledged for so long may be lost. The answer takes milliseconds.
    package static let doubt: Int64 = 1_000_000_000
    /// Most messages that are remembered. Beyond it the oldest are forgotten; the link merges commands long before.
    package static let limit = 10_000
    /// Beyond it a new command takes the place of one of the same output that waits, as in the link's outbox.
    private static let mergingLimit = 1_000

    private var entries: [Int64: Message] = [:]
    /// None with a lesser number waits.
    private var oldestWaiting: Int64 = 1
    /// Of the next message.
    package private(set) var nextNumber: Int64 = 1
    /// The moment that the engine was told last, by that clock.
    private var now: Int64
    /// Written since then.
    private var justWritten: [Int64] = []

    /// - Parameter now: by the clock that counts from the start of the machine, in nanoseconds.
    package init(at now: Int64) { self.now = now }

    init(messages: [Message], nextNumber: Int64, at now: Int64) {
        for message in messages { entries[message.number] = message }
        self.nextNumber = nextNumber
        self.now = now
        oldestWaiting = messages.first?.number ?? nextNumber
    }

    /// In the order of the decisions.
    package var messages: [Message] { entries.values.sorted { $0.number < $1.number } }

    /// What a process takes up from a former one. Of several commands for one output all are sent, in order: only the last one
    /// stands for what the output should be, and keeps its key.
    package var messagesToTakeUp: [Message] {
        var later: Set<String> = []
        return messages.reversed().map { message in
            var message = message
            if let key = message.key, !later.insert(key).inserted { message.key = nil }
            return message
        }.reversed()
    }

    // MARK: The way of a message

    /// Follows what is written down: what the engine is about to be told, and what became of its messages.
    package mutating func follow(_ record: EventRecord) {
        switch record {
        case .message(let moment, _, _, _, _), .time(let moment), .settled(let moment), .rules(let moment, _, _):
            told(moment)
        case .disconnected(let moment):
            told(moment)
            connectionLost()
        case .start(let start):
            processEnded()
            begin(start)
        case .written(let number): wrote(number)
        case .delivered(let number): finished(number)
        case .acknowledged: break
        }
    }

    /// The engine is told a moment.
    package mutating func told(_ moment: Moment) {
        now = moment.monotonic
        guard !justWritten.isEmpty else { return }
        for number in justWritten { entries[number]?.writtenAt = now }
        justWritten.removeAll(keepingCapacity: true)
    }

    /// A decision that leaves the engine.
    /// - Parameter isConnected: as the engine knows it. Without a connection a publication is lost at once.
    /// - Returns: the message's number, or nil where nothing is to be sent.
    package mutating func add(_ decision: Decision, isConnected: Bool) -> Int64? {
        switch decision {
        case .command(let command) where !command.target.isShadow:
            add(
                Message(
                    number: nextNumber, key: command.name, topic: command.topic, payload: command.payload,
                    qos: command.target.qos, retained: command.target.retained,
                    expirySeconds: command.target.expirySeconds, reason: command.reason, since: now))
        case .publication(let publication) where isConnected:
            add(
                Message(
                    number: nextNumber, key: nil, topic: publication.topic, payload: publication.payload,
                    qos: publication.qos, retained: publication.retained, expirySeconds: nil,
                    reason: publication.reason, since: now))
        case .command, .publication, .log, .notice: nil
        }
    }

    private mutating func add(_ message: Message) -> Int64 {
        if entries.count >= Self.mergingLimit, let key = message.key { forgetWaiting(of: key, before: message.number) }
        if entries.count >= Self.limit, let oldest = entries.keys.min() { entries[oldest] = nil }
        entries[message.number] = message
        nextNumber += 1
        return message.number
    }

    /// The socket took it. At QoS 0 that is all; else the acknowledgement is waited for.
    private mutating func wrote(_ number: Int64) {
        guard let message = entries[number] else { return }
        if message.qos == 0 {
            entries[number] = nil
        } else {
            entries[number]?.writtenAt = now
            justWritten.append(number)
        }
        // What waited before it and is older would only undo it. Mostly they are written one after the other.
        if number == oldestWaiting {
            oldestWaiting += 1
        } else if number > oldestWaiting, let key = message.key {
            forgetWaiting(of: key, before: number)
            oldestWaiting = entries.values.lazy.filter { $0.writtenAt == nil }.map(\.number).min() ?? nextNumber
        }
    }

    private mutating func forgetWaiting(of key: String, before number: Int64) {
        for message in entries.values where message.writtenAt == nil && message.number < number && message.key == key {
            entries[message.number] = nil
        }
    }

    /// The broker has it, or nobody can take it.
    private mutating func finished(_ number: Int64) { entries[number] = nil }

    /// The connection is gone: commands are sent once more on the next one, publications are lost.
    private mutating func connectionLost() { waitAgain { $0.key != nil } }

    /// The process that had sent them is gone. What the socket has taken counts as arrived, unless the connection was dead: then
    /// there had been no answer for long. A command is then sent once more; a publication is not, for it may have
    /// arrived.
    ///
    /// Nobody can know it of what was written in the last moment: a socket that is closed with answers in it which nobody has read
    /// resets the connection, and the broker throws away what it had not read of it yet. To send all of that
    /// again would double more than this loses.
    package mutating func processEnded() {
        waitAgain { [now] in $0.writtenAt == nil || $0.key != nil && !$0.isYoung(at: now) }
    }

    /// Another process begins, perhaps after another start of the machine, where that clock begins anew.
    private mutating func begin(_ start: EventRecord.Start) {
        let shift = start.moment.monotonic &- now &- (start.away ?? 0)
        if shift != 0 { for number in Array(entries.keys) { entries[number]?.since &+= shift } }
        now = start.moment.monotonic
    }

    private mutating func waitAgain(_ isKept: (Message) -> Bool) {
        entries = entries.filter { isKept($0.value) }.mapValues { message in
            var message = message
            message.writtenAt = nil
            return message
        }
        oldestWaiting = entries.keys.min() ?? nextNumber
        justWritten.removeAll()
    }

    /// A message was given to the socket so lately that it is not yet in doubt.
    package var isAnyYoung: Bool { entries.values.contains { $0.isYoung(at: now) } }

    /// What counts as delivered if the process ends now.
    package var presumedDelivered: [Message] { messages.filter { $0.isYoung(at: now) } }
}

extension Undelivered.Message {
    fileprivate func isYoung(at now: Int64) -> Bool { writtenAt.map { now &- $0 < Undelivered.doubt } ?? false }
}
