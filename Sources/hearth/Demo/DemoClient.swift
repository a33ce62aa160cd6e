import Glibc
import Mosquitto
import RuleTesting

/// One connection to the private broker: of a device of the house, or of the view.
final class DemoClient {
    struct Message {
        var topic: String
        var payload: String
        /// MQTT 5 user properties of these names.
        var rule: String?
        var reason: String?
    }

    private let client: MQTTClient
    private let filters: [String]
    /// What is to be sent once the broker has said yes.
    private var waiting: [HousePublication] = []
    private var heard: [Message] = []
    /// The broker is there, and all filters are subscribed to.
    private(set) var isReady = false
    /// Why the connection ended.
    private(set) var failure: String?

    /// Connects. On the loopback that does not take long enough to need a thread.
    init(id: String, port: Int, will: HousePublication? = nil, filters: [String] = []) throws(DemoFailure) {
        var configuration = ClientConfiguration(host: "127.0.0.1", port: UInt16(port), clientID: id)
        configuration.version = .v5
        self.filters = filters
        do throws(MQTTError) {
            if let will {
                configuration.will = Will(
                    topic: try TopicName(will.topic), payload: Array(will.payload.utf8), isRetained: will.isRetained)
            }
            client = try MQTTClient(configuration)
        } catch {
            throw DemoFailure("\(id) cannot connect: \(error).")
        }
        client.onEvent = { [unowned self] in take($0) }
        client.onMessage = { [unowned self] in take($0) }
        do throws(MQTTError) {
            try client.connect()
        } catch {
            client.close()
            throw DemoFailure("\(id) cannot connect: \(error).")
        }
    }

    deinit {
        client.close()
    }

    /// Sends, or keeps until it can be sent.
    func publish(_ message: HousePublication) {
        guard isReady else { return waiting.append(message) }
        do throws(MQTTError) {
            let topic = try TopicName(message.topic)
            try client.publish(Array(message.payload.utf8), to: topic, retained: message.isRetained)
        } catch {
            failure = "\(error)"
        }
    }

    /// What to wait for.
    var pollEntry: pollfd {
        let events = Int16(POLLIN) | (client.wantsWrite ? Int16(POLLOUT) : 0)
        return pollfd(fd: client.socket ?? -1, events: events, revents: 0)
    }

    /// Does what the socket is ready for, and what is due.
    func turn(_ ready: Int16) {
        if ready & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
            while client.read() == .more {}
        }
        if client.wantsWrite { client.write() }
        client.tick()
    }

    /// What was heard since the last time.
    func takeHeard() -> [Message] {
        defer { heard.removeAll(keepingCapacity: true) }
        return heard
    }

    private func take(_ event: MQTTClient.Event) {
        switch event {
        case .connected where filters.isEmpty: becomeReady()
        case .connected: subscribe()
        case .subscribed: becomeReady()
        case .disconnected(let error):
            isReady = false
            failure = error.map { "\($0)" } ?? "disconnected"
        case .delivered, .dropped, .unsubscribed: break
        }
    }

    private func subscribe() {
        do throws(MQTTError) {
            var parsed: [TopicFilter] = []
            for filter in filters { parsed.append(try TopicFilter(filter)) }
            try client.subscribe(to: parsed, qos: .atLeastOnce)
        } catch {
            failure = "\(error)"
        }
    }

    private func becomeReady() {
        isReady = true
        let messages = waiting
        waiting = []
        messages.forEach(publish)
    }

    private func take(_ message: borrowing ReceivedMessage) {
        let user = message.hasProperties ? message.properties.user : []
        heard.append(
            Message(
                topic: message.topicString, payload: String(decoding: message.payload, as: UTF8.self),
                rule: user.first { $0.name == "rule" }?.value, reason: user.first { $0.name == "reason" }?.value))
    }
}
