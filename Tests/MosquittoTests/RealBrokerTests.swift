import Mosquitto
import TestSupport
import Testing

@Suite("With a real broker")
struct RealBrokerTests {
    @Test("a message goes out and comes back at each QoS", arguments: QoS.allCases, [ProtocolVersion.v311, .v5])
    func roundTrip(qos: QoS, version: ProtocolVersion) throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port) { $0.version = version }
        #expect(try driver.connect() == false)
        let results = try driver.subscribe("room/+/temperature", "#", qos: qos)
        #expect(results.map(\.answer) == [.granted(qos), .granted(qos)])
        let id = try driver.client.publish(Array("21.5".utf8), to: TopicName("room/kitchen/temperature"), qos: qos)
        #expect(id.epoch == 1)
        if qos != .atMostOnce {
            #expect(driver.client.unacknowledgedCount == 1)
            #expect(try driver.waitForDelivery(of: id) == .success)
        }
        let messages = try driver.waitForMessages(1)
        #expect(messages[0] == KeptMessage(topic: "room/kitchen/temperature", payload: Array("21.5".utf8), qos: qos))
        #expect(driver.client.unacknowledgedCount == 0)
        #expect(driver.client.unsentCount == 0)
        try driver.disconnect()
        #expect(driver.client.socket == nil)
    }

    @Test("an empty payload is empty, and clears a retained topic")
    func emptyPayload() throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port)
        try driver.connect()
        try driver.publish("on", to: "lamp", retained: true)
        try driver.subscribe("lamp")
        #expect(try driver.waitForMessages(1)[0].isRetained)
        try driver.publish("", to: "lamp", retained: true)
        let message = try driver.waitForMessages(2)[1]
        #expect(message.payload == [] && !message.isRetained)
        let second = try Driver(port: broker.port)
        try second.connect()
        try second.subscribe("lamp")
        try second.subscribe("marker")
        try second.publish("end", to: "marker")
        #expect(try second.waitForMessages(1).map(\.topic) == ["marker"])
    }

    @Test("all properties of MQTT 5 go both ways")
    func properties() throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port) { $0.version = .v5 }
        try driver.connect()
        try driver.subscribe("question")
        var properties = MessageProperties()
        properties.user = [
            .init(name: "rule", value: "climate.rules:7"), .init(name: "reason", value: "26.5 °C"),
            .init(name: "rule", value: ""),
        ]
        properties.messageExpiry = 600
        properties.responseTopic = try TopicName("answer/here")
        properties.correlationData = [0, 1, 255]
        properties.contentType = "application/json"
        properties.isText = true
        try driver.publish("{}", to: "question", properties: properties)
        let message = try driver.waitForMessages(1)[0]
        #expect(message.properties == properties)
    }

    @Test("properties are left out under MQTT 3.1.1")
    func propertiesVersion3() throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port)
        try driver.connect()
        try driver.subscribe("question")
        var properties = MessageProperties()
        properties.contentType = "text/plain"
        try driver.publish("?", to: "question", properties: properties)
        #expect(try driver.waitForMessages(1)[0].properties.isEmpty)
    }

    @Test("subscription options are honoured under MQTT 5")
    func subscriptionOptions() throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port) { $0.version = .v5 }
        try driver.connect()
        try driver.publish("old", to: "state", retained: true)
        try driver.subscribe("state", options: SubscriptionOptions(noLocal: true, retainHandling: .never))
        let other = try Driver(port: broker.port)
        try other.connect()
        try driver.publish("mine", to: "state")
        try other.publish("theirs", to: "state", retained: true)
        #expect(try driver.waitForMessages(1).map(\.text) == ["theirs"])
        #expect(driver.messages[0].isRetained == false)
        try driver.subscribe("lamp", options: SubscriptionOptions(retainAsPublished: true, retainHandling: .ifNew))
        try other.publish("again", to: "lamp", retained: true)
        #expect(try driver.waitForMessages(2).map(\.text) == ["theirs", "again"])
        #expect(driver.messages[1].isRetained)
    }

    @Test("after unsubscribing nothing comes any more")
    func unsubscribe() throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port)
        try driver.connect()
        try driver.subscribe("a", "b")
        let id = try driver.client.unsubscribe(from: [TopicFilter("a")])
        try driver.run("UNSUBACK") {
            driver.events.contains { if case .unsubscribed(id) = $0 { true } else { false } }
        }
        try driver.publish("1", to: "a")
        try driver.publish("2", to: "b")
        #expect(try driver.waitForMessages(1).map(\.topic) == ["b"])
    }

    @Test("a flood is read in turns that end")
    func flood() throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port) { $0.maximumUnacknowledged = 100_000 }
        let publisher = try Driver(port: broker.port) { $0.maximumUnacknowledged = 100_000 }
        try driver.connect()
        try publisher.connect()
        try driver.subscribe("flood", qos: .atMostOnce)
        let topic = try TopicName("flood")
        for index in 0..<2_000 { try publisher.client.publish(Array("\(index)".utf8), to: topic) }
        try publisher.publish("last", to: "flood", qos: .atLeastOnce)
        while driver.messages.count < 2_001 {
            let before = driver.messages.count
            driver.client.read()
            #expect(driver.messages.count - before <= 300)
            if driver.messages.count == before { try driver.run { driver.messages.count > before } }
        }
        #expect(driver.messages.prefix(2_000).map(\.text) == (0..<2_000).map { "\($0)" })
    }

    @Test("a payload of one megabyte arrives whole", arguments: [QoS.atMostOnce, .exactlyOnce])
    func large(qos: QoS) throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port)
        try driver.connect()
        try driver.subscribe("big", qos: qos)
        let payload = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try driver.client.publish(payload, to: TopicName("big"), qos: qos)
        #expect(try driver.waitForMessages(1)[0].payload == payload)
    }

    @Test("handlers may publish and subscribe")
    func publishInHandler() throws {
        let broker = try Broker()
        let driver = try Driver(port: broker.port)
        let topic = try TopicName("pong")
        let filters = [try TopicFilter("ping"), try TopicFilter("pong")]
        var pongs = 0
        driver.client.onMessage = { message in
            if message.topicString == "ping" {
                _ = try? driver.client.publish(message.payload, to: topic, qos: .atLeastOnce)
            } else {
                pongs += 1
            }
        }
        driver.client.onEvent = { event in
            driver.events.append(event)
            if case .connected = event { _ = try? driver.client.subscribe(to: filters, qos: .atLeastOnce) }
        }
        try driver.connect()
        try driver.run("SUBACK") { driver.events.contains { if case .subscribed = $0 { true } else { false } } }
        for _ in 0..<10 { try driver.client.publish([1], to: TopicName("ping"), qos: .atLeastOnce) }
        try driver.run("ten answers") { pongs == 10 }
        try driver.run("all acknowledgements") { driver.client.unacknowledgedCount == 0 }
    }

    @Test(
        "the will is published when the client vanishes, and not after a goodbye",
        arguments: [ProtocolVersion.v311, .v5])
    func will(version: ProtocolVersion) throws {
        let broker = try Broker()
        let watcher = try Driver(port: broker.port) { $0.version = version }
        try watcher.connect()
        try watcher.subscribe("presence/#")
        var properties = MessageProperties()
        properties.user = [.init(name: "why", value: "gone")]
        let will = Will(
            topic: try TopicName("presence/gateway"), payload: Array("offline".utf8), isRetained: true,
            properties: properties)
        let polite = try Driver(port: broker.port) {
            $0.version = version
            $0.will = will
        }
        try polite.connect()
        try polite.disconnect()
        let rude = try Driver(port: broker.port) {
            $0.version = version
            $0.will = will
        }
        try rude.connect()
        try rude.publish("online", to: "presence/gateway", retained: true)
        rude.client.close()
        let messages = try watcher.waitForMessages(2)
        #expect(messages.map(\.text) == ["online", "offline"])
        #expect(messages[1].properties == (version == .v5 ? properties : MessageProperties()))
    }
}
