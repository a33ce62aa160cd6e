import Glibc
import Testing

@testable import Mosquitto

@Suite("Values that go in and errors that come out")
struct ValueTests {
    @Test("topics to publish to", arguments: ["a", "/", "a//b", "$SYS/x", "Küche/Lüfter", "🏠", " "])
    func goodTopics(text: String) throws {
        #expect(try TopicName(text).description == text)
    }

    @Test("not topics to publish to", arguments: ["", "a/+", "#", "a+b", "a\0b", "a\u{1}b", "a\u{7F}", "\u{FFFF}"])
    func badTopics(text: String) {
        let error = mqttError { try TopicName(text) }
        #expect(error?.code == .invalidTopic && error?.kind == .misuse)
        #expect(error?.description.utf8.contains { $0 < 0x20 || $0 == 0x7F } == false)
    }

    @Test("filters", arguments: ["#", "+", "a/+/b", "+/+", "a/#", "/+", "$share/group/a", "a", "+/#"])
    func goodFilters(text: String) throws {
        #expect(try TopicFilter(text).description == text)
    }

    @Test("not filters", arguments: ["", "a#", "#/a", "a/#/b", "a+", "+a/b", "a/b+/c", "a\0", "##", "++"])
    func badFilters(text: String) {
        let error = mqttError { try TopicFilter(text) }
        #expect(error?.code == .invalidFilter)
    }

    @Test("a topic of 65,535 bytes is one, of 65,536 not")
    func topicLimit() throws {
        #expect(throws: Never.self) { try TopicName(String(repeating: "a", count: 65_535)) }
        let error = mqttError { try TopicName(String(repeating: "a", count: 65_536)) }
        #expect(error?.code == .invalidTopic)
        #expect((error?.description.count ?? 0) < 300)
    }

    @Test("a secret does not show itself")
    func secret() {
        let configuration = ClientConfiguration.Credentials(userName: "anna", password: Secret("s3cret"))
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(Secret("s3cret"))", "\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!text.contains("s3cret") && !text.contains("115"))
            #expect(text.contains("[redacted]"))
        }
    }

    /// Changes to a good configuration, each of which makes it a bad one.
    static let flaws: [(what: String, change: @Sendable (inout ClientConfiguration) -> Void)] = [
        ("host", { $0.host = "" }), ("host", { $0.host = "a\0b" }), ("port", { $0.port = 0 }),
        ("client id", { $0.clientID = "" }), ("client id", { $0.clientID = "a\0b" }),
        ("client id", { $0.session = .persistent(expiry: 60) }), ("keep-alive", { $0.keepAlive = 4 }),
        ("user name", { $0.credentials = .init(userName: "a\0b") }),
        ("password", { $0.credentials = .init(userName: "a", password: Secret("x\0y")) }),
        ("file of authorities", { $0.tls = TLS(trust: .authorities(file: "/ca\0.pem")) }),
        ("key file", { $0.tls = TLS(identity: .init(certificateFile: "a", keyFile: "")) }),
        ("connect timeout", { $0.connectTimeout = 0 }), ("bind address", { $0.bindAddress = "" }),
        ("maximum packet size", { $0.maximumPacketSize = 0 }),
        ("maximum unacknowledged", { $0.maximumUnacknowledged = 0 }),
    ]

    @Test("a configuration that cannot work is refused by name", arguments: 0..<15)
    func badConfigurations(index: Int) {
        var configuration = ClientConfiguration()
        Self.flaws[index].change(&configuration)
        let error = mqttError { try MQTTClient(configuration) }
        #expect(error?.code == .invalidValue && error?.kind == .configuration)
        #expect(error?.context == Self.flaws[index].what)
    }

    @Test("keep-alive may be 0, 5 and 65,535", arguments: [UInt16(0), 5, .max])
    func goodKeepAlive(seconds: UInt16) throws {
        var configuration = ClientConfiguration()
        configuration.keepAlive = seconds
        try MQTTClient(configuration).close()
    }

    @Test("a property that MQTT cannot carry is refused, and the connection stands")
    func badProperties() {
        var properties = MessageProperties()
        properties.user = [.init(name: "a", value: "b\0")]
        #expect(throws: MQTTError.self) { try PropertyList(properties) }
        properties.user = []
        properties.correlationData = Array(repeating: 0, count: 65_536)
        #expect(throws: MQTTError.self) { try PropertyList(properties) }
        properties.correlationData = Array(repeating: 0, count: 65_535)
        #expect(throws: Never.self) {
            var list = try PropertyList(properties)
            list.free()
        }
    }

    @Test("errors say what they are in our own words, whatever errno is")
    func texts() {
        errno = 0
        let lost = MQTTError(.connectionLost, "connection to a:1")
        #expect(lost.description == "connection to a:1: connection lost")
        #expect(MQTTError(.keepAlive).description == "the broker does not answer")
        for number in Int32(1)...31 {
            let text = MQTTError.Code(origin: .library, number: number).description
            #expect(!text.contains("Unknown error") && !text.contains("Success"), "\(number): \(text)")
        }
        #expect(MQTTError.Code(origin: .library, number: 4_711).description.contains("4711"))
        #expect(MQTTError.Code(origin: .refusal, number: 0xEE).description.contains("0xEE"))
        #expect(MQTTError.Code(origin: .resolver, number: EAI_NONAME).description == "Name or service not known")
        #expect(MQTTError.Code(origin: .system, number: ECONNREFUSED).description == "connection refused")
    }

    @Test("errno decides only where the library says so")
    func classification() {
        func code(_ library: Int32, _ number: Int32, inHandshake: Bool = false) -> MQTTError.Code {
            .from(library: library, errno: number, isTLSHandshake: inHandshake)
        }
        #expect(code(7, EPROTO) == .connectionLost)
        #expect(code(14, EPROTO) == .connectionLost)
        #expect(code(14, EPROTO, inHandshake: true) == .tls)
        #expect(code(14, ECONNRESET) == .init(origin: .system, number: ECONNRESET))
        #expect(code(14, 0) == .connectionLost)
        #expect(code(15, EAI_AGAIN) == .init(origin: .resolver, number: EAI_AGAIN))
        #expect(code(2, 17) == .protocolError)
        for number in [Int32(3), 9, 25] { #expect(code(number, 0).kind == .misuse) }
        for number in [Int32(4), 7, 19, 20] { #expect(code(number, 0).kind == .transient) }
        for number in [Int32(8), 23] { #expect(code(number, 0).kind == .configuration) }
        for number in [Int32(2), 18, 21] { #expect(code(number, 0).kind == .protocolViolation) }
    }

    @Test("SIGPIPE is ignored once a client exists, and the version is known")
    func process() throws {
        try MQTTClient(ClientConfiguration()).close()
        var action = sigaction()
        sigaction(SIGPIPE, nil, &action)
        #expect(unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1)
        #expect(MosquittoLibrary.version.hasPrefix("2."))
    }
}
