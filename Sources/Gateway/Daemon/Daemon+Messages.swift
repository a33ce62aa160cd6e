import Glibc
import Link
import Mosquitto
import RuleEngine
import RuleLanguage
import Systemd

extension Daemon {
    /// The way of a message: read in place, decided, answered, all before the next one.
    func receive(_ message: borrowing ReceivedMessage) {
        let topic = message.topic
        let payload = message.payload
        if isSyncTopic(topic) { return heardMarker(payload) }
        guard payload.count <= OversizedMessages.limit else {
            if let words = oversized.note(topic: topic, size: payload.count, at: SystemClock.monotonic) {
                journal.note(.warning, words)
            }
            return
        }
        if message.isRetained, link.awaitsMarker { post(.retainedHeard) }
        let id = message.packetID
        if id != 0, redeliveries.take(id, topic, payload) { return }
        let now = now
        keeper?.record(message: topic, payload, id: id, isRetained: message.isRetained, at: now)
        let decisions = engine.receive(topic: topic, payload: payload, retained: message.isRetained, at: now)
        guard !decisions.isEmpty else { return }
        carryOut(decisions)
        drain()
    }

    private func isSyncTopic(_ topic: UnsafeRawBufferPointer) -> Bool {
        topic.count == syncTopic.count
            && syncTopic.withUnsafeBytes { own in
                guard let left = own.baseAddress, let right = topic.baseAddress else { return false }
                return memcmp(left, right, topic.count) == 0
            }
    }

    private func heardMarker(_ payload: UnsafeRawBufferPointer) {
        guard payload.count <= 64 else { return }
        post(.marker(Array(payload)))
        drain()
    }

    func carryOut(_ decisions: [Decision]) {
        guard !decisions.isEmpty else { return }
        let isConnected = engine.canSend()
        for decision in decisions {
            let number = keeper?.issued(decision, isConnected: isConnected)
            switch decision {
            case .command(let command): carryOut(command, number)
            case .publication(let publication): carryOut(publication, number)
            case .log(let line): journal.log(line)
            case .notice(let notice): journal.notice(notice)
            }
        }
    }

    private func carryOut(_ publication: Publication, _ number: Int64?) {
        let isLost = !link.isOnline
        send(OutgoingMessage(publication, number: number))
        journal.publication(publication, isLost: isLost)
    }

    private func carryOut(_ command: Command, _ number: Int64?) {
        if !command.target.isShadow {
            // A held output has had its line; the journal shall not be stormed either.
            if send(OutgoingMessage(command, number: number)).contains(.held) { return }
        }
        journal.command(command)
    }

    @discardableResult
    private func send(_ message: OutgoingMessage) -> [LinkAction] {
        let actions = link.handle(.send(message), at: SystemClock.monotonic)
        perform(actions)
        return actions
    }

    /// What a former process had decided and not sent goes out with the next connection, unless the rules say otherwise by then.
    func takeUpUndelivered() {
        guard let messages = keeper?.undelivered.messagesToTakeUp, !messages.isEmpty else { return }
        journal.takingUp(messages.count)
        for message in messages { post(.takeUp(OutgoingMessage(message), since: message.since)) }
    }
}

/// Payloads that are too large to be readings. They are counted and said at most once a minute.
struct OversizedMessages {
    static let limit = 512 << 10
    private static let pause: Int64 = 60_000_000_000

    private var count = 0
    private var lastSaid: Int64?

    /// The sentence, when one is due.
    mutating func note(topic: UnsafeRawBufferPointer, size: Int, at now: Int64) -> String? {
        count += 1
        if let lastSaid, now - lastSaid < Self.pause { return nil }
        lastSaid = now
        defer { count = 0 }
        let name = escaped(String(decoding: topic.prefix(200), as: UTF8.self))
        let more = count > 1 ? " (\(count) such messages)" : ""
        return "a message of \(size) bytes on \(name) was not read: \(Self.limit >> 10) KiB is the limit\(more)"
    }
}
