import CMosquitto
import Glibc

/// Copies MQTT 5 properties out of the library's memory.
enum PropertyReader {
    /// Those of a received message.
    static func messageProperties(_ list: OpaquePointer?) -> MessageProperties {
        var result = MessageProperties()
        guard list != nil else { return result }
        result.isText = byte(list, MQTT_PROP_PAYLOAD_FORMAT_INDICATOR) == 1
        result.messageExpiry = number(list, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL)
        result.contentType = text(list, MQTT_PROP_CONTENT_TYPE)
        if let topic = text(list, MQTT_PROP_RESPONSE_TOPIC) { result.responseTopic = try? TopicName(topic) }
        result.correlationData = bytes(list, MQTT_PROP_CORRELATION_DATA)
        result.user = userProperties(list)
        return result
    }

    /// Those of CONNACK; the defaults stand where the broker says nothing.
    static func serverLimits(_ list: OpaquePointer?, keepAlive: UInt16) -> ServerLimits {
        var limits = ServerLimits(keepAlive: keepAlive)
        guard list != nil else { return limits }
        if let seconds = short(list, MQTT_PROP_SERVER_KEEP_ALIVE) { limits.keepAlive = seconds }
        if let count = short(list, MQTT_PROP_RECEIVE_MAXIMUM) { limits.receiveMaximum = count }
        if let qos = byte(list, MQTT_PROP_MAXIMUM_QOS).flatMap({ QoS(rawValue: Int32($0)) }) { limits.maximumQoS = qos }
        limits.isRetainAvailable = byte(list, MQTT_PROP_RETAIN_AVAILABLE) != 0
        limits.maximumPacketSize = number(list, MQTT_PROP_MAXIMUM_PACKET_SIZE)
        limits.areWildcardsAvailable = byte(list, MQTT_PROP_WILDCARD_SUB_AVAILABLE) != 0
        limits.areSharedSubscriptionsAvailable = byte(list, MQTT_PROP_SHARED_SUB_AVAILABLE) != 0
        limits.sessionExpiry = number(list, MQTT_PROP_SESSION_EXPIRY_INTERVAL)
        limits.assignedClientID = text(list, MQTT_PROP_ASSIGNED_CLIENT_IDENTIFIER)
        return limits
    }

    private static func byte(_ list: OpaquePointer?, _ property: mqtt5_property) -> UInt8? {
        var value: UInt8 = 0
        return mosquitto_property_read_byte(list, property.number, &value, false) == nil ? nil : value
    }

    private static func short(_ list: OpaquePointer?, _ property: mqtt5_property) -> UInt16? {
        var value: UInt16 = 0
        return mosquitto_property_read_int16(list, property.number, &value, false) == nil ? nil : value
    }

    private static func number(_ list: OpaquePointer?, _ property: mqtt5_property) -> UInt32? {
        var value: UInt32 = 0
        return mosquitto_property_read_int32(list, property.number, &value, false) == nil ? nil : value
    }

    private static func text(_ list: OpaquePointer?, _ property: mqtt5_property) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard mosquitto_property_read_string(list, property.number, &value, false) != nil, let value else { return nil }
        defer { free(value) }
        return String(cString: value)
    }

    private static func bytes(_ list: OpaquePointer?, _ property: mqtt5_property) -> [UInt8]? {
        var value: UnsafeMutableRawPointer?
        var count: UInt16 = 0
        guard mosquitto_property_read_binary(list, property.number, &value, &count, false) != nil else { return nil }
        defer { free(value) }
        return Array(UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : Int(count)))
    }

    private static func userProperties(_ list: OpaquePointer?) -> [MessageProperties.UserProperty] {
        var result: [MessageProperties.UserProperty] = []
        var position = list
        var isFirst = true
        while let current = position {
            var name: UnsafeMutablePointer<CChar>?
            var value: UnsafeMutablePointer<CChar>?
            position = mosquitto_property_read_string_pair(
                current, MQTT_PROP_USER_PROPERTY.number, &name, &value, !isFirst)
            isFirst = false
            defer {
                free(name)
                free(value)
            }
            if position != nil, let name, let value {
                result.append(.init(name: String(cString: name), value: String(cString: value)))
            }
        }
        return result
    }
}
