import CMosquitto
import Glibc

extension MQTTClient {
    /// How many abandoned connects may hang at a time before another one is refused.
    static let maximumAbandoned = 4

    /// Connects on the calling thread, which may block for minutes (name look-up, TCP). Then CONNECT is on its way, and
    /// the answer comes as ``Event/connected(sessionPresent:limits:)`` or ``Event/disconnected(_:)``.
    ///
    /// The calling thread becomes the owner. Traps unless the state is ``State/idle``.
    ///
    /// - Throws: ``MQTTError`` if there is no connection to the broker; no event comes then.
    public func connect() throws(MQTTError) {
        let call = try prepareConnect("connect()")
        state = .connecting
        let outcome = call.run()
        try accept(outcome, handle: call.handle)
    }

    /// Connects on a thread of its own. ``connectingDescriptor`` becomes readable when it is done; call
    /// ``finishConnecting()`` then. Until then the state is ``State/connecting`` and all other calls are refused or do
    /// nothing, except ``tick()`` (which watches the time limit), ``abandon()`` and ``close()``.
    ///
    /// The calling thread becomes the owner. Traps unless the state is ``State/idle``.
    ///
    /// - Throws: ``MQTTError`` if it cannot be begun: the configuration's files cannot be read, there is no thread, or
    ///   ``MQTTError/Code/tooManyAbandoned``.
    public func startConnecting() throws(MQTTError) {
        abandonedLoans.removeAll { $0.isOver }
        guard abandonedLoans.count < Self.maximumAbandoned else { throw MQTTError(.tooManyAbandoned, target) }
        let call = try prepareConnect("startConnecting()")
        let loan = Loan(call, descriptor: connectingDescriptor)
        let failure = loan.start()
        guard failure == 0 else {
            deadline = nil
            throw MQTTError(.init(origin: .system, number: failure), "starting a thread")
        }
        handle = nil
        self.loan = loan
        state = .connecting
    }

    /// Takes the connection over from the connecting thread; to be called when ``connectingDescriptor`` is readable.
    /// Does nothing if the thread is not done yet, or nothing is being connected.
    ///
    /// - Throws: ``MQTTError`` if there is no connection to the broker; the state is ``State/idle`` then.
    public func finishConnecting() throws(MQTTError) {
        checkEntry("finishConnecting()")
        var count: UInt64 = 0
        _ = Glibc.read(connectingDescriptor, &count, MemoryLayout<UInt64>.size)
        guard let loan, let outcome = loan.takeBack() else { return }
        self.loan = nil
        try accept(outcome, handle: loan.call.handle)
    }

    /// Gives a running ``startConnecting()`` up without waiting for its thread, which cleans up whenever it returns.
    /// The client is idle at once. No event comes but ``Event/dropped(_:)``: publications that were to be sent again are
    /// lost with the thread's handle. Does nothing in another state.
    public func abandon() {
        guard state == .connecting else { return }
        checkEntry("abandon()")
        abandonLoan()
        state = .idle
        deadline = nil
        forgetDelivery()
    }

    /// Leaves the lent handle, if there is one, to its thread.
    func abandonLoan() {
        guard let loan else { return }
        self.loan = nil
        var count: UInt64 = 0
        if loan.abandon() { abandonedLoans.append(loan) }
        _ = Glibc.read(connectingDescriptor, &count, MemoryLayout<UInt64>.size)
    }

    /// Makes a handle if need be and everything that a connect needs.
    private func prepareConnect(_ name: StaticString) throws(MQTTError) -> ConnectCall {
        precondition(state == .idle, "\(name) of MQTTClient needs the state idle.")
        checkEntry(name)
        owner = pthread_self()
        if configuration.unacknowledged == .dropped, handle != nil { discardHandle() }
        let handle = try existingOrNewHandle()
        epoch += 1
        ending = Ending()
        unsent = 0
        isWriteFutile = false
        limits = ServerLimits(keepAlive: configuration.keepAlive)
        deadline = Clock.now() + Int64(configuration.connectTimeout) * 1_000_000_000
        setWritingLater(false)
        handle.beginConnecting()
        return ConnectCall(handle: handle, configuration: configuration)
    }

    private func existingOrNewHandle() throws(MQTTError) -> Handle {
        if let handle { return handle }
        let new = try Handle(configuration)
        handle = new
        return new
    }

    /// Has the handle back on the owner's thread, connected or not.
    private func accept(_ outcome: CallResult, handle: Handle) throws(MQTTError) {
        self.handle = handle
        guard outcome.isSuccess else {
            state = .idle
            deadline = nil
            throw MQTTError(
                .from(library: outcome.code, errno: outcome.number, isTLSHandshake: false), "connecting to \(target)",
                detail: handle.explanation)
        }
        handle.client = self
        state = .handshaking
        // The library leaves it open for programs that this one starts, which would keep the connection alive.
        if let socket { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
        acknowledgeQuickly()
    }

    /// Ends the handle's life, and with it that of its delivery state.
    func discardHandle() {
        handle?.destroy()
        handle = nil
        forgetDelivery()
    }

    /// Names what will not be delivered any more.
    func forgetDelivery() {
        lastPacketID = 0
        guard !unacknowledged.isEmpty else { return }
        let lost = unacknowledged.sorted { $0.value.order < $1.value.order }
            .map { RequestID(packetID: $0.key, epoch: $0.value.epoch) }
        unacknowledged.removeAll(keepingCapacity: true)
        onEvent(.dropped(lost))
    }

    /// Host and port, for messages.
    var target: String { "\(configuration.host):\(configuration.port)" }
}
