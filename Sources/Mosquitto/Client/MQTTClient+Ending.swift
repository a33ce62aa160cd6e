import CMosquitto
import Glibc

extension MQTTClient.Ending {
    /// Keeps the first code that a call of the library ended with.
    mutating func note(_ result: CallResult) {
        if self.result == nil { self.result = result }
    }

    /// Keeps a code with which the library has given the connection up.
    mutating func note(ifEnded result: CallResult, _ handle: Handle) {
        if !result.isSuccess || mosquitto_socket(handle.pointer) < 0 { note(result) }
    }
}

extension MQTTClient {
    /// Takes a call's code; the connection ends if the library says so or has closed the socket.
    func settle(_ result: CallResult) {
        guard let handle, state != .idle else { return }
        ending.note(ifEnded: result, handle)
        finishIfEnded()
    }

    /// Raises the last event if the connection has ended in this turn.
    func finishIfEnded() {
        if ending.result != nil || ending.finding != nil { finish() }
    }

    /// Tidies up after a connection and raises ``Event/disconnected(_:)``, as the last thing in a turn.
    func finish() {
        guard let handle, state != .idle, state != .closed else { return }
        let error = endingError(handle)
        handle.client = nil
        closeSocket(of: handle)
        openSubscribes.removeAll(keepingCapacity: true)
        openUnsubscribes.removeAll(keepingCapacity: true)
        unsent = 0
        deadline = nil
        ending = Ending()
        state = .idle
        onEvent(.disconnected(error))
    }

    /// The library has no call that only closes the socket. Mostly it has closed it by now; otherwise the handle goes,
    /// or, if it still has something to deliver, its socket is shut down until the next connect closes it.
    private func closeSocket(of handle: Handle) {
        let descriptor = mosquitto_socket(handle.pointer)
        guard descriptor >= 0 else { return }
        if unacknowledged.isEmpty, configuration.session == .clean {
            discardHandle()
        } else {
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Puts together why the connection ended; `nil` if it was asked for. The one who knows best comes first: this
    /// module, the broker's CONNACK, its DISCONNECT, then the library.
    private func endingError(_ handle: Handle) -> MQTTError? {
        let isHandshake = state == .handshaking
        let context = isHandshake ? "connecting to \(target)" : "connection to \(target)"
        if state == .disconnecting { return nil }
        if let finding = ending.finding { return MQTTError(finding, context) }
        if let refusal = ending.refusal {
            return MQTTError(.init(origin: .refusal, number: Int32(refusal.rawValue)), context)
        }
        let result = ending.result ?? CallResult(code: MOSQ_ERR_CONN_LOST.rawValue, number: 0)
        let isTLSHandshake = isHandshake && configuration.tls != nil
        let code = ending.callbackCode.flatMap { $0 == 0 && result.code != 0 ? nil : $0 } ?? result.code
        if code == 0 || code >= 0x80 {
            return MQTTError(.init(origin: .disconnect, number: code), context)
        }
        let explanation = isHandshake ? handle.explanation : ""
        // What OpenSSL complains of before CONNACK is about certificates, however the library sums it up.
        let meaning =
            isTLSHandshake && !explanation.isEmpty
            ? .tls : MQTTError.Code.from(library: code, errno: result.number, isTLSHandshake: isTLSHandshake)
        let detail = explanation.isEmpty && isHandshake ? guess(meaning) : explanation
        return MQTTError(meaning, context, detail: detail)
    }

    /// What is mostly behind a failure before CONNACK for which nobody gives a reason.
    private func guess(_ meaning: MQTTError.Code) -> String {
        switch meaning {
        case .tls: "the broker hung up during the handshake; it may want a client certificate, or not speak TLS"
        case .malformedPacket where configuration.version == .v5: "the broker may not speak MQTT 5"
        default: ""
        }
    }
}

extension MQTTError.Code {
    /// What a return code of the library means together with the errno that it left.
    static func from(library code: Int32, errno number: Int32, isTLSHandshake: Bool) -> Self {
        switch mosq_err_t(rawValue: code) {
        case MOSQ_ERR_ERRNO where number == EPROTO:
            // OpenSSL failed. In a handshake that is a matter of certificates, later on the peer has gone.
            isTLSHandshake ? .tls : .connectionLost
        case MOSQ_ERR_ERRNO where number == 0: .connectionLost
        case MOSQ_ERR_ERRNO: Self(origin: .system, number: number)
        case MOSQ_ERR_EAI: Self(origin: .resolver, number: number)
        case MOSQ_ERR_TLS_HANDSHAKE: .tls
        default: Self(origin: .library, number: code)
        }
    }
}
