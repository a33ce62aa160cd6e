import CMosquitto

/// The version of MQTT that is spoken on the wire.
public enum ProtocolVersion: Sendable, Hashable {
    /// MQTT 3.1.1: every broker speaks it; there are no properties and few reasons.
    case v311
    /// MQTT 5: properties, reason codes and session expiry.
    case v5

    /// The number that libmosquitto uses for it.
    var number: Int32 {
        switch self {
        case .v311: MQTT_PROTOCOL_V311
        case .v5: MQTT_PROTOCOL_V5
        }
    }
}
