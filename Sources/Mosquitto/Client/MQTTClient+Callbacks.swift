import CMosquitto
import Glibc

/// What the library's callbacks do, on the owner's thread and within a call of the library.
extension MQTTClient {
    /// A PUBLISH came in. The hot path: nothing here allocates.
    func received(_ message: UnsafePointer<mosquitto_message>, _ properties: OpaquePointer?) {
        progress &+= 1
        guard let view = ReceivedMessage(message, properties: properties) else { return }
        onMessage(view)
    }

    /// CONNACK came.
    func answered(_ code: Int32, flags: Int32, _ properties: OpaquePointer?) {
        progress &+= 1
        let number = UInt8(truncatingIfNeeded: code)
        guard number == 0 else {
            ending.refusal =
                configuration.version == .v5
                ? ReasonCode(rawValue: number) : .fromVersion3(connack: number)
            return
        }
        guard state == .handshaking else { return }
        state = .connected
        deadline = nil
        setWritingLater(true)
        limits = PropertyReader.serverLimits(properties, keepAlive: configuration.keepAlive)
        onEvent(.connected(sessionPresent: flags & 1 != 0, limits: limits))
    }

    /// The library gave the connection up, or DISCONNECT came or was written. May come twice.
    func disconnected(_ code: Int32) {
        progress &+= 1
        if ending.callbackCode == nil { ending.callbackCode = code }
    }

    /// PUBACK or PUBCOMP came, or a PUBLISH at QoS 0 was written.
    func published(_ packetID: Int32, _ reason: Int32) {
        progress &+= 1
        let packetID = UInt16(truncatingIfNeeded: packetID)
        guard let outstanding = unacknowledged.removeValue(forKey: packetID) else {
            unsent = max(0, unsent - 1)
            return
        }
        onEvent(
            .delivered(
                RequestID(packetID: packetID, epoch: outstanding.epoch),
                ReasonCode(rawValue: UInt8(truncatingIfNeeded: reason))))
    }

    /// SUBACK came.
    func subscribed(_ packetID: Int32, _ codes: UnsafeBufferPointer<Int32>) {
        progress &+= 1
        guard let open = openSubscribes.removeValue(forKey: UInt16(truncatingIfNeeded: packetID)) else { return }
        guard codes.count == open.filters.count else {
            reject(.malformedAcknowledgement)
            return
        }
        let results = zip(open.filters, codes).map { filter, code in
            SubscriptionResult(filter: filter, answer: .init(code: code))
        }
        onEvent(.subscribed(open.id, results))
    }

    /// UNSUBACK came.
    func unsubscribed(_ packetID: Int32) {
        progress &+= 1
        guard let id = openUnsubscribes.removeValue(forKey: UInt16(truncatingIfNeeded: packetID)) else { return }
        onEvent(.unsubscribed(id))
    }

    /// Drops the link for something that the library let pass. The turn ends it.
    private func reject(_ finding: MQTTError.Code) {
        if ending.finding == nil { ending.finding = finding }
        if let socket { shutdown(socket, Int32(SHUT_RDWR)) }
    }
}

extension SubscriptionResult.Answer {
    /// A SUBACK code: 0 to 2 is a granted QoS, all else a refusal.
    init(code: Int32) {
        if let qos = QoS(rawValue: code) {
            self = .granted(qos)
        } else {
            self = .refused(ReasonCode(rawValue: UInt8(truncatingIfNeeded: code)))
        }
    }
}
