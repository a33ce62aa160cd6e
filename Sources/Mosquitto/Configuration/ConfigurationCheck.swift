/// Finds what is wrong in a configuration before anything is handed to the library, which would cut texts at a NUL or
/// say no more than "invalid argument".
enum ConfigurationCheck {
    /// - Throws: ``MQTTError`` with the code ``MQTTError/Code/invalidValue`` that names the first flaw.
    static func check(_ configuration: ClientConfiguration) throws(MQTTError) {
        try checkAddress(configuration)
        try checkSession(configuration)
        try checkCredentials(configuration)
        try checkWill(configuration)
        try checkTLS(configuration)
        if configuration.connectTimeout == 0 { throw flaw("connect timeout", "has to be at least 1 s") }
        if configuration.maximumPacketSize == 0 { throw flaw("maximum packet size", "has to be at least 1 byte") }
        if configuration.maximumUnacknowledged < 1 { throw flaw("maximum unacknowledged", "has to be at least 1") }
    }

    private static func checkAddress(_ configuration: ClientConfiguration) throws(MQTTError) {
        try checkText(configuration.host, "host")
        if configuration.port == 0 { throw flaw("port", "has to be 1 to 65,535") }
        if let address = configuration.bindAddress { try checkText(address, "bind address") }
        if (1...4).contains(configuration.keepAlive) { throw flaw("keep-alive", "has to be 0 or 5 to 65,535 s") }
    }

    private static func checkSession(_ configuration: ClientConfiguration) throws(MQTTError) {
        if let id = configuration.clientID {
            try checkText(id, "client id")
        } else if configuration.session != .clean {
            throw flaw("client id", "a persistent session needs one")
        }
    }

    private static func checkCredentials(_ configuration: ClientConfiguration) throws(MQTTError) {
        guard let credentials = configuration.credentials else { return }
        try TextCheck.value(credentials.userName, of: "user name")
        try checkSecret(credentials.password, "password")
    }

    private static func checkWill(_ configuration: ClientConfiguration) throws(MQTTError) {
        guard let will = configuration.will else { return }
        if will.payload.count > TextCheck.maximumLength { throw flaw("last will", "its payload is over 65,535 bytes") }
        var list = try PropertyList(will.properties)
        list.free()
    }

    private static func checkTLS(_ configuration: ClientConfiguration) throws(MQTTError) {
        guard let tls = configuration.tls else { return }
        if case .authorities(let file) = tls.trust { try checkText(file, "file of authorities") }
        guard let identity = tls.identity else { return }
        try checkText(identity.certificateFile, "certificate file")
        try checkText(identity.keyFile, "key file")
        try checkSecret(identity.keyPassword, "password of the key")
    }

    private static func checkText(_ text: String, _ what: String) throws(MQTTError) {
        if text.isEmpty { throw flaw(what, "is empty") }
        try TextCheck.value(text, of: what)
    }

    private static func checkSecret(_ secret: Secret?, _ what: String) throws(MQTTError) {
        guard let secret else { return }
        if secret.bytes.contains(0) { throw flaw(what, "contains a NUL byte") }
        if secret.bytes.count > TextCheck.maximumLength { throw flaw(what, "longer than 65,535 bytes") }
    }

    private static func flaw(_ what: String, _ detail: String) -> MQTTError {
        MQTTError(.invalidValue, what, detail: detail)
    }
}
