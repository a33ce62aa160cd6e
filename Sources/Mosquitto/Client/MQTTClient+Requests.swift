import CMosquitto
import Glibc

extension MQTTClient {
    /// Subscribes to filters with one request. ``Event/subscribed(_:_:)`` brings the broker's answer for each of them.
    ///
    /// It is sent by the next ``write()``, or at the end of the ``read()`` from which a handler was called. It is not
    /// remembered: without a persistent session one subscribes after each connect.
    ///
    /// - Throws: ``MQTTError``: ``MQTTError/Code/notConnected``, or what the broker cannot take. The connection stands.
    @discardableResult
    public func subscribe(
        to filters: [TopicFilter], qos: QoS = .atMostOnce, options: SubscriptionOptions = SubscriptionOptions()
    ) throws(MQTTError) -> RequestID {
        precondition(!filters.isEmpty, "MQTTClient cannot subscribe to no filter at all.")
        checkThread("subscribe")
        let context = "subscribing to \(filters[0])"
        let handle = try connectedHandle(context)
        if isNextPacketIDTaken { throw MQTTError(.queueFull, context) }
        var packetID: Int32 = 0
        let result = Self.withCStrings(filters) { texts in
            inLibrary {
                mosquitto_subscribe_multiple(
                    handle.pointer, &packetID, Int32(filters.count), texts, qos.rawValue,
                    configuration.version == .v5 ? options.bits : 0, nil)
            }
        }
        let id = try note(request: packetID, result, context)
        openSubscribes[id.packetID] = OpenSubscribe(id: id, filters: filters)
        return id
    }

    /// Ends subscriptions. ``Event/unsubscribed(_:)`` tells when the broker has.
    ///
    /// - Throws: as ``subscribe(to:qos:options:)``.
    @discardableResult
    public func unsubscribe(from filters: [TopicFilter]) throws(MQTTError) -> RequestID {
        precondition(!filters.isEmpty, "MQTTClient cannot unsubscribe from no filter at all.")
        checkThread("unsubscribe")
        let context = "unsubscribing from \(filters[0])"
        let handle = try connectedHandle(context)
        if isNextPacketIDTaken { throw MQTTError(.queueFull, context) }
        var packetID: Int32 = 0
        let result = Self.withCStrings(filters) { texts in
            inLibrary {
                mosquitto_unsubscribe_multiple(handle.pointer, &packetID, Int32(filters.count), texts, nil)
            }
        }
        let id = try note(request: packetID, result, context)
        openUnsubscribes[id.packetID] = id
        return id
    }

    /// Says goodbye: the broker drops the will, unless the reason is ``ReasonCode/disconnectWithWill``. What was
    /// published before is written first. ``Event/disconnected(_:)`` with `nil` follows when DISCONNECT is written, or
    /// after 5 s in ``tick()`` if the socket does not take it. Before CONNACK the connection is closed without a word.
    /// Does nothing unless there is a connection.
    ///
    /// - Parameters:
    ///   - reason: told to the broker under MQTT 5.
    ///   - sessionExpiry: a new expiry of the session in seconds, under MQTT 5; 0 ends it.
    public func disconnect(reason: ReasonCode = .success, sessionExpiry: UInt32? = nil) {
        guard let handle, state == .connected || state == .handshaking else { return }
        checkThread("disconnect")
        if state == .handshaking {
            state = .disconnecting
            return finish()
        }
        state = .disconnecting
        deadline = Clock.now() + 5_000_000_000
        var list = PropertyList()
        defer { list.free() }
        if configuration.version == .v5, let sessionExpiry {
            list.add(number: sessionExpiry, MQTT_PROP_SESSION_EXPIRY_INTERVAL)
        }
        let result = inLibrary { mosquitto_disconnect_v5(handle.pointer, Int32(reason.rawValue), list.head) }
        if !isInLibrary { settle(result) }
    }

    /// The handle if one may publish and subscribe now.
    func connectedHandle(_ context: @autoclosure () -> String) throws(MQTTError) -> Handle {
        guard state == .connected, let handle, mosquitto_socket(handle.pointer) >= 0 else {
            throw MQTTError(.notConnected, context())
        }
        return handle
    }

    /// Packet ids are 16 bits and the library does not look whether one is in use when it comes round again.
    var isNextPacketIDTaken: Bool {
        let next = lastPacketID == .max ? 1 : lastPacketID + 1
        return unacknowledged[next] != nil || openSubscribes[next] != nil || openUnsubscribes[next] != nil
    }

    /// Calls the library with the mark that keeps handlers from re-entering it. Nests: handlers may publish.
    func inLibrary(_ call: () -> Int32) -> CallResult {
        let wasInLibrary = isInLibrary
        isInLibrary = true
        defer { isInLibrary = wasInLibrary }
        errno = 0
        return CallResult(code: call(), number: errno)
    }

    private func note(request packetID: Int32, _ result: CallResult, _ context: String) throws(MQTTError) -> RequestID {
        guard result.isSuccess, packetID != 0 else { throw result.error(context) }
        lastPacketID = UInt16(truncatingIfNeeded: packetID)
        return RequestID(packetID: lastPacketID, epoch: epoch)
    }

    /// The filters as an array of C strings, valid during the call.
    private static func withCStrings(
        _ filters: [TopicFilter], _ call: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> CallResult
    ) -> CallResult {
        let texts = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: filters.count)
        for (index, filter) in filters.enumerated() { (texts + index).initialize(to: strdup(filter.description)) }
        defer {
            for index in filters.indices { free(texts[index]) }
            texts.deallocate()
        }
        return call(texts)
    }
}
