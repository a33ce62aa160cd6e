import Mosquitto
import TestSupport
import Testing

@Suite("Who may do what")
struct AccessTests {
    private static func broker() throws -> Broker {
        var options = BrokerOptions()
        options.users = ["anna": "s3cret ü", "ben": "other"]
        options.accessList = ["user anna", "topic readwrite house/#", "user ben", "topic read house/#"]
        return try Broker(options)
    }

    @Test("the right password gets in", arguments: [ProtocolVersion.v311, .v5])
    func rightPassword(version: ProtocolVersion) throws {
        let broker = try Self.broker()
        let driver = try Driver(port: broker.port) {
            $0.version = version
            $0.credentials = .init(userName: "anna", password: Secret("s3cret ü"))
        }
        try driver.connect()
        try driver.disconnect()
    }

    @Test(
        "a wrong password is a matter of configuration, and the next connect is free",
        arguments: [ProtocolVersion.v311, .v5])
    func wrongPassword(version: ProtocolVersion) throws {
        let broker = try Self.broker()
        let driver = try Driver(port: broker.port) {
            $0.version = version
            $0.credentials = .init(userName: "anna", password: Secret("wrong"))
        }
        for _ in 0..<2 {
            let error = try driver.connectExpectingFailure()
            #expect(error.kind == .configuration)
            #expect(error.code.reason == (version == .v5 ? .notAuthorized : .notAuthorized))
            #expect(!error.description.contains("wrong"))
        }
    }

    @Test("nobody without a name gets in")
    func noPassword() throws {
        let broker = try Self.broker()
        let error = try Driver(port: broker.port).connectExpectingFailure()
        #expect(error.code.reason == .notAuthorized && error.kind == .configuration)
    }

    @Test("an ACL shows in PUBACK and SUBACK as far as the broker tells")
    func accessList() throws {
        let broker = try Self.broker()
        let driver = try Driver(port: broker.port) {
            $0.version = .v5
            $0.credentials = .init(userName: "ben", password: Secret("other"))
        }
        try driver.connect()
        #expect(try driver.publish("1", to: "house/fan") == .notAuthorized)
        #expect(try driver.subscribe("house/fan").map(\.answer) == [.granted(.exactlyOnce)])
        try driver.disconnect()
    }

    @Test("a second client with the same id throws the first one out, which sees its connection end")
    func takenOver() throws {
        let broker = try Broker()
        let first = try Driver(port: broker.port) {
            $0.clientID = "twin"
            $0.version = .v5
        }
        try first.connect()
        let second = try Driver(port: broker.port) {
            $0.clientID = "twin"
            $0.version = .v5
        }
        try second.connect()
        let error = try #require(try first.waitForEnd())
        // Mosquitto 2.0.11 only hangs up; other brokers say why.
        #expect(error.code.reason == .sessionTakenOver || error.code == .connectionLost, "\(error)")
    }

    @Test("a broker that chooses the client id tells it")
    func assignedID() throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port) { $0.version = .v5 }
        try driver.connect()
        #expect(driver.client.serverLimits.assignedClientID?.isEmpty == false)
        try driver.disconnect()
        // The library keeps the chosen id for its next connect.
        try driver.connect()
        try driver.disconnect()
    }
}
