import Dispatch
import Mosquitto
import Testing

@Suite("With a scripted broker")
struct ScriptedBrokerTests {
    @Test("CONNECT of MQTT 3.1.1 is exactly what was configured")
    func connectPacket() throws {
        let broker = FakeBroker({
            let flags: UInt8 = 0x80 | 0x40 | 0x20 | 0x08 | 0x04
            let start = Packet.text("MQTT") + [4, flags, 0, 30]
            let will = Packet.text("will") + Packet.text("gone")
            let login = Packet.text("anna") + [0, 2, 0xFF, 0x01]
            try $0.expect(Packet.of(0x10, start + Packet.text("hearth") + will + login))
            try $0.send([0x20, 2, 1, 0])
            try $0.expect([0xE0, 0])
        })
        let driver = try Driver(port: broker.port) {
            $0.clientID = "hearth"
            $0.session = .persistent(expiry: 3_600)
            $0.keepAlive = 30
            $0.credentials = .init(userName: "anna", password: Secret(bytes: [0xFF, 0x01]))
            $0.will = Will(topic: try! TopicName("will"), payload: Array("gone".utf8), isRetained: true)
        }
        #expect(try driver.connect())
        try driver.disconnect()
        try broker.verify()
    }

    @Test("CONNECT of MQTT 5 carries session expiry, packet size and the will's delay")
    func connectPacketVersion5() throws {
        let broker = FakeBroker({
            let properties: [UInt8] = [0x11, 0, 0, 0x0E, 0x10, 0x27, 0, 0, 0x10, 0, 0x21, 0, 20]
            let start = Packet.text("MQTT") + [5, 0x04, 0, 60, UInt8(properties.count)] + properties
            let will: [UInt8] = [5, 0x18, 0, 0, 0, 7] + Packet.text("will") + Packet.text("gone")
            try $0.expect(Packet.of(0x10, start + Packet.text("hearth") + will))
            // Receive maximum 10, QoS 1 at most, no retain, packets up to 1,024 bytes, keep-alive 20 s.
            let limits: [UInt8] = [0x21, 0, 10, 0x24, 1, 0x25, 0, 0x27, 0, 0, 4, 0, 0x13, 0, 20]
            try $0.send(Packet.of(0x20, [0, 0, UInt8(limits.count)] + limits))
            try $0.expect([0xE0, 7, 4, 5, 0x11, 0, 0, 0, 0])
        })
        let driver = try Driver(port: broker.port) {
            $0.version = .v5
            $0.clientID = "hearth"
            $0.session = .persistent(expiry: 3_600)
            $0.maximumPacketSize = 4_096
            $0.will = Will(topic: try! TopicName("will"), payload: Array("gone".utf8), qos: .atMostOnce, delay: 7)
        }
        #expect(try driver.connect() == false)
        let limits = driver.client.serverLimits
        #expect(limits.receiveMaximum == 10 && limits.maximumQoS == .atLeastOnce && !limits.isRetainAvailable)
        #expect(limits.maximumPacketSize == 1_024 && limits.keepAlive == 20)
        let topic = try TopicName("a")
        #expect(throws: MQTTError.self) { try driver.client.publish([], to: topic, qos: .exactlyOnce) }
        #expect(throws: MQTTError.self) { try driver.client.publish([], to: topic, retained: true) }
        let large = [UInt8](repeating: 0, count: 2_000)
        let error = mqttError { try driver.client.publish(large, to: topic) }
        #expect(error?.code == .oversizePacket && error?.kind == .misuse)
        #expect(driver.client.state == .connected)
        driver.client.disconnect(reason: .disconnectWithWill, sessionExpiry: 0)
        #expect(try driver.waitForEnd() == nil)
        try broker.verify()
    }

    @Test("packets that come byte by byte are put together")
    func byteByByte() throws {
        let broker = FakeBroker({
            try $0.expectConnect()
            try $0.sendByByte([0x20, 2, 0, 0])
            try $0.sendByByte(Packet.publish("a/b", "12", qos: 1, packetID: 9))
            try $0.expect([0x40, 2, 0, 9])
            try $0.expectEnd()
        })
        let driver = try Driver(port: broker.port)
        try driver.connect()
        #expect(try driver.waitForMessages(1)[0].text == "12")
        driver.client.close()
        try broker.verify()
    }

