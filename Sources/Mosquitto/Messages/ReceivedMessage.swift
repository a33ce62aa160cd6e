import CMosquitto
import Glibc

/// A message as it came in: a view of the library's memory, valid only until ``MQTTClient/onMessage`` returns.
///
/// Nothing is copied or allocated until one asks for it. The view itself cannot be kept; its buffers must not be.
/// libmosquitto does not tell whether a message was sent a second time (DUP): at QoS 1 a message may come twice, with the
/// same ``packetID``, when the connection ended before the acknowledgement was written. That happens after the handler
/// has returned, in ``MQTTClient/write()`` or at the end of ``MQTTClient/read()``. One at QoS 2 comes exactly once.
public struct ReceivedMessage: ~Copyable {
    private let message: UnsafePointer<mosquitto_message>
    private let list: OpaquePointer?

    /// The topic's UTF-8, never empty, without a NUL at the end.
    public let topic: UnsafeRawBufferPointer

    /// A view of what the callback got; `nil` if there is no topic.
    init?(_ message: UnsafePointer<mosquitto_message>, properties: OpaquePointer?) {
        guard let text = message.pointee.topic else { return nil }
        self.message = message
        list = properties
        topic = UnsafeRawBufferPointer(start: text, count: strlen(text))
    }

    /// The payload's bytes; empty for a message without one (the library hands over a null pointer then).
    public var payload: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: message.pointee.payload, count: Int(message.pointee.payloadlen))
    }

    /// With which promise it was delivered: the lower of the publisher's and the subscription's.
    public var qos: QoS { QoS(rawValue: message.pointee.qos) ?? .atMostOnce }

    /// Whether the broker had kept it and it is the topic's state, not news (unless
    /// ``SubscriptionOptions/retainAsPublished`` is set).
    public var isRetained: Bool { message.pointee.retain }

    /// The packet id of the delivery, 0 at QoS 0.
    public var packetID: UInt16 { UInt16(truncatingIfNeeded: message.pointee.mid) }

    /// A copy of the topic as text.
    public var topicString: String { String(decoding: topic, as: UTF8.self) }

    /// A copy of the payload.
    public var payloadBytes: [UInt8] { Array(payload) }

    /// The MQTT 5 properties, read and copied at each call; empty under MQTT 3.1.1.
    public var properties: MessageProperties { PropertyReader.messageProperties(list) }

    /// Whether there are any properties, without reading them.
    public var hasProperties: Bool { list != nil }
}
