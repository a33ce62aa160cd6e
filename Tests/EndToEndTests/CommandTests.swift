import Foundation
import TestSupport
import Testing

@Suite("From a reading to a command")
struct CommandTests {
    @Test("a reading becomes a command with rule and reason, on the wire and in the journal")
    func command() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let observer = try Observer(broker.port)
        let gateway = try house.startSettled()
        try Device.publish("t/sensors/kitchen/temperature", "26.5", to: broker.port)
        #expect(observer.sees("t/kitchen/fan/set ON"))
        let line = observer.process.lines.first { $0.hasPrefix("t/kitchen/fan/set ON") } ?? ""
        #expect(line.contains("r=0 q=1"))
        #expect(line.contains("rule:rules.d/house.rules:6") || line.contains("rule:house.rules:6"))
        #expect(line.contains("reason:temperature(kitchen) is 26.5 °C, above 26 °C"))
        #expect(gateway.waitFor("kitchen fan ON: temperature(kitchen) is 26.5 °C, above 26 °C ("))
        try Device.publish("t/sensors/kitchen/temperature", "23", to: broker.port)
        #expect(observer.sees("t/kitchen/fan/set OFF"))
    }

    @Test("a thousand retained values at the start are a thousand decisions")
    func retainedFlood() throws {
        let broker = try Broker()
        let rooms = (0..<1_000).map { "r\($0)" }
        try Device.publish(
            rooms.map { ("t/sensors/\($0)/temperature", Array("30".utf8)) }, retained: true, to: broker.port)
        let house = try House(port: broker.port)
        let observer = try Observer(broker.port, topic: "t/+/fan/set")
        let gateway = try house.startSettled()
        var count = 0
        #expect(
            observer.process.waitForLine { line in
                if line.contains("/fan/set ON") { count += 1 }
                return count >= 1_000
            } != nil)
        #expect(Set(observer.commands).count == 1_000 && observer.commands.count == 1_000)
        #expect(gateway.count(of: "dropped") == 0)
    }

    @Test("bad payloads change nothing and are said once")
    func badPayloads() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let observer = try Observer(broker.port, topic: "t/+/fan/set")
        let gateway = try house.startSettled()
        let bad: [[UInt8]] =
            ["nan", "inf", "0x10", "1e400", "20,5", "hot", "{\"t\":", "[[[[[[", "100", "-41"].map { Array($0.utf8) }
            + [
                [0xFF, 0xFE], [0], Array("26\u{0}".utf8), Array("\u{1B}[2J\n[error] fake".utf8),
                Array(repeating: 0x5B, count: 100_000),
            ]
        try Device.publish(bad.map { ("t/sensors/kitchen/temperature", $0) }, to: broker.port)
        try Device.publish(
            [("t/sensors/kitchen/temperature", Array(repeating: UInt8(ascii: "1"), count: 700 << 10))], to: broker.port)
        try Device.publish("t/sensors/probe/temperature", "30", to: broker.port)
        #expect(observer.sees("t/probe/fan/set ON"))
        #expect(observer.commands == ["t/probe/fan/set ON"])
        #expect(gateway.waitFor("probe fan ON"))
        #expect(gateway.count(of: "bad reading") == 1)
        #expect(gateway.count(of: "was not read") == 1)
        #expect(!gateway.lines.contains { $0.contains("\u{1B}") || $0.hasPrefix("[error] fake") })
    }

    @Test("B35: a retained event fires at none of three starts and three reloads; a live one fires once")
    func retainedEvent() throws {
        let broker = try Broker()
        let rules = """
            event  bell   from "{prefix}/bell"        as ding
            output chime  to   "{prefix}/chime/set"   as ON | OFF
            when bell is ding do
                chime = ON

            """
        let house = try House(port: broker.port, rules: rules)
        try Device.publish("t/bell", "ding", retained: true, to: broker.port)
        let observer = try Observer(broker.port, topic: "t/chime/set")
        for _ in 0..<2 { #expect(try house.startSettled().stop().code == 0) }
        let gateway = try house.startSettled()
        for reload in 1...3 {
            // The same again, a rule beside it, and a rule whose input is the event's topic: that one subscribes anew.
            if reload == 2 { try house.write(House.climate, to: "climate.rules") }
            if reload == 3 { try house.write("input bells from \"{prefix}/#\" as text\n", to: "bells.rules") }
            gateway.send(SIGHUP)
            #expect(gateway.waitFor("reloaded", times: reload))
        }
        // As long as the broker has the old filter beside the new one it delivers a message for each.
        #expect(broker.waitForLog("Sending UNSUBACK to hearth-test") != nil)
        #expect(observer.commands.isEmpty)
        try Device.publish("t/bell", "ding", to: broker.port)
        #expect(observer.sees("t/chime/set ON"))
        #expect(observer.commands == ["t/chime/set ON"])
    }

    @Test("B37: a command is not retained unless the output says so, and a retained one that toggles is warned of")
    func retainedCommand() throws {
        let broker = try Broker()
        let rules = """
            input  button from "{prefix}/button"      as pressed | released
            output lamp   to   "{prefix}/lamp/set"    as ON | OFF | TOGGLE
            output mode   to   "{prefix}/mode/set"    as day | night, retained
            when button becomes pressed do
                lamp = TOGGLE
                mode = night
                publish "x" to "{prefix}/bell/set"

            """
        let house = try House(port: broker.port, rules: rules)
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        try Device.publish(
            [("t/button", Array("released".utf8)), ("t/button", Array("pressed".utf8))], to: broker.port)
        #expect(
            observer.sees("t/bell/set x") && observer.sees("t/lamp/set TOGGLE") && observer.sees("t/mode/set night"))
        #expect(gateway.stop().code == 0)
        // What is retained a new subscriber is told: of the others nothing, of the mode its word, and then the fence.
        try Device.publish("t/fence/set", "here", retained: true, to: broker.port)
        let late = try ProcessRunner.run(
            "mosquitto_sub",
            ["-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "t/+/set", "-C", "2", "-W", "5", "-F", "%t %p r=%r"])
        #expect(Set(late.output.split(separator: "\n")) == ["t/mode/set night r=1", "t/fence/set here r=1"])

        #expect(!gateway.lines.contains { $0.contains("retained-toggle") })
        try house.write(rules.replacingOccurrences(of: "TOGGLE\n", with: "TOGGLE, retained\n"))
        let check = try ProcessRunner.run(House.executable, ["check", house.folder.path])
        #expect(check.output.contains("house.rules:2") && check.output.contains("[retained-toggle]"), "\(check.output)")
    }

    @Test("B44: a retained value decides at the start, once, in 100 of 100 starts")
    func retainedValue() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        try Device.publish("t/sensors/kitchen/temperature", "26.5", retained: true, to: broker.port)
        let observer = try Observer(broker.port, topic: "t/+/fan/set")
        for start in 1...100 {
            // A state of its own each time: nothing is known but what the broker tells.
            let gateway = try house.start(state: "state-\(start)")
            #expect(observer.sees("t/kitchen/fan/set ON", times: start))
            gateway.send(start % 10 == 0 ? SIGTERM : SIGKILL)
            gateway.wait()
        }
        #expect(observer.commands == Array(repeating: "t/kitchen/fan/set ON", count: 100))
    }

    @Test("under 3.1.1 all is the same")
    func olderProtocol() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, settings: ["protocol 3.1.1"])
        let observer = try Observer(broker.port)
        try Device.publish("t/sensors/hall/temperature", "30", retained: true, to: broker.port)
        let gateway = try house.startSettled()
        #expect(observer.sees("t/hall/fan/set ON"))
        try Device.publish("t/sensors/kitchen/temperature", "30", to: broker.port)
        #expect(observer.sees("t/kitchen/fan/set ON"))
        #expect(observer.commands == ["t/hall/fan/set ON", "t/kitchen/fan/set ON"])
        #expect(gateway.stop().code == 0)
        #expect(observer.sees("t/gateways/hearth-test/status offline"))
    }

    @Test("all lines bear the local time of the house's zone, from the first one on")
    func houseTime() throws {
        let broker = try Broker()
        let house = try House(
            port: broker.port, settings: ["zone \"Asia/Kolkata\""],
            rules: """
                output lamp to "t/lamp" as ON | OFF
                keep lamp
                    ON   while time in 00:00..23:59:59
                    OFF  otherwise

                """)
        let before = Date()
        let gateway = try house.startSettled()
        #expect(gateway.waitForLine(where: { $0.contains("lamp O") }) != nil)
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "Asia/Kolkata")
        format.dateFormat = "HH:mm"
        // The minute may turn while it starts.
        let minutes = Set([before, Date()].map { format.string(from: $0) })
        #expect(gateway.lines.allSatisfy { line in minutes.contains { line.hasPrefix($0) } }, "\(gateway.lines)")
    }
}
