import Foundation
import Link
import TestSupport
import Testing

@Suite("Stopping and starting")
struct StoppingTests {
    @Test("SIGTERM and SIGINT say offline first and end with 0", arguments: [SIGTERM, SIGINT])
    func online(signal: Int32) throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        let (code, seconds) = gateway.stop(with: signal)
        #expect(code == 0 && seconds < 2)
        #expect(observer.sees("t/gateways/hearth-test/status offline"))
        #expect(gateway.waitFor("stopped"))
        #expect(broker.waitForLog("DISCONNECT") != nil)
    }

    @Test(
        "F62: SIGTERM at any instant: exit code 0, offline where it was online, and what was sent last is saved",
        arguments: [1, 2])
    func anyInstant(half: UInt64) throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: RestartTests.heater)
        let observer = try Observer(broker.port)
        let state = "\(house.folder.path)/state"
        var random = SeededGenerator(seed: half)
        for round in 0..<25 {
            let gateway = try house.start()
            // Messages until the end, so that it comes between any two steps of them.
            let end = ContinuousClock.now + .microseconds(Int.random(in: 0...150_000, using: &random))
            var count = round
            while ContinuousClock.now < end {
                try Device.publish("t/heater", count % 2 == 0 ? "ON" : "OFF", to: broker.port)
                count += 1
            }
            let (code, seconds) = gateway.stop()
            #expect(code == 0 || code == 128 + SIGTERM && gateway.lines.isEmpty, "seed \(half), round \(round)")
            #expect(seconds < 5)
            try Device.publish("fence", "\(round)", to: broker.port)
            #expect(observer.sees("fence \(round)"))
            #expect(observer.messages(on: PresenceTests.status).last?.hasSuffix(" online") != true)
            guard let last = observer.messages(on: "t/lamp/set ").last, round % 5 == 4 else { continue }
            let saved = try ProcessRunner.run(House.executable, ["state", "--json", state]).output
            let object = try JSONSerialization.jsonObject(with: Data(saved.utf8)) as? [String: Any]
            let sent = (object?["sent"] as? [[String: Any]])?.first { $0["name"] as? String == "lamp" }
            #expect(sent?["value"] as? String == last.split(separator: " ").last.map(String.init), "\(saved)")
        }
    }

    @Test("a connect that hangs in the network does not hold up the stop")
    func hangingConnect() throws {
        let hole = try BlackHole(.full)
        let house = try House(port: hole.port)
        let gateway = try house.start()
        #expect(gateway.waitFor("started"))
        let (code, seconds) = gateway.stop()
        #expect(code == 0 && seconds < 2)
    }

    @Test("a broker that never answers CONNECT does not hold up the stop")
    func silentBroker() throws {
        let hole = try BlackHole(.silent)
        let house = try House(port: hole.port)
        let gateway = try house.start()
        #expect(gateway.waitFor("started"))
        let (code, seconds) = gateway.stop()
        #expect(code == 0 && seconds < 2)
    }

    @Test("waiting between attempts does not hold up the stop")
    func waiting() throws {
        let house = try House(port: FreePort.find(), settings: ["reconnect 30 s .. 60 s"])
        let gateway = try house.start()
        #expect(gateway.waitFor("cannot connect"))
        let (code, seconds) = gateway.stop()
        #expect(code == 0 && seconds < 2)
    }

    @Test("a frozen broker holds up the stop for 2 s only")
    func frozenBroker() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let gateway = try house.startSettled()
        broker.send(SIGSTOP)
        let (code, seconds) = gateway.stop()
        broker.send(SIGCONT)
        #expect(code == 0 && seconds < 4.5)
    }

    @Test("a second gateway with the same state folder ends at once and says why")
    func secondInstance() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let first = try house.startSettled()
        let second = try house.start()
        #expect(second.wait() == 75)
        #expect(second.waitFor("another gateway (process \(first.pid)) works with the state folder"))
        first.send(SIGKILL)
        first.wait()
        _ = try house.startSettled()
    }

    @Test("wrong rules end the start with 78 and all findings")
    func wrongRules() throws {
        let house = try House(
            port: 1,
            rules: House.climate.replacingOccurrences(of: "temperature(room) > 26 °C", with: "temprature(room) > 26 °C")
        )
        try house.write("keep nothing\n    ON otherwise\n", to: "other.rules")
        let gateway = try house.start()
        #expect(gateway.wait() == 78)
        #expect(gateway.waitFor("house.rules:6"))
        #expect(gateway.waitFor("did you mean \"temperature\"?"))
        #expect(gateway.waitFor("other.rules:1"))
    }

    @Test("a wrong setting ends the start with 78")
    func wrongSetting() throws {
        let house = try House(port: 1, settings: ["broker \"http://nothing\""])
        let gateway = try house.start()
        #expect(gateway.wait() == 78)
        #expect(gateway.waitFor("hearth.conf:"))
    }
}
