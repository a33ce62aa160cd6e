import CMosquitto
import Glibc

/// A list of MQTT 5 properties in the library's memory. Whoever makes one frees it, unless the library took it over.
struct PropertyList {
    /// The list for the library; `nil` if it is empty.
    private(set) var head: OpaquePointer?

    /// An empty list.
    init() {}

    /// A message's properties, or a will's.
    ///
    /// - Throws: ``MQTTError`` with the code ``MQTTError/Code/invalidValue`` if MQTT cannot carry one.
    init(_ properties: MessageProperties) throws(MQTTError) {
        try Self.check(properties)
        do {
            try add(properties)
        } catch {
            free()
            throw error
        }
    }

    private mutating func add(_ properties: MessageProperties) throws(MQTTError) {
        if properties.isText {
            accept(mosquitto_property_add_byte(&head, MQTT_PROP_PAYLOAD_FORMAT_INDICATOR.number, 1))
        }
        if let seconds = properties.messageExpiry { add(number: seconds, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL) }
        if let topic = properties.responseTopic { add(text: topic.description, MQTT_PROP_RESPONSE_TOPIC) }
        if let type = properties.contentType { add(text: type, MQTT_PROP_CONTENT_TYPE) }
        if let data = properties.correlationData {
            accept(
                mosquitto_property_add_binary(&head, MQTT_PROP_CORRELATION_DATA.number, data, UInt16(data.count)))
        }
        for property in properties.user {
            try add(property)
        }
    }

    /// Adds a four-byte number.
    mutating func add(number: UInt32, _ property: mqtt5_property) {
        accept(mosquitto_property_add_int32(&head, property.number, number))
    }

    /// Gives the memory back; the list is empty then.
    mutating func free() {
        mosquitto_property_free_all(&head)
    }

    /// The library looks at the text itself; why it refuses one is found out afterwards.
    private mutating func add(_ property: MessageProperties.UserProperty) throws(MQTTError) {
        let isTaken = property.name.withCString { name in
            property.value.withCString { value in
                strlen(name) == property.name.utf8.count && strlen(value) == property.value.utf8.count
                    && mosquitto_property_add_string_pair(&head, MQTT_PROP_USER_PROPERTY.number, name, value)
                        == MOSQ_ERR_SUCCESS.rawValue
            }
        }
        guard !isTaken else { return }
        try TextCheck.value(property.name, of: "name of a user property")
        try TextCheck.value(property.value, of: "user property \(TextCheck.shown(property.name))")
        preconditionFailure("libmosquitto refused a checked property.")
    }

    private mutating func add(text: String, _ property: mqtt5_property) {
        accept(mosquitto_property_add_string(&head, property.number, text))
    }

    /// What the library can refuse was checked before, so only memory is left.
    private func accept(_ code: Int32) {
        precondition(code == MOSQ_ERR_SUCCESS.rawValue, "libmosquitto refused a checked property (\(code)).")
    }

    /// Checks what is handed over without a further look.
    private static func check(_ properties: MessageProperties) throws(MQTTError) {
        if let type = properties.contentType { try TextCheck.value(type, of: "content type") }
        if let count = properties.correlationData?.count, count > TextCheck.maximumLength {
            throw MQTTError(.invalidValue, "correlation data", detail: "longer than 65,535 bytes")
        }
    }
}

extension mqtt5_property {
    /// The property's identifier as the library's functions want it.
    var number: Int32 { Int32(rawValue) }
}
