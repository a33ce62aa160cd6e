import Link
import Mosquitto
import Systemd

/// The link's hands: carries out its actions with an MQTT client on the event loop, and tells it what comes of them.
///
/// Each attempt has a client of its own, so that nothing of an earlier connection, such as the library's queue, lives on.
/// What the client tells is passed on after its call has returned; messages alone are handed over at once.
final class BrokerConnection {
    /// Takes what the link must know.
    var onEvent: (LinkEvent) -> Void = { _ in }
    /// Takes each message while the client's buffers are valid.
    var onMessage: (borrowing ReceivedMessage) -> Void = { _ in }
    /// Takes the number of each message that the socket has taken.
    var onWritten: (Int64) -> Void = { _ in }
    /// Called when the socket has taken everything, acknowledgements among it.
    var onAllWritten: () -> Void = {}
    /// Takes the number of each message that is done with: acknowledged, or such that nobody can take it.
    var onFinished: (Int64) -> Void = { _ in }
    /// Called at the end of each turn in which the broker was heard or waited for.
    var onTurnEnd: () -> Void = {}

    /// Connects that were given up and whose threads still hang in a look-up or in the network; more are not begun.
    static let hangingLimit = 4
    /// Publications at QoS 0 beyond which the socket counts as congested.
    static let unsentLimit = 1_000

    private let loop: EventLoop
    private let material: ConnectionMaterial
    private(set) var client: MQTTClient?
    private var attempt = 0
    private var hanging: [Hanging] = []

    private var connectingSource: IOSource?
    private var socketSource: IOSource?
    private var tickTimer: TimerSource?
    private var readAgain: DeferredSource?

    private var events: [MQTTClient.Event] = []
    /// The requests that the broker has not answered.
    var requests: [RequestID: Request] = [:]
    /// What was decided while messages are read; it is written when the library has returned, one after the other.
    var unwritten: [(token: Int, message: OutgoingMessage)] = []
    /// The numbers of messages that the library has and the socket has not.
    var halfWritten: [Int64] = []
    /// Publications at QoS 0 that wait for a socket which is congested.
    var congested: [Int] = []

    struct Request {
        /// The link's.
        var token: Int
        /// The message's.
        var number: Int64?
    }

    private struct Hanging {
        let client: MQTTClient
        let source: IOSource?
    }

    init(_ loop: EventLoop, material: ConnectionMaterial) throws(SystemError) {
        self.loop = loop
        self.material = material
        tickTimer = try TimerSource(loop) { [unowned self] in tick() }
        readAgain = try DeferredSource(loop) { [unowned self] in socketReady(.readable) }
    }

    /// Everything of it ends at once, without a word to the broker.
    func close() {
        drop()
        for one in hanging { one.client.close() }
        hanging.removeAll()
        tickTimer?.cancel()
        readAgain?.cancel()
    }

    // MARK: Connecting

    func connect(_ attempt: LinkAction.Attempt) {
        self.attempt = attempt.number
        do {
            try begin(attempt)
        } catch {
            onEvent(.openFailed(attempt: attempt.number, error))
        }
    }

    private func begin(_ attempt: LinkAction.Attempt) throws(LinkFailure) {
        guard hanging.count < Self.hangingLimit else {
            throw LinkFailure(.passing, "earlier attempts still hang in the name look-up or in the network")
        }
        let password: Secret?
        if let source = attempt.connection.password {
            password = try material.password(from: source)
        } else {
            password = nil
        }
        let configuration = try ClientConfiguration(attempt, password: password)
        do {
            let client = try MQTTClient(configuration)
            self.client = client
            client.onEvent = { [unowned self] event in events.append(event) }
            client.onMessage = { [unowned self] message in onMessage(message) }
            client.onReadEnd = { [unowned self] in writeAll() }
            try client.startConnecting()
        } catch {
            drop()
            throw LinkFailure(error)
        }
        watchConnecting()
    }

    private func watchConnecting() {
        guard let client else { return }
        do {
            connectingSource = try IOSource(loop, descriptor: client.connectingDescriptor, interest: .readable) {
                [unowned self] _ in finishConnecting()
            }
        } catch {
            fail(LinkFailure(.passing, "\(error)"))
        }
    }

    private func finishConnecting() {
        guard let client else { return }
        connectingSource?.cancel()
        connectingSource = nil
        do {
            try client.finishConnecting()
        } catch {
            return fail(LinkFailure(error))
        }
        guard let socket = client.socket else { return fail(LinkFailure(.passing, "connection lost")) }
        do {
            socketSource = try IOSource(loop, descriptor: socket, interest: .readable) { [unowned self] ready in
                socketReady(ready)
            }
        } catch {
            return fail(LinkFailure(.passing, "\(error)"))
        }
        onEvent(.opened(attempt: attempt))
        endTurn()
    }

