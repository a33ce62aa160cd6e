import Mosquitto
import TestSupport
import Testing

@Suite("When connections end and begin again")
struct ReconnectTests {
    private func cycles(_ options: BrokerOptions, _ change: (inout ClientConfiguration) -> Void) throws {
        let broker = try Broker(options)
        let driver = try Driver(port: broker.port, change)
        for cycle in 1...4 {
            try driver.client.startConnecting()
            #expect(driver.client.state == .connecting && driver.client.socket == nil)
            try driver.waitForConnected()
            try driver.subscribe("a")
            try driver.publish("\(cycle)", to: "a", qos: .exactlyOnce)
            _ = try driver.waitForMessages(cycle)
            broker.kill()
            let error = try #require(try driver.waitForEnd())
            #expect(error.kind == .transient, "\(error)")
            let refusal = try driver.connectExpectingFailure()
            #expect(refusal.kind == .transient, "\(refusal)")
            #expect(refusal.description.contains("connection refused"), "\(refusal)")
            try broker.start()
        }
        #expect(driver.messages.map(\.text) == ["1", "2", "3", "4"])
    }

    @Test("a killed broker is noticed and met again, several times", arguments: [ProtocolVersion.v311, .v5])
    func killed(version: ProtocolVersion) throws {
        try cycles(BrokerOptions()) { $0.version = version }
    }

    @Test(
        "a killed broker is noticed and met again, several times, over TLS",
        arguments: [
            ClientConfiguration.Unacknowledged.sentAgain, .dropped,
        ])
    func killedTLS(policy: ClientConfiguration.Unacknowledged) throws {
        let certificates = try Certificates()
        var options = BrokerOptions()
        options.tls = .init(authority: certificates.authority, server: try certificates.server())
        try cycles(options) {
            $0.tls = TLS(trust: .authorities(file: certificates.authority))
            $0.unacknowledged = policy
        }
    }

    @Test("a persistent session keeps subscriptions and messages", arguments: [ProtocolVersion.v311, .v5])
    func persistentSession(version: ProtocolVersion) throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port) {
            $0.version = version
            $0.clientID = "keeper"
            $0.session = .persistent(expiry: 3_600)
        }
        #expect(try driver.connect() == false)
        try driver.subscribe("letters", qos: .exactlyOnce)
        try driver.disconnect()
        let other = try Driver(port: broker.port)
        try other.connect()
        try other.publish("while away", to: "letters", qos: .exactlyOnce)
        #expect(try driver.connect())
        #expect(try driver.waitForMessages(1).map(\.text) == ["while away"])
        try driver.disconnect()
    }

    @Test("a clean session forgets")
    func cleanSession() throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port) { $0.clientID = "forgetful" }
        try driver.connect()
        try driver.subscribe("letters")
        try driver.disconnect()
        #expect(try driver.connect() == false)
        try driver.publish("1", to: "letters")
        try driver.subscribe("end")
        try driver.publish("2", to: "end")
        #expect(try driver.waitForMessages(1).map(\.topic) == ["end"])
    }

    @Test("an unreachable name is a resolver's error", arguments: ["no-such-host.invalid", "256.256.256.256"])
    func unknownHost(host: String) throws {
        let driver = try Driver(port: 1_883) { $0.host = host }
        let error = try driver.connectExpectingFailure()
        #expect(error.code.origin == .resolver && error.kind == .transient)
        #expect(error.description.hasPrefix("connecting to \(host):1883: "))
        #expect(!error.description.contains("Success"))
    }

    @Test("nothing is published, subscribed or remembered without a connection")
    func offline() throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port)
        for qos in QoS.allCases {
            let error = mqttError {
                try driver.client.publish([1], to: TopicName("a"), qos: qos)
            }
            #expect(error?.code == .notConnected)
        }
        #expect(throws: MQTTError.self) { try driver.client.subscribe(to: [TopicFilter("a")]) }
        #expect(throws: MQTTError.self) { try driver.client.unsubscribe(from: [TopicFilter("a")]) }
        let watcher = try Driver(port: broker.port)
        try watcher.connect()
        try watcher.subscribe("#")
        try driver.connect()
        try driver.publish("now", to: "b")
        #expect(try watcher.waitForMessages(1).map(\.topic) == ["b"])
    }

    @Test("a connect on its own thread can be abandoned at any time, and another one begun")
    func abandoned() throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port)
        for _ in 0..<4 {
            try driver.client.startConnecting()
            driver.client.abandon()
            #expect(driver.client.state == .idle)
        }
        try driver.run("room for another connect") {
            do throws(MQTTError) {
                try driver.client.startConnecting()
                return true
            } catch {
                #expect(error.code == .tooManyAbandoned)
                return false
            }
        }
        try driver.waitForConnected()
        try driver.disconnect()
    }

    @Test("a client can be closed while its connect runs")
    func closedWhileConnecting() throws {
        let broker = try Broker()
        let client = try MQTTClient(ClientConfiguration(port: broker.port))
        try client.startConnecting()
        client.close()
        client.close()
        #expect(client.state == .closed)
    }

    @Test("a failed connect on its own thread is thrown by finishConnecting")
    func failedConnect() throws {
        let driver = try Driver(port: FreePort.find())
        try driver.client.startConnecting()
        let error = mqttError { try driver.run("the error") { driver.client.state == .idle } }
        #expect(error?.kind == .transient)
        #expect(error?.description.contains("connection refused") == true)
        #expect(driver.events.isEmpty)
    }

    @Test("from the handler of the end one may connect again")
    func connectInHandler() throws {
        let broker = FakeBroker(
            { try $0.acceptConnect() },
            {
                try $0.acceptConnect()
                try $0.expectEnd()
            })
        let driver = try Driver(port: broker.port)
        driver.client.onEvent = { event in
            driver.events.append(event)
            if case .disconnected(.some) = event { try? driver.client.connect() }
        }
        try driver.client.connect()
        try driver.run("the second connection") { driver.client.epoch == 2 && driver.client.state == .connected }
        driver.client.close()
        try broker.verify()
    }

    @Test("a frozen broker is noticed by keep-alive")
    func keepAlive() throws {
        let broker = FakeBroker({
            try $0.acceptConnect()
            try $0.expect([0xC0, 0])
            try $0.expectEnd()
        })
        let driver = try Driver(port: broker.port) { $0.keepAlive = 5 }
        try driver.connect()
        let error = try #require(try driver.waitForEnd(within: 15))
        #expect(error.code == .keepAlive && error.kind == .transient)
        try broker.verify()
    }
}
