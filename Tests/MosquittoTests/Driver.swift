import Glibc
import Mosquitto
import Testing

/// A message as a test keeps it.
struct KeptMessage: Equatable {
    var topic: String
    var payload: [UInt8]
    var qos = QoS.atMostOnce
    var isRetained = false
    var properties = MessageProperties()

    /// The payload as text.
    var text: String { String(decoding: payload, as: UTF8.self) }
}

/// What a test waits for did not come.
struct TimedOut: Error, CustomStringConvertible {
    var description: String
}

/// Drives one client as an event loop would, with poll(2), until what the test waits for has happened.
final class Driver {
    let client: MQTTClient
    var events: [MQTTClient.Event] = []
    var messages: [KeptMessage] = []
    /// How often the loop has turned: a spinning one would have turned very often.
    var turns = 0

    init(_ configuration: ClientConfiguration) throws {
        client = try MQTTClient(configuration)
        client.onEvent = { [unowned self] in events.append($0) }
        client.onMessage = { [unowned self] message in
            messages.append(
                KeptMessage(
                    topic: message.topicString, payload: message.payloadBytes, qos: message.qos,
                    isRetained: message.isRetained, properties: message.properties))
        }
    }

    deinit {
        client.close()
    }

    /// A client for a port of loopback.
    convenience init(port: UInt16, _ change: (inout ClientConfiguration) -> Void = { _ in }) throws {
        var configuration = ClientConfiguration(host: "localhost", port: port)
        change(&configuration)
        try self.init(configuration)
    }

    /// Lets the loop turn until the condition holds, for 10 s at most.
    func run(_ what: String = "", within seconds: Double = 10, until condition: () -> Bool) throws {
        let limit = Self.seconds() + seconds
        var lastTick = Self.seconds()
        while !condition() {
            let now = Self.seconds()
            if now > limit { throw TimedOut(description: "\(what) did not come; events: \(events)") }
            if let next = client.nextTick, now - lastTick >= Double(next) {
                lastTick = now
                client.tick()
                continue
            }
            try turn(milliseconds: 200)
        }
    }

    /// Waits for a descriptor and serves it.
    private func turn(milliseconds: Int32) throws {
        turns += 1
        var watched = [pollfd(fd: client.connectingDescriptor, events: Int16(POLLIN), revents: 0)]
        if let socket = client.socket {
            let events = client.wantsWrite ? POLLIN | POLLOUT : POLLIN
            watched.append(pollfd(fd: socket, events: Int16(events), revents: 0))
        }
        guard poll(&watched, nfds_t(watched.count), milliseconds) > 0 else { return }
        if watched[0].revents != 0 { try client.finishConnecting() }
        guard watched.count > 1 else { return }
        if watched[1].revents & Int16(POLLOUT) != 0 { client.write() }
        if watched[1].revents & ~Int16(POLLOUT) != 0, client.socket != nil {
            while client.read() == .more {}
        }
    }

    private static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension Driver {
    /// Connects on this thread and waits for CONNACK. Gives whether the session was present.
    @discardableResult
    func connect() throws -> Bool {
        try client.connect()
        return try waitForConnected()
    }

    /// Waits for CONNACK.
    @discardableResult
    func waitForConnected() throws -> Bool {
        let start = events.count
        try run("CONNACK") {
            connection(after: start) != nil || ending(after: start) != nil || client.state == .connected
        }
        if let error = ending(after: start) { throw error ?? MQTTErrorMissing() }
        return connection(after: 0) ?? false
    }

    /// Waits for the end of the connection and gives its error.
    func waitForEnd(within seconds: Double = 10) throws -> MQTTError? {
        try run("the end", within: seconds) { client.state == .idle }
        guard case .disconnected(let error)? = events.last else { throw MQTTErrorMissing() }
        return error
    }

    /// Subscribes and waits for the answer.
    @discardableResult
    func subscribe(
        _ filters: String..., qos: QoS = .exactlyOnce, options: SubscriptionOptions = SubscriptionOptions()
    ) throws -> [SubscriptionResult] {
        let id = try client.subscribe(to: filters.map { try TopicFilter($0) }, qos: qos, options: options)
        var results: [SubscriptionResult] = []
        try run("SUBACK") {
            for case .subscribed(id, let answer) in events { results = answer }
            return !results.isEmpty
        }
        return results
    }

    /// Publishes and waits for the acknowledgement.
    @discardableResult
    func publish(
        _ text: String, to topic: String, qos: QoS = .atLeastOnce, retained: Bool = false,
        properties: MessageProperties? = nil
    ) throws -> ReasonCode {
        let id = try client.publish(
            Array(text.utf8), to: TopicName(topic), qos: qos, retained: retained, properties: properties)
        return try waitForDelivery(of: id)
    }

    /// Waits for an acknowledgement.
    func waitForDelivery(of id: RequestID) throws -> ReasonCode {
        var reason: ReasonCode?
        try run("the acknowledgement of \(id)") {
            for case .delivered(id, let code) in events { reason = code }
            return reason != nil
        }
        return try #require(reason)
    }

    /// Waits until so many messages came, and gives all.
    func waitForMessages(_ count: Int) throws -> [KeptMessage] {
        try run("message \(count)") { messages.count >= count }
        return messages
    }

    /// Says goodbye and waits for the end.
    func disconnect() throws {
        client.disconnect()
        #expect(try waitForEnd() == nil)
    }

    private func connection(after start: Int) -> Bool? {
        for case .connected(let isPresent, _) in events[start...].reversed() { return isPresent }
        return nil
    }

    private func ending(after start: Int) -> MQTTError?? {
        for case .disconnected(let error) in events[start...].reversed() { return .some(error) }
        return nil
    }
}

/// A connection ended without an error where one was expected.
struct MQTTErrorMissing: Error {}

extension Driver {
    /// Connects and gives the error for which that fails, on whichever way.
    func connectExpectingFailure() throws -> MQTTError {
        do {
            try client.connect()
        } catch {
            #expect(client.state == .idle)
            return error
        }
        return try #require(try waitForEnd())
    }
}

/// The error that the call throws; `nil` if it throws none.
func mqttError<Result>(_ body: () throws -> Result) -> MQTTError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? MQTTError
    }
}
