import CMosquitto
import Glibc

/// One blocking connect with everything that it needs, to be run on whichever thread has the handle.
struct ConnectCall {
    let handle: Handle
    let configuration: ClientConfiguration

    /// Connects. May block for minutes. Afterwards CONNECT is written or waits for TLS.
    func run() -> CallResult {
        var list = PropertyList()
        defer { list.free() }
        if configuration.version == .v5 { addProperties(to: &list) }
        errno = 0
        let code = mosquitto_connect_bind_v5(
            handle.pointer, configuration.host, Int32(configuration.port), Int32(configuration.keepAlive),
            configuration.bindAddress, list.head)
        return CallResult(code: code, number: errno)
    }

    private func addProperties(to list: inout PropertyList) {
        if case .persistent(let expiry) = configuration.session, expiry > 0 {
            list.add(number: expiry, MQTT_PROP_SESSION_EXPIRY_INTERVAL)
        }
        if let size = configuration.maximumPacketSize { list.add(number: size, MQTT_PROP_MAXIMUM_PACKET_SIZE) }
    }
}
