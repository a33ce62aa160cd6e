/// Something that a device of the simulated house does.
package enum HouseEvent: Sendable, Hashable {
    /// The device has its connection to the broker, for the first time or again.
    case connected(HouseDevice)
    /// The connection broke without a goodbye: the broker sends the device's last will.
    case lost(HouseDevice)
    case publish(HousePublication, from: HouseDevice)
}

/// A sensor or a fan. Each has a connection of its own.
package struct HouseDevice: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case sensor, fan
    }

    package var kind: Kind
    package var room: String

    package init(kind: Kind, room: String) {
        self.kind = kind
        self.room = room
    }

    /// Good as a client id.
    package var name: String {
        "\(room.split(separator: " ").joined(separator: "-"))-\(kind.rawValue)"
    }
}

package struct HousePublication: Sendable, Hashable {
    package var topic: String
    package var payload: String
    package var isRetained: Bool

    package init(topic: String, payload: String, isRetained: Bool) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }
}