    @Test("messages and acknowledgements keep their order within a turn")
    func order() throws {
        let broker = FakeBroker({
            try $0.acceptConnect()
            try $0.expect([0x82, 6, 0, 1, 0, 1, 0x61, 0])
            try $0.send(
                Packet.publish("a", "1") + [0x90, 3, 0, 1, 0] + Packet.publish("a", "2") + Packet.publish("a", "3"))
            try $0.expectEnd()
        })
        let driver = try Driver(port: broker.port)
        var order: [String] = []
        driver.client.onMessage = { order.append(String(decoding: $0.payload, as: UTF8.self)) }
        driver.client.onEvent = {
            if case .subscribed = $0 { order.append("SUBACK") } else { driver.events.append($0) }
        }
        try driver.connect()
        try driver.client.subscribe(to: [TopicFilter("a")])
        try driver.run("three messages") { order.count == 4 }
        #expect(order == ["1", "SUBACK", "2", "3"])
        driver.client.close()
        try broker.verify()
    }

    @Test("a refused filter is told, beside one that was granted less than asked")
    func refusedFilter() throws {
        let broker = FakeBroker({
            try $0.acceptConnect()
            try $0.expect([0x82, 10, 0, 1, 0, 1, 0x61, 2, 0, 1, 0x62, 2])
            try $0.send([0x90, 4, 0, 1, 0x80, 1])
            try $0.expectEnd()
        })
        let driver = try Driver(port: broker.port)
        try driver.connect()
        let results = try driver.subscribe("a", "b")
        #expect(results.map(\.answer) == [.refused(.unspecifiedError), .granted(.atLeastOnce)])
        #expect(results.map(\.filter.description) == ["a", "b"])
        driver.client.close()
        try broker.verify()
    }

    @Test("a message at QoS 1 sent twice comes twice, one at QoS 2 once")
    func duplicates() throws {
        let broker = FakeBroker({
            try $0.acceptConnect()
            try $0.send(Packet.publish("a", "1", qos: 1, packetID: 5))
            try $0.send(Packet.publish("a", "1", qos: 1, packetID: 5, flags: 8))
            try $0.expect([0x40, 2, 0, 5])
            try $0.expect([0x40, 2, 0, 5])
            try $0.send(Packet.publish("a", "2", qos: 2, packetID: 6))
            try $0.expect([0x50, 2, 0, 6])
            try $0.send([0x62, 2, 0, 6])
            try $0.expect([0x70, 2, 0, 6])
            try $0.send(Packet.publish("a", "end"))
            try $0.expectEnd()
        })
        let driver = try Driver(port: broker.port)
        try driver.connect()
        #expect(try driver.waitForMessages(4).map(\.text) == ["1", "1", "2", "end"])
        driver.client.close()
        try broker.verify()
    }

    @Test("an acknowledgement for nothing is ignored")
    func strayAcknowledgements() throws {
        let broker = FakeBroker({
            try $0.acceptConnect()
            try $0.send([0x40, 2, 0, 77] + [0x70, 2, 0, 78] + [0x90, 3, 0, 79, 0] + [0xB0, 2, 0, 80])
            try $0.send(Packet.publish("a", "end"))
            try $0.expectEnd()
        })
        let driver = try Driver(port: broker.port)
        try driver.connect()
        _ = try driver.waitForMessages(1)
        #expect(driver.events.count == 1)
        driver.client.close()
        try broker.verify()
    }

    @Test("a refusal in PUBACK of MQTT 5 reaches the publisher")
    func refusedPublish() throws {
        let broker = FakeBroker({
            try $0.acceptConnect([0x20, 3, 0, 0, 0])
            _ = try $0.packet()
            try $0.send([0x40, 4, 0, 1, 0x87, 0])
            _ = try $0.packet()
            try $0.send([0x50, 4, 0, 2, 0x97, 0])
            try $0.expectEnd()
        })
        let driver = try Driver(port: broker.port) { $0.version = .v5 }
        try driver.connect()
        #expect(try driver.publish("1", to: "a") == .notAuthorized)
        #expect(try driver.publish("1", to: "a", qos: .exactlyOnce) == .quotaExceeded)
        #expect(driver.client.unacknowledgedCount == 0)
        driver.client.close()
        try broker.verify()
    }

