import CMosquitto
import Glibc

/// Tells a new handle everything that it has to know before it connects: changed later, the library would take it up
/// at some other time, or race.
struct HandleSetup {
    let pointer: OpaquePointer
    let configuration: ClientConfiguration

    /// - Throws: ``MQTTError`` if a file cannot be read or the library refuses a value.
    func apply() throws(MQTTError) {
        try check(mosquitto_int_option(pointer, MOSQ_OPT_PROTOCOL_VERSION, configuration.version.number), "protocol")
        try check(mosquitto_int_option(pointer, MOSQ_OPT_TCP_NODELAY, 1), "TCP_NODELAY")
        try setCredentials()
        try setWill()
        try setTLS()
    }

    private func setCredentials() throws(MQTTError) {
        guard let credentials = configuration.credentials else { return }
        var password = credentials.password.map { $0.bytes.map(CChar.init(bitPattern:)) + [0] }
        let code = mosquitto_username_pw_set(pointer, credentials.userName, password)
        if let count = password?.count {
            for index in 0..<count { password?[index] = 0 }
        }
        try check(code, "user name and password")
    }

    private func setWill() throws(MQTTError) {
        guard let will = configuration.will else { return }
        var list = PropertyList()
        if configuration.version == .v5 {
            list = try PropertyList(will.properties)
            if will.delay > 0 { list.add(number: will.delay, MQTT_PROP_WILL_DELAY_INTERVAL) }
        }
        let code = mosquitto_will_set_v5(
            pointer, will.topic.description, Int32(will.payload.count), will.payload, will.qos.rawValue,
            will.isRetained, list.head)
        // On success the library owns the properties.
        if code != MOSQ_ERR_SUCCESS.rawValue { list.free() }
        try check(code, "last will")
    }

    private func setTLS() throws(MQTTError) {
        guard let tls = configuration.tls else { return }
        TLSPreparation.once
        for file in [tls.identity?.certificateFile, tls.identity?.keyFile] { try Self.checkReadable(file) }
        switch tls.trust {
        case .system:
            try check(mosquitto_int_option(pointer, MOSQ_OPT_TLS_USE_OS_CERTS, 1), "system trust store")
            // 2.0.11 wants a folder as well; it is the one that Debian's OpenSSL looks into anyway.
            try setFiles(authorities: nil, folder: "/etc/ssl/certs", tls.identity)
        case .authorities(let file):
            try Self.checkReadable(file)
            try setFiles(authorities: file, folder: nil, tls.identity)
        }
        // The version named is the least that is spoken; 1.3 is used where both can.
        try check(mosquitto_tls_opts_set(pointer, 1, "tlsv1.2", nil), "TLS version")
        try check(mosquitto_tls_insecure_set(pointer, tls.nameCheck == .ignored), "TLS name check")
    }

    private func setFiles(authorities: String?, folder: String?, _ identity: TLS.Identity?) throws(MQTTError) {
        let code = mosquitto_tls_set(pointer, authorities, folder, identity?.certificateFile, identity?.keyFile) {
            buffer, size, _, context in
            // OpenSSL hands back the library's client, whose user data is the handle.
            guard let buffer, let context, let handle = mosquitto_userdata(OpaquePointer(context)) else { return 0 }
            return Unmanaged<Handle>.fromOpaque(handle).takeUnretainedValue().copyKeyPassword(into: buffer, size: size)
        }
        try check(code, "TLS files")
    }

    /// The library says only "invalid argument" of a file that it cannot open.
    private static func checkReadable(_ file: String?) throws(MQTTError) {
        guard let file else { return }
        guard access(file, R_OK) != 0 else { return }
        let code = MQTTError.Code(origin: .system, number: errno)
        throw MQTTError(.unreadableFile, file, detail: code.description)
    }

    private func check(_ code: Int32, _ what: String) throws(MQTTError) {
        let number = errno
        precondition(code != MOSQ_ERR_NOMEM.rawValue, "Out of memory while configuring a client.")
        guard code != MOSQ_ERR_SUCCESS.rawValue else { return }
        throw MQTTError(.from(library: code, errno: number, isTLSHandshake: false), "setting \(what)")
    }
}
