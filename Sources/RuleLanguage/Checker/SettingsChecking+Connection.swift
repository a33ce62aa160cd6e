/// The settings about the connection: broker, protocol and times.
extension Checking {
    mutating func checkBroker(_ setting: SettingSyntax) {
        let example = "write, for example, broker \"mqtt://localhost\" or broker \"mqtts://mqtt.home.arpa:8883\""
        guard setting.parts.count == 1, case .text(let text) = setting.parts[0] else {
            return invalid(setting, "\"broker\" needs one address in quotes", help: example)
        }
        guard let address = constant(text, fillingIn: ["broker"]) else { return }
        let (scheme, rest) = Self.splitScheme(address)
        if rest.contains("@") {
            // The range leaves out the value, so that no message repeats it.
            return report(
                .passwordInFile, "a user's name and password do not belong into the broker's address",
                at: setting.name.range,
                help: "write the user's name as: username \"…\", and the password as: password from credential \"mqtt\""
            )
        }
        guard let scheme else {
            return invalid(
                setting, "the broker's address does not say how to connect",
                help: "write \"mqtt://\(rest)\", or \"mqtts://\(rest)\" for TLS")
        }
        guard scheme == "mqtt" || scheme == "mqtts" else {
            return invalid(
                setting, "\(Wording.quoted(scheme + "://")) is no way to connect",
                help: "write \"mqtt://…\", or \"mqtts://…\" for TLS")
        }
        guard let (host, port) = Self.splitPort(rest) else {
            return invalid(setting, "this is no broker's address", help: example)
        }
        guard Self.isHost(host) else {
            return invalid(
                setting,
                host.isEmpty
                    ? "the broker's address has no host" : "\(Wording.quoted(host)) is no host's name or address",
                help: example)
        }
        var number = scheme == "mqtts" ? 8883 : 1883
        if let port {
            guard port.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }), let value = Int(port),
                (1...65_535).contains(value)
            else {
                return invalid(
                    setting, "\(Wording.quoted(port)) is no port", help: "a port is a number from 1 to 65535")
            }
            number = value
        }
        program.settings.broker = .init(host: host, port: number, usesTLS: scheme == "mqtts")
    }

    private static func splitScheme(_ address: String) -> (scheme: String?, rest: String) {
        var rest = address[...]
        var scheme = ""
        while let first = rest.first, first != ":", first != "/" {
            scheme.append(first)
            rest = rest.dropFirst()
        }
        guard rest.hasPrefix("://") else { return (nil, address) }
        return (scheme.lowercased(), String(rest.dropFirst(3)))
    }

    /// Host and port of what stands behind the scheme; nil where there is more than these.
    private static func splitPort(_ rest: String) -> (host: String, port: String?)? {
        var rest = rest[...]
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        if rest.hasPrefix("[") {
            guard let close = rest.firstIndex(of: "]") else { return nil }
            let host = String(rest[rest.index(after: rest.startIndex)..<close])
            let behind = rest[rest.index(after: close)...]
            if behind.isEmpty { return host.contains(":") ? (host, nil) : nil }
            guard behind.hasPrefix(":") else { return nil }
            return host.contains(":") ? (host, String(behind.dropFirst())) : nil
        }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        switch parts.count {
        case 1: return (String(parts[0]), nil)
        case 2: return (String(parts[0]), String(parts[1]))
        default: return nil
        }
    }

    private static func isHost(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.count <= 253
            && host.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || "-._:%".unicodeScalars.contains($0)
            }
    }

    mutating func checkProtocol(_ setting: SettingSyntax) {
        switch written(valueRange(setting)) {
        case "5", "5.0", "\"5\"": program.settings.protocolVersion = .v5
        case "3.1.1", "\"3.1.1\"": program.settings.protocolVersion = .v311
        default:
            invalid(
                setting, "there is no such version of the protocol here", help: "write: protocol 5, or: protocol 3.1.1")
        }
    }

    mutating func checkKeepalive(_ setting: SettingSyntax) {
        let help = "write a whole number of seconds from 5 s to 65535 s, or 0 for none"
        let nanoseconds: Int64
        switch (setting.parts.count, setting.parts.first) {
        case (1, .duration(let duration)): nanoseconds = duration.nanoseconds
        case (1, .number(0, unit: nil, _, _)): nanoseconds = 0
        default: return invalid(setting, "\"keepalive\" needs a length of time", help: help)
        }
        let second: Int64 = 1_000_000_000
        guard nanoseconds == 0 || (5 * second...65_535 * second).contains(nanoseconds), nanoseconds % second == 0 else {
            return invalid(setting, "MQTT has no such keepalive", help: help)
        }
        program.settings.keepalive = nanoseconds
    }

    mutating func checkReconnect(_ setting: SettingSyntax) {
        guard setting.parts.count == 3, case .duration(let first) = setting.parts[0],
            case .symbol(let dots) = setting.parts[1],
            dots.text == "..", case .duration(let last) = setting.parts[2]
        else {
            return invalid(
                setting, "\"reconnect\" needs the first and the longest delay",
                help: "write, for example, reconnect 2 s .. 60 s")
        }
        let millisecond: Int64 = 1_000_000
        let day: Int64 = 86_400_000 * millisecond
        guard first.nanoseconds >= 100 * millisecond, last.nanoseconds <= day else {
            return invalid(
                setting, "the delays before connecting again do not fit",
                help: "the first is 100 ms or more, the longest one day or less")
        }
        guard first.nanoseconds <= last.nanoseconds else {
            return report(
                .emptyRange, "the first delay is longer than the longest", at: valueRange(setting),
                help: "write the shorter one first")
        }
        program.settings.reconnect = first.nanoseconds...last.nanoseconds
    }

    mutating func checkLocation(_ setting: SettingSyntax) {
        let help = "write latitude and longitude in degrees, as in: location 52.37, 4.90"
        guard setting.parts.count == 3, case .number(let latitude, let first, _, _) = setting.parts[0],
            case .symbol(let comma) = setting.parts[1],
            comma.text == ",", case .number(let longitude, let second, _, _) = setting.parts[2],
            (first?.text ?? "°") == "°", (second?.text ?? "°") == "°"
        else {
            return invalid(setting, "\"location\" needs two numbers", help: help)
        }
        guard (-90...90).contains(latitude) else {
            return invalid(setting, "a latitude is from -90 to 90", help: help)
        }
        guard (-180...180).contains(longitude) else {
            return invalid(setting, "a longitude is from -180 to 180", help: help)
        }
        program.settings.location = .init(latitude: latitude, longitude: longitude)
    }

    mutating func checkZone(_ setting: SettingSyntax) {
        let example = "zone \"Europe/Amsterdam\""
        guard let value = settingText(setting, example: example) else { return }
        let isName = value.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || $0.properties.numericType != nil
                    || "/_+-".unicodeScalars.contains($0))
        }
        guard isName, !value.hasPrefix("/"), !value.hasSuffix("/") else {
            return invalid(
                setting, "\(Wording.quoted(value)) is no time zone's name", help: "write, for example, \(example)")
        }
        if case .unknown(let others) = lookUpZone(value) {
            let nearest = Nearest.name(to: value, among: others)
            return invalid(
                setting, "this machine has no time zone \(Wording.quoted(value))",
                help: nearest.map { "did you mean \(Wording.quoted($0))?" }
                    ?? "\"timedatectl list-timezones\" lists them; those with old names are in the package tzdata-legacy"
            )
        }
        program.settings.zone = value
    }
}