    @Test("what was not acknowledged is sent again and keeps its id")
    func sentAgain() throws {
        let first = Packet.publish("a", "1", qos: 1, packetID: 1)
        let again = Packet.publish("a", "1", qos: 1, packetID: 1, flags: 8)
        let broker = FakeBroker(
            {
                try $0.acceptConnect()
                try $0.expect(first)
            },
            {
                try $0.acceptConnect([0x20, 2, 1, 0])
                try $0.expect(again)
                try $0.send([0x40, 2, 0, 1])
                try $0.expectEnd()
            })
        let driver = try Driver(port: broker.port)
        try driver.connect()
        let id = try driver.client.publish(Array("1".utf8), to: TopicName("a"), qos: .atLeastOnce)
        #expect(try driver.waitForEnd() != nil)
        #expect(driver.client.unacknowledgedCount == 1)
        try driver.connect()
        #expect(try driver.waitForDelivery(of: id) == .success)
        #expect(id.epoch == 1 && driver.client.epoch == 2)
        driver.client.close()
        try broker.verify()
    }

    @Test("what was not acknowledged is dropped, and named, if so configured")
    func dropped() throws {
        let broker = FakeBroker(
            {
                try $0.acceptConnect()
                _ = try $0.packet()
                _ = try $0.packet()
            },
            {
                try $0.acceptConnect()
                try $0.expect([0xE0, 0])
            })
        let driver = try Driver(port: broker.port) { $0.unacknowledged = .dropped }
        try driver.connect()
        let ids = try ["1", "2"].map {
            try driver.client.publish(Array($0.utf8), to: TopicName("a"), qos: .atLeastOnce)
        }
        #expect(try driver.waitForEnd() != nil)
        try driver.connect()
        #expect(driver.events.contains { if case .dropped(ids) = $0 { true } else { false } })
        #expect(driver.client.unacknowledgedCount == 0)
        try driver.disconnect()
        try broker.verify()
    }

    @Test("a packet id that comes round while it is in use is not used twice")
    func packetIDsInUse() throws {
        let broker = FakeBroker({
            try $0.acceptConnect()
            try $0.expect(Packet.publish("a", "1", qos: 1, packetID: 1))
            try $0.expectEnd()
        })
        let driver = try Driver(port: broker.port) { $0.maximumUnacknowledged = 100_000 }
        try driver.connect()
        let topic = try TopicName("a")
        try driver.client.publish(Array("1".utf8), to: topic, qos: .atLeastOnce)
        var sent = 1
        var failure: MQTTError?
        while failure == nil, sent < 70_000 {
            do {
                try driver.client.publish([], to: topic)
                sent += 1
                if driver.client.unsentCount > 0 { try driver.run { driver.client.unsentCount == 0 } }
            } catch {
                failure = error as? MQTTError
            }
        }
        #expect(sent == 65_535)
        #expect(failure?.code == .queueFull)
        driver.client.close()
        try broker.verify()
    }

    @Test("publications are refused at the limit, and one fewer is not", arguments: [QoS.atMostOnce, .atLeastOnce])
    func limit(qos: QoS) throws {
        let mayRead = DispatchSemaphore(value: 0)
        let broker = FakeBroker({
            try $0.acceptConnect()
            mayRead.wait()
            try $0.expectEnd()
        })
        let driver = try Driver(port: broker.port) { $0.maximumUnacknowledged = 30 }
        try driver.connect()
        let topic = try TopicName("a")
        // At QoS 0 only what the socket does not take counts, so the payloads fill it first.
        let payload = [UInt8](repeating: 0, count: qos == .atMostOnce ? 1_000_000 : 1)
        var accepted = 0
        var failure: MQTTError?
        while failure == nil, accepted < 200 {
            do {
                try driver.client.publish(payload, to: topic, qos: qos)
                accepted += 1
            } catch {
                failure = error
            }
        }
        #expect(failure?.code == .queueFull && failure?.kind == .transient)
        #expect(qos == .atMostOnce ? driver.client.unsentCount == 30 : accepted == 30)
        mayRead.signal()
        driver.client.close()
        try broker.verify()
    }
}
