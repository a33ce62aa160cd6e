import CMosquitto

extension MQTTClient {
    /// The longest payload that MQTT carries, in bytes.
    public static let maximumPayloadSize = 268_435_455

    /// Publishes bytes. They are copied; the next ``write()`` gives them to the socket, or the end of the ``read()`` from which a
    /// handler was called.
    ///
    /// Nothing is ever queued for a later connection: without one the call throws.
    ///
    /// - Parameters:
    ///   - payload: may be empty: a retained message without payload clears the topic.
    ///   - topic: where to.
    ///   - qos: with 1 and 2, ``Event/delivered(_:_:)`` names the returned id when the broker has acknowledged it.
    ///   - retained: the broker keeps it for later subscribers.
    ///   - properties: sent under MQTT 5 only.
    /// - Returns: the publication's id. At QoS 0 no event will name it.
    /// - Throws: ``MQTTError``: ``MQTTError/Code/notConnected``, ``MQTTError/Code/queueFull``, or what the broker or MQTT
    ///   cannot take. The connection stands.
    @discardableResult
    public func publish(
        _ payload: UnsafeRawBufferPointer, to topic: TopicName, qos: QoS = .atMostOnce, retained: Bool = false,
        properties: MessageProperties? = nil
    ) throws(MQTTError) -> RequestID {
        checkThread("publish")
        let handle = try connectedHandle("publishing to \(topic)")
        try checkLimits(payload, topic, qos, retained)
        var list = try propertyList(properties)
        defer { list?.free() }
        var packetID: Int32 = 0
        if qos == .atMostOnce { unsent += 1 }
        let result = inLibrary {
            topic.description.withCString { topic in
                mosquitto_publish_v5(
                    handle.pointer, &packetID, topic, Int32(payload.count), payload.baseAddress, qos.rawValue,
                    retained, list?.head)
            }
        }
        return try note(publication: packetID, result, topic: topic, qos: qos)
    }

    /// Publishes a copy of an array's bytes; as the call with a buffer does.
    @discardableResult
    public func publish(
        _ payload: [UInt8], to topic: TopicName, qos: QoS = .atMostOnce, retained: Bool = false,
        properties: MessageProperties? = nil
    ) throws(MQTTError) -> RequestID {
        let result = payload.withUnsafeBytes { bytes in
            Result { () throws(MQTTError) in
                try publish(bytes, to: topic, qos: qos, retained: retained, properties: properties)
            }
        }
        return try result.get()
    }

    /// The properties as the library wants them; `nil` if there is nothing to send.
    private func propertyList(_ properties: MessageProperties?) throws(MQTTError) -> PropertyList? {
        guard configuration.version == .v5, let properties, !properties.isEmpty else { return nil }
        return try PropertyList(properties)
    }

    /// Refuses what cannot or must not be handed to the library.
    private func checkLimits(
        _ payload: UnsafeRawBufferPointer, _ topic: TopicName, _ qos: QoS, _ retained: Bool
    ) throws(MQTTError) {
        if payload.count > Self.maximumPayloadSize { throw MQTTError(.payloadSize, "publishing to \(topic)") }
        if qos > limits.maximumQoS { throw MQTTError(.qosNotSupported, "publishing to \(topic)") }
        if retained, !limits.isRetainAvailable { throw MQTTError(.retainNotSupported, "publishing to \(topic)") }
        let waiting = qos == .atMostOnce ? unsent : unacknowledged.count
        if waiting >= configuration.maximumUnacknowledged || isNextPacketIDTaken {
            throw MQTTError(.queueFull, "publishing to \(topic)")
        }
    }

    /// Keeps account of what the library took.
    private func note(
        publication packetID: Int32, _ result: CallResult, topic: TopicName, qos: QoS
    ) throws(MQTTError) -> RequestID {
        let id = RequestID(packetID: UInt16(truncatingIfNeeded: packetID), epoch: epoch)
        if qos == .atMostOnce, !result.isSuccess { unsent = max(0, unsent - 1) }
        guard packetID != 0 else { throw result.error("publishing to \(topic)") }
        lastPacketID = id.packetID
        if qos != .atMostOnce, result.isSuccess || Self.isBrokenLink(result.code) {
            // Even when the socket turned out to be broken the library keeps the message for the next connection.
            publications += 1
            unacknowledged[id.packetID] = Outstanding(epoch: epoch, order: publications)
            return id
        }
        guard result.isSuccess else { throw result.error("publishing to \(topic)") }
        return id
    }

    /// Codes that mean that the socket is gone, which the next read or write will report.
    private static func isBrokenLink(_ code: Int32) -> Bool {
        code == MOSQ_ERR_NO_CONN.rawValue || code == MOSQ_ERR_CONN_LOST.rawValue || code == MOSQ_ERR_ERRNO.rawValue
    }
}
