import Link
import Mosquitto
import Systemd

/// What the link asks of the broker. A request that cannot be made is answered at once, as if the broker had refused it.
extension BrokerConnection {
    func subscribe(token: Int, filters: [String], qos: Int, options: LinkAction.SubscribeOptions) {
        guard let client else { return }
        do {
            let id = try client.subscribe(
                to: filters.map { filter throws(MQTTError) in try TopicFilter(filter) },
                qos: QoS(rawValue: Int32(qos)) ?? .atMostOnce,
                options: SubscriptionOptions(
                    noLocal: options.noLocal, retainHandling: options.withoutRetained ? .never : .always))
            requests[id] = Request(token: token)
            write()
        } catch {
            // As if the broker had refused them: reported for each filter.
            onEvent(.subscribed(token: token, granted: filters.map { _ in 0x8F }))
        }
    }

    func unsubscribe(token: Int, filters: [String]) {
        guard let client else { return }
        do {
            let id = try client.unsubscribe(from: filters.map { filter throws(MQTTError) in try TopicFilter(filter) })
            requests[id] = Request(token: token)
            write()
        } catch {
            onEvent(.unsubscribed(token: token))
        }
    }

    /// Publishes a message. While messages are read it waits for the end of that, so that each is written by a call
    /// of its own, after which it is known that the socket has it.
    func publish(token: Int, _ message: OutgoingMessage) {
        guard let client else { return }
        guard !client.isReading else { return unwritten.append((token, message)) }
        do {
            let qos = QoS(rawValue: Int32(message.qos)) ?? .atMostOnce
            let id = try client.publish(
                message.payload, to: TopicName(message.topic), qos: qos, retained: message.retained,
                properties: MessageProperties(message))
            if let number = message.number { halfWritten.append(number) }
            write()
            if qos != .atMostOnce {
                requests[id] = Request(token: token, number: message.number)
            } else if client.unsentCount < Self.unsentLimit {
                onEvent(.acknowledged(token: token, reason: 0))
            } else {
                congested.append(token)
            }
        } catch {
            if let number = message.number { onFinished(number) }
            onEvent(.unsendable(token: token, escaped(error.code.description)))
        }
    }

    /// Writes what was decided while messages were read.
    func writeAll() {
        guard !unwritten.isEmpty else { return }
        let messages = unwritten
        unwritten.removeAll(keepingCapacity: true)
        for (token, message) in messages { publish(token: token, message) }
    }

    /// Gives the socket what waits for it, unless that happens anyway at the end of the turn.
    private func write() {
        guard let client, !client.isReading else { return }
        client.write()
        noteWritten()
    }

    /// Tells which messages the socket has: all, unless it is congested.
    func noteWritten() {
        guard !halfWritten.isEmpty, let client, client.socket != nil, !client.wantsWrite else { return }
        for number in halfWritten { onWritten(number) }
        halfWritten.removeAll(keepingCapacity: true)
    }
}

extension MessageProperties {
    /// What a message of ours says beside its payload; nil for nothing.
    fileprivate init?(_ message: OutgoingMessage) {
        guard message.expirySeconds != nil || !message.properties.isEmpty else { return nil }
        self.init()
        user = message.properties.map { UserProperty(name: $0.name, value: $0.value) }
        messageExpiry = message.expirySeconds.map { UInt32(clamping: $0) }
    }
}
