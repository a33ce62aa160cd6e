import Mosquitto
import TestSupport
import Testing

@Suite("Over TLS")
struct TLSTests {
    private let certificates: Certificates

    init() throws {
        certificates = try Certificates()
    }

    private func broker(_ server: Certificates.Pair, asksForCertificate: Bool = false) throws -> Broker {
        var options = BrokerOptions()
        options.tls = .init(
            authority: certificates.authority, server: server, requiresClientCertificate: asksForCertificate)
        return try Broker(options)
    }

    private func driver(
        _ broker: Broker, trust: TLS.Trust? = nil, identity: TLS.Identity? = nil, nameCheck: TLS.NameCheck = .verified,
        version: ProtocolVersion = .v311, host: String = "localhost"
    ) throws -> Driver {
        try Driver(port: broker.port) {
            $0.host = host
            $0.version = version
            $0.tls = TLS(
                trust: trust ?? .authorities(file: certificates.authority), identity: identity, nameCheck: nameCheck)
        }
    }

    @Test("messages go out and come back, large ones too", arguments: [ProtocolVersion.v311, .v5])
    func roundTrip(version: ProtocolVersion) throws {
        let broker = try broker(certificates.server())
        let driver = try driver(broker, version: version)
        try driver.connect()
        try driver.subscribe("#")
        let payload = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        for qos in QoS.allCases { try driver.client.publish(payload, to: TopicName("big"), qos: qos) }
        for index in 0..<500 { try driver.client.publish(Array("\(index)".utf8), to: TopicName("small")) }
        let messages = try driver.waitForMessages(503)
        #expect(messages.filter { $0.topic == "big" }.map(\.payload) == [payload, payload, payload])
        #expect(messages.filter { $0.topic == "small" }.map(\.text) == (0..<500).map { "\($0)" })
        try driver.disconnect()
    }

    @Test("an address is verified against the certificate too")
    func address() throws {
        let broker = try broker(certificates.server(names: ["IP:127.0.0.1"]))
        let driver = try driver(broker, host: "127.0.0.1")
        try driver.connect()
        try driver.disconnect()
    }

    /// Connects in vain twice, and gives the error.
    private func failure(_ driver: Driver) throws -> MQTTError {
        _ = try driver.connectExpectingFailure()
        let error = try driver.connectExpectingFailure()
        #expect(error.kind == .configuration)
        #expect(error.code == .tls)
        return error
    }

    @Test("an authority that one does not trust is named as the reason")
    func wrongAuthority() throws {
        let broker = try broker(certificates.server())
        let other = try Certificates(name: "Another Authority")
        let error = try failure(driver(broker, trust: .authorities(file: other.authority)))
        #expect(error.detail.contains("certificate verify failed"), "\(error)")
        #expect(error.detail.contains("self-signed certificate in certificate chain"), "\(error)")
    }

    @Test("the system's store does not trust a private authority")
    func systemTrust() throws {
        let broker = try broker(certificates.server())
        let error = try failure(driver(broker, trust: .system))
        #expect(error.detail.contains("certificate verify failed"), "\(error)")
    }

    @Test("a wrong host name is named as the reason, unless names are ignored")
    func wrongName() throws {
        let broker = try broker(certificates.server(names: ["DNS:broker.home.arpa"]))
        let error = try failure(driver(broker))
        #expect(error.detail.contains("name"), "\(error)")
        let careless = try driver(broker, nameCheck: .ignored)
        try careless.connect()
        try careless.disconnect()
    }

    @Test("an expired certificate is named as the reason")
    func expired() throws {
        let broker = try broker(certificates.server(validity: .past))
        let error = try failure(driver(broker))
        #expect(error.detail.contains("expired"), "\(error)")
    }

    @Test("a client certificate gets in, also with an encrypted key", arguments: [nil, "open sesame"])
    func clientCertificate(password: String?) throws {
        let broker = try broker(certificates.server(), asksForCertificate: true)
        let pair = try certificates.client(name: "gateway", password: password)
        let identity = TLS.Identity(
            certificateFile: pair.certificate, keyFile: pair.key, keyPassword: password.map { Secret($0) })
        let driver = try driver(broker, identity: identity)
        try driver.connect()
        try driver.disconnect()
    }

    @Test("without the client certificate that the broker wants one is told so")
    func missingClientCertificate() throws {
        let broker = try broker(certificates.server(), asksForCertificate: true)
        // The broker refuses after its part of the handshake, and its reset may overtake the reason that it gives: then the
        // connection is just lost, and the next attempt tells more.
        for _ in 0..<20 {
            let error = try driver(broker).connectExpectingFailure()
            guard error.kind != .transient else { continue }
            #expect(error.kind == .configuration, "\(error)")
            #expect(error.detail.contains("certificate"), "\(error)")
            return
        }
        Issue.record("twenty attempts, and none was told why")
    }

    @Test("an encrypted key without its password fails and asks nobody", arguments: [nil, "wrong"])
    func wrongKeyPassword(password: String?) throws {
        let broker = try broker(certificates.server(), asksForCertificate: true)
        let pair = try certificates.client(name: "gateway", password: "right")
        let identity = TLS.Identity(
            certificateFile: pair.certificate, keyFile: pair.key, keyPassword: password.map { Secret($0) })
        let error = try driver(broker, identity: identity).connectExpectingFailure()
        #expect(error.kind == .configuration && error.detail.contains("key"), "\(error)")
    }

    @Test("files that are not there, or are no certificates, are named")
    func files() throws {
        let broker = try broker(certificates.server())
        let missing = try driver(broker, trust: .authorities(file: "/nonexistent/ca.pem")).connectExpectingFailure()
        #expect(missing.code == .unreadableFile && missing.kind == .configuration)
        #expect(missing.description.contains("/nonexistent/ca.pem"))
        let folder = try TemporaryFolder()
        let rubbish = try folder.write("no certificate\n", to: "ca.pem")
        let error = try driver(broker, trust: .authorities(file: rubbish)).connectExpectingFailure()
        #expect(error.kind == .configuration && error.detail.contains(rubbish), "\(error)")
    }

    @Test("a broker without TLS, and one that hangs up in the handshake, do not make the loop spin")
    func noTLS() throws {
        let plain = try Broker()
        let error = try driver(plain).connectExpectingFailure()
        #expect([.configuration, .transient].contains(error.kind), "\(error)")
        let broker = FakeBroker({ _ in }, { $0.reset() })
        let driver = try Driver(port: broker.port) {
            $0.tls = TLS(trust: .authorities(file: certificates.authority))
        }
        for _ in 0..<2 {
            let error = try driver.connectExpectingFailure()
            #expect([.configuration, .transient].contains(error.kind), "\(error)")
        }
        try broker.verify()
    }

    @Test("a broker that never answers the handshake is given up without spinning")
    func silentHandshake() throws {
        let broker = FakeBroker({ try $0.expectEnd() })
        let driver = try Driver(port: broker.port) {
            $0.tls = TLS(trust: .authorities(file: certificates.authority))
            $0.connectTimeout = 1
        }
        try driver.client.connect()
        let error = try #require(try driver.waitForEnd())
        #expect(error.code == .connectTimedOut)
        #expect(driver.turns < 20)
        driver.client.close()
        try broker.verify()
    }
}
