import CMosquitto
import Glibc

/// A client of one MQTT broker, driven from outside by an event loop.
///
/// It has no thread and no loop of its own. The owner watches ``socket`` (level-triggered) and calls ``read()`` when it
/// is readable, ``write()`` when it is writable and ``wantsWrite`` is set, and ``tick()`` after ``nextTick`` seconds.
/// Only ``startConnecting()`` borrows a thread, for what can block: name look-up and connecting.
///
/// All calls belong on one thread, the one that connected last; another one traps. Close it with ``close()`` before it
/// is released. It does not reconnect by itself: connect again after ``Event/disconnected(_:)``, when and as often as
/// the owner likes, and subscribe again unless the session was present.
public final class MQTTClient {
    /// Takes each message. Called on the owner's thread; slow work here delays everything on this connection.
    /// It may publish, subscribe, unsubscribe and disconnect, but not read, write, tick, connect or close (that traps).
    public var onMessage: (borrowing ReceivedMessage) -> Void = { _ in }

    /// Takes each event; see ``Event`` for what a handler may do.
    public var onEvent: (Event) -> Void = { _ in }

    /// Called in each ``read()`` when the messages have been handed out, before they are acknowledged, while the connection stands.
    /// It is no handler: one may ``write()`` here.
    public var onReadEnd: () -> Void = {}

    /// Messages are being read: handlers are called from within ``read()``.
    public internal(set) var isReading = false

    /// With what it was made.
    public let configuration: ClientConfiguration

    /// Where the client stands.
    public internal(set) var state = State.idle

    /// An eventfd that becomes readable when ``startConnecting()`` is done and ``finishConnecting()`` is due. The same
    /// one until ``close()``, so that it can be watched all the time.
    public let connectingDescriptor: Int32

    /// The number of the current or last connection attempt; see ``RequestID/epoch``.
    public internal(set) var epoch: UInt64 = 0

    /// The library's handle; made at the first connect, and anew where its state shall not live on. Not ours while it is lent.
    var handle: Handle?
    /// The connect that runs on its own thread.
    var loan: Loan?
    /// Abandoned connects whose threads may still hang.
    var abandonedLoans: [Loan] = []

    /// Publications at QoS 1 and 2 without an acknowledgement, by packet id; the value is the epoch.
    var unacknowledged: [UInt16: Outstanding] = [:]
    /// Publications at QoS 0 that still wait for the socket.
    var unsent = 0
    /// Subscribes without an answer.
    var openSubscribes: [UInt16: OpenSubscribe] = [:]
    /// Unsubscribes without an answer.
    var openUnsubscribes: [UInt16: RequestID] = [:]
    /// The packet id that the handle gave out last.
    var lastPacketID: UInt16 = 0
    /// Running number of publications, to name dropped ones in order.
    var publications: UInt64 = 0

    /// Counts callbacks, to see whether a read did anything.
    var progress: UInt64 = 0
    /// Inside a call of the library: reading, writing and closing would re-enter it.
    var isInLibrary = false
    /// What the callbacks learned of the connection's end.
    var ending = Ending()
    /// The instant (CLOCK_BOOTTIME, ns) at which connecting or disconnecting takes too long.
    var deadline: Int64?
    /// During a TLS handshake the library wants to write although it has to read first; see ``wantsWrite``.
    var isWriteFutile = false
    /// The thread that connected last.
    var owner: pthread_t?
    /// What the broker said in CONNACK.
    var limits: ServerLimits

    /// A client that is not connected yet. Checks the configuration's texts and numbers, and reads no file.
    ///
    /// - Throws: ``MQTTError`` of the kind ``MQTTError/Kind/configuration`` naming the value that MQTT cannot carry, or
    ///   a system error if there is no descriptor left.
    public init(_ configuration: ClientConfiguration) throws(MQTTError) {
        MosquittoLibrary.initialize()
        try ConfigurationCheck.check(configuration)
        let descriptor = eventfd(0, O_CLOEXEC | O_NONBLOCK)
        let failure = errno
        guard descriptor >= 0 else {
            throw MQTTError(.init(origin: .system, number: failure), "making an eventfd")
        }
        self.configuration = configuration
        connectingDescriptor = descriptor
        limits = ServerLimits(keepAlive: configuration.keepAlive)
    }

    deinit {
        precondition(state == .closed, "An MQTTClient was released without close().")
    }

    /// Ends everything at once, without a goodbye: the broker publishes the will. Does not block, also while connecting.
    /// Harmless when closed already; traps inside a handler other than that of ``Event/disconnected(_:)``.
    public func close() {
        guard state != .closed else { return }
        checkEntry("close()")
        abandonLoan()
        handle?.destroy()
        handle = nil
        _ = Glibc.close(connectingDescriptor)
        state = .closed
    }
}
