import Glibc
import RuleTesting

/// The simulated house, with a real connection for each of its devices.
final class DemoDevices {
    private(set) var house: House
    private let port: Int
    private var clients: [HouseDevice: DemoClient] = [:]

    init(seed: UInt64, port: Int) {
        house = House(seed: seed, prefix: DemoConfig.prefix)
        self.port = port
    }

    /// In an order that stays the same while no device comes or goes.
    var connections: [DemoClient] {
        house.devices.compactMap { clients[$0] }
    }

    /// Lets the house live up to that second.
    func advance(to second: Int) throws(DemoFailure) {
        try perform(house.advance(to: second))
    }

    /// Lets the fans do what they were told.
    func obey() throws(DemoFailure) {
        for client in connections {
            for message in client.takeHeard() {
                try perform(house.receive(topic: message.topic, payload: message.payload))
            }
        }
    }

    private func perform(_ events: [HouseEvent]) throws(DemoFailure) {
        for event in events {
            switch event {
            case .connected(let device):
                clients[device] = try DemoClient(
                    id: device.name, port: port, will: house.lastWill(of: device),
                    filters: house.commandTopic(of: device).map { [$0] } ?? [])
            case .lost(let device):
                // Without a goodbye, so that the broker publishes the last will.
                clients[device] = nil
            case .publish(let message, let device):
                clients[device]?.publish(message)
            }
        }
    }
}
