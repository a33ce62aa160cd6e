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
        /// When it was decided, in the engine's time, in nanoseconds.
        package var since: Int64
        /// When the socket took it; nil while it waits.
        package var writtenAt: Int64?
    }

    /// A message that the broker has not acknowledged for so long may be lost. The answer takes milliseconds.
    package static let doubt: Int64 = 1_000_000_000
    /// Most messages that are remembered. Beyond it the oldest are forgotten; the link merges commands long before.
    package static let limit = 10_000
    /// Beyond it a new command takes the place of one of the same output that waits, as in the link's outbox.
    private static let mergingLimit = 100

    package internal(set) var messages: [Message] = []
    /// Of the next message.
    package internal(set) var nextNumber: Int64 = 1

    package init() {}

    // MARK: The way of a message

    package mutating func add(_ decision: Decision, by engine: Engine) -> Int64? {
        add(decision, at: engine.time, isConnected: engine.isConnected)
    }

    /// A decision that leaves the engine.
    /// - Parameters:
    ///   - time: the engine's.
    ///   - isConnected: as the engine knows it. Without a connection a publication is lost at once.
    /// - Returns: the message's number, or nil where nothing is to be sent.
    package mutating func add(_ decision: Decision, at time: Int64, isConnected: Bool) -> Int64? {
        switch decision {
        case .command(let command) where !command.target.isShadow:
            add(
                Message(
                    number: nextNumber, key: command.name, topic: command.topic, payload: command.payload,
                    qos: command.target.qos, retained: command.target.retained,
                    expirySeconds: command.target.expirySeconds, reason: command.reason, since: time))
        case .publication(let publication) where isConnected:
            add(
                Message(
                    number: nextNumber, key: nil, topic: publication.topic, payload: publication.payload,
                    qos: publication.qos, retained: publication.retained, expirySeconds: nil,
                    reason: publication.reason, since: time))
        case .command, .publication, .log, .notice: nil
        }
    }

    private mutating func add(_ message: Message) -> Int64 {
        if messages.count >= Self.mergingLimit, let key = message.key {
            messages.removeAll { $0.key == key && $0.writtenAt == nil }
        }
        if messages.count >= Self.limit { messages.removeFirst() }
        messages.append(message)
        nextNumber += 1
        return message.number
    }

    /// The socket took it. At QoS 0 that is all; else the acknowledgement is waited for.
    package mutating func wrote(_ number: Int64, at time: Int64) {
        guard let index = index(of: number) else { return }
        let message = messages[index]
        if message.qos == 0 { messages.remove(at: index) } else { messages[index].writtenAt = time }
        guard let key = message.key else { return }
        // What waited before it and is older would only undo it.
        messages.removeAll { $0.key == key && $0.number < number && $0.writtenAt == nil }
    }

    /// The broker has it, or nobody can take it.
    package mutating func finished(_ number: Int64) {
        if let index = index(of: number) { messages.remove(at: index) }
    }

    /// The connection is gone: commands are sent once more on the next one, publications are lost.
    package mutating func connectionLost() {
        messages.removeAll { $0.key == nil }
        for index in messages.indices { messages[index].writtenAt = nil }
    }

    /// The process that had sent them is gone. What the socket has taken counts as arrived, unless the connection was dead: then
    /// there had been no answer for long. A command is then sent once more; a publication is not, for it may have
    /// arrived.
    ///
    /// Nobody can know it of what was written in the last moment: a broker that wants to write to a connection which has ended
    /// may throw away what it had not read of it yet. To send all of that again would double more than this loses.
    package mutating func processEnded(at time: Int64) {
        messages.removeAll { message in
            guard let writtenAt = message.writtenAt else { return false }
            return message.key == nil || time - writtenAt < Self.doubt
        }
        for index in messages.indices { messages[index].writtenAt = nil }
    }

    /// A message was given to the socket so lately that it is not yet in doubt.
    package func isAnyYoung(at time: Int64) -> Bool {
        messages.contains { $0.writtenAt.map { time - $0 < Self.doubt } ?? false }
    }

    private func index(of number: Int64) -> Int? {
        // Answers come in order: it is nearly always the first.
        messages.firstIndex { $0.number == number }
    }
}