    private func fail(_ failure: LinkFailure) {
        drop()
        onEvent(.openFailed(attempt: attempt, failure))
        onTurnEnd()
    }

    /// Leaves an attempt that is under way to its thread.
    func abandon() {
        guard let client, client.state == .connecting else { return drop() }
        connectingSource?.cancel()
        connectingSource = nil
        self.client = nil
        let source = try? IOSource(loop, descriptor: client.connectingDescriptor, interest: .readable) {
            [unowned self, unowned client] _ in cameBack(client)
        }
        hanging.append(Hanging(client: client, source: source))
    }

    private func cameBack(_ client: MQTTClient) {
        guard let index = hanging.firstIndex(where: { $0.client === client }) else { return }
        let one = hanging.remove(at: index)
        one.source?.cancel()
        one.client.close()
    }

    // MARK: Ending

    /// Closes the socket without a word.
    func drop() {
        forgetSources()
        client?.onEvent = { _ in }
        client?.close()
        client = nil
    }

    /// Sends DISCONNECT and closes the socket.
    func disconnect() {
        guard let client else { return }
        forgetSources()
        client.onEvent = { _ in }
        client.disconnect()
        // If the socket does not take it, the will says `offline` once more.
        if client.wantsWrite { client.write() }
        drop()
    }

    private func forgetSources() {
        connectingSource?.cancel()
        socketSource?.cancel()
        connectingSource = nil
        socketSource = nil
        tickTimer?.disarm()
        events.removeAll()
        requests.removeAll()
        congested.removeAll()
        unwritten.removeAll()
        halfWritten.removeAll()
    }

    // MARK: Turns

    private func socketReady(_ ready: IOSource.Events) {
        guard let client, client.socket != nil else { return }
        if ready.contains(.writable) { client.write() }
        if client.socket != nil, ready != .writable, client.read() == .more { readAgain?.schedule() }
        if client.socket != nil, !client.wantsWrite {
            noteWritten()
            onAllWritten()
        }
        endTurn()
    }

    private func tick() {
        client?.tick()
        endTurn()
    }

    private func endTurn() {
        deliverEvents()
        onTurnEnd()
    }

    /// Watches for what the client wants; to be called when something was done with it. Cheap.
    func updateInterest() {
        guard let client, let socketSource, client.socket != nil else { return }
        noteWritten()
        if !congested.isEmpty, client.unsentCount == 0 {
            let tokens = congested
            congested.removeAll(keepingCapacity: true)
            for token in tokens { onEvent(.acknowledged(token: token, reason: 0)) }
        }
        socketSource.interest = client.wantsWrite ? [.readable, .writable] : .readable
        if let tickTimer, tickTimer.deadline == nil, let seconds = client.nextTick {
            tickTimer.arm(at: SystemClock.monotonic + Int64(seconds) * 1_000_000_000)
        }
    }

    private func deliverEvents() {
        guard !events.isEmpty else { return }
        let batch = events
        events.removeAll(keepingCapacity: true)
        for event in batch { deliver(event) }
    }

    private func deliver(_ event: MQTTClient.Event) {
        switch event {
        case .connected(let sessionPresent, let limits):
            onEvent(.accepted(Acceptance(sessionPresent: sessionPresent, limits)))
        case .disconnected(let error):
            drop()
            onEvent(Self.ending(error))
        case .delivered(let id, let reason):
            if let number = requests[id]?.number { onFinished(number) }
            answered(id) { .acknowledged(token: $0, reason: reason.rawValue) }
        case .dropped(let ids): for id in ids { requests[id] = nil }
        case .subscribed(let id, let results):
            answered(id) { .subscribed(token: $0, granted: results.map(\.code)) }
        case .unsubscribed(let id): answered(id) { .unsubscribed(token: $0) }
        }
    }

    private func answered(_ id: RequestID, _ event: (Int) -> LinkEvent) {
        guard let request = requests.removeValue(forKey: id) else { return }
        onEvent(event(request.token))
    }

    private static func ending(_ error: MQTTError?) -> LinkEvent {
        guard let error else { return .lost(LinkFailure(.passing, "closed")) }
        if error.code.origin == .refusal, let reason = error.code.reason {
            return .refused(code: reason.rawValue, text: nil)
        }
        return .lost(LinkFailure(error))
    }
}

extension SubscriptionResult {
    /// The code on the wire.
    fileprivate var code: UInt8 {
        switch answer {
        case .granted(let qos): UInt8(qos.rawValue)
        case .refused(let reason): reason.rawValue
        }
    }
}

extension Acceptance {
    fileprivate init(sessionPresent: Bool, _ limits: ServerLimits) {
        self.init(
            sessionPresent: sessionPresent, maximumQoS: Int(limits.maximumQoS.rawValue),
            retainAvailable: limits.isRetainAvailable, maximumPacketSize: limits.maximumPacketSize.map(Int.init),
            receiveMaximum: Int(limits.receiveMaximum))
    }
}
