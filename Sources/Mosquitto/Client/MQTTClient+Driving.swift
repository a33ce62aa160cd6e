import CMosquitto
import Glibc

extension MQTTClient {
    /// How many times a turn of ``read()`` asks the library for packets.
    static let readsPerTurn = 256

    /// The socket to watch, level-triggered; `nil` while there is none. It changes with each connect. It is closed
    /// before ``Event/disconnected(_:)`` comes, so stop watching it there.
    public var socket: Int32? {
        switch state {
        case .handshaking, .connected, .disconnecting:
            guard let handle else { return nil }
            let descriptor = mosquitto_socket(handle.pointer)
            return descriptor >= 0 ? descriptor : nil
        case .idle, .connecting, .closed: return nil
        }
    }

    /// Whether ``write()`` is to be called when the socket is writable. Ask after each call; it is cheap.
    public var wantsWrite: Bool {
        guard let handle, !isWriteFutile, socket != nil else { return false }
        return mosquitto_want_write(handle.pointer)
    }

    /// After how many seconds ``tick()`` is due at the latest; `nil` if it need not be called.
    public var nextTick: UInt32? {
        switch state {
        case .connecting, .handshaking, .disconnecting: 1
        case .connected: limits.keepAlive == 0 ? nil : UInt32(max(1, min(limits.keepAlive / 4, 15)))
        case .idle, .closed: nil
        }
    }

    /// Reads what the socket has, at most a turn's worth, hands out messages and events, and writes what that caused.
    @discardableResult
    public func read() -> ReadOutcome {
        checkEntry("read()")
        isReading = true
        let outcome = readTurn()
        isReading = false
        if socket != nil { onReadEnd() }
        if socket != nil, wantsWrite { writeTurn() }
        if socket != nil { acknowledgeQuickly() }
        if state == .connected { handle?.endConnecting() }
        finishIfEnded()
        return outcome
    }

    /// Writes what waits for the socket.
    public func write() {
        checkEntry("write()")
        // libmosquitto 2.0.11 goes on with the TLS handshake only in its read function.
        if state == .handshaking, configuration.tls != nil { _ = readTurn() }
        if socket != nil { writeTurn() }
        finishIfEnded()
    }

    /// Looks after time: sends a ping when it is due, notices a dead broker, gives up a connect that takes too long.
    public func tick() {
        checkEntry("tick()")
        if let deadline, Clock.now() >= deadline {
            self.deadline = nil
            giveUp()
            return
        }
        guard state == .connected, let handle, socket != nil else { return }
        isWriteFutile = false
        ending.note(ifEnded: inLibrary { mosquitto_loop_misc(handle.pointer) }, handle)
        if socket != nil, wantsWrite { writeTurn() }
        finishIfEnded()
    }

    /// Whether the library leaves packets to ``write()`` and to the end of ``read()``. It would else acknowledge a message
    /// before it hands it over, and whoever is killed between the two would lose it.
    func setWritingLater(_ isLater: Bool) {
        guard let handle else { return }
        mosquitto_threaded_set(handle.pointer, isLater)
    }

    /// One turn of reading. Leaves the end of the connection in ``ending``, if it came.
    private func readTurn() -> ReadOutcome {
        guard let handle, socket != nil else { return .drained }
        isWriteFutile = false
        for _ in 0..<Self.readsPerTurn {
            let before = progress
            let result = inLibrary { mosquitto_loop_read(handle.pointer, 1) }
            if !result.isSuccess || mosquitto_socket(handle.pointer) < 0 {
                ending.note(result)
                return .drained
            }
            if state == .handshaking, configuration.tls != nil {
                noteSilentEnd(of: handle)
                return .drained
            }
            // The library succeeds without having read anything when the socket is empty, and leaves EAGAIN behind.
            // It also leaves that behind when it could not write, so a callback means that there may be more.
            // What is left in the socket then makes it readable again; what OpenSSL holds does not.
            if result.number == EAGAIN, progress == before, !OpenSSL.hasPending(handle.pointer) { return .drained }
        }
        return .more
    }

    /// One turn of writing. Leaves the end of the connection in ``ending``, if it came.
    private func writeTurn() {
        guard let handle else { return }
        let result = inLibrary { mosquitto_loop_write(handle.pointer, 1) }
        if !result.isSuccess || mosquitto_socket(handle.pointer) < 0 {
            ending.note(result)
            return
        }
        // During a TLS handshake a writable socket does not help: from 2.0.12 on the library wants to write although
        // it waits for the broker's next flight, and a level-triggered watch would spin.
        isWriteFutile = state == .handshaking && configuration.tls != nil && mosquitto_want_write(handle.pointer)
    }

    /// libmosquitto 2.0.11 takes a connection that ends during the TLS handshake for one that goes on
    /// (eclipse-mosquitto/mosquitto#2594, until 2.0.15); the socket itself knows better.
    private func noteSilentEnd(of handle: Handle) {
        var byte: UInt8 = 0
        let count = recv(mosquitto_socket(handle.pointer), &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        let number = errno
        if count == 0 {
            ending.note(CallResult(code: MOSQ_ERR_CONN_LOST.rawValue, number: 0))
        } else if count < 0, number != EAGAIN, number != EINTR {
            ending.note(CallResult(code: MOSQ_ERR_ERRNO.rawValue, number: number))
        }
    }

    /// The time limit of connecting or disconnecting has passed.
    private func giveUp() {
        switch state {
        case .connecting:
            abandonLoan()
            state = .idle
            forgetDelivery()
            onEvent(.disconnected(MQTTError(.connectTimedOut, "connecting to \(target)")))
        case .handshaking:
            ending.finding = .connectTimedOut
            finish()
        case .disconnecting: finish()
        case .idle, .connected, .closed: return
        }
    }

    /// Answers segments at once in this turn: delayed acknowledgements meet Nagle's algorithm at the broker and cost
    /// 40 ms. The kernel resets it by itself, so it is set again after each turn.
    func acknowledgeQuickly() {
        guard let socket else { return }
        var on: Int32 = 1
        _ = setsockopt(socket, Int32(IPPROTO_TCP), TCP_QUICKACK, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}
