import Foundation
import TestSupport
import Testing

@Suite("Reloading")
struct ReloadTests {
    @Test("SIGHUP takes new rules, keeps the old ones when the new ones are wrong, and says when nothing changed")
    func reload() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        try Device.publish("t/sensors/kitchen/temperature", "25", to: broker.port)
        #expect(observer.sees("t/kitchen/fan/set OFF"))

        try house.write(House.climate.replacingOccurrences(of: "> 26 °C", with: "> 27 °C"))
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("reloaded: 1 rule in force"))
        try Device.publish("t/sensors/kitchen/temperature", "26.5", to: broker.port)
        try Device.publish("t/sensors/probe/temperature", "28", to: broker.port)
        #expect(observer.sees("t/probe/fan/set ON"))
        #expect(!observer.commands.contains("t/kitchen/fan/set ON"))

        try house.write(House.climate + "keep")
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("the new rules have errors: the old ones go on"))
        #expect(gateway.waitFor("house.rules:8:"))
        try Device.publish("t/sensors/kitchen/temperature", "28", to: broker.port)
        #expect(observer.sees("t/kitchen/fan/set ON"))

        try house.write(House.climate.replacingOccurrences(of: "> 26 °C", with: "> 27 °C"))
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("reloaded: nothing has changed"))
        #expect(gateway.count(of: "connected to") == 1)
    }

    @Test("a new input's retained value is there before the new rules command")
    func newInput() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        try Device.publish("t/window", "open", retained: true, to: broker.port)
        try house.write(
            House.climate + """
                input  window  from "{prefix}/window"     as open | closed
                output light   to   "{prefix}/light/set"  as ON | OFF
                keep light
                    ON  while window is open
                    OFF otherwise

                """)
        gateway.send(SIGHUP)
        #expect(observer.sees("t/light/set ON"))
        #expect(observer.commands == ["t/light/set ON"])
    }

    @Test("the timer of a rule runs on when another rule is edited")
    func timersKept() throws {
        let broker = try Broker()
        let rules = """
            input  door    from "{prefix}/door"       as open | closed
            output alarm   to   "{prefix}/alarm/set"  as ON | OFF
            keep alarm
                ON  while door is open for 3 s
                OFF otherwise

            """
        let house = try House(port: broker.port, rules: rules)
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        try Device.publish("t/door", "closed", to: broker.port)
        #expect(observer.sees("t/alarm/set OFF"))
        let opened = ContinuousClock.now
        try Device.publish("t/door", "open", to: broker.port)
        // A second timer gives the moment of the reload, in the middle.
        try house.write(House.climate, to: "climate.rules")
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("reloaded: 2 rules in force"))
        #expect(observer.sees("t/alarm/set ON"))
        let elapsed = ContinuousClock.now - opened
        #expect(elapsed >= .seconds(2.9) && elapsed < .seconds(4.5))
    }

    @Test("a hundred SIGHUPs in a row end with the newest rules")
    func burst() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        for index in 0..<100 {
            try house.write(House.climate.replacingOccurrences(of: "26 °C", with: "\(50 - index / 4) °C"))
            gateway.send(SIGHUP)
        }
        try house.write(House.climate.replacingOccurrences(of: "26 °C", with: "25 °C"), to: "house.rules")
        gateway.send(SIGHUP)
        // One more reload has nothing to do once the newest rules are in force.
        #expect(gateway.waitFor("reloaded"))
        try house.write(House.climate.replacingOccurrences(of: "26 °C", with: "25 °C") + "# \n", to: "house.rules")
        let before = gateway.count(of: "reloaded")
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("reloaded", times: before + 1))
        try Device.publish("t/sensors/kitchen/temperature", "25.5", to: broker.port)
        #expect(observer.sees("t/kitchen/fan/set ON"))
        #expect(gateway.count(of: "reloaded") < 60)
        #expect(gateway.stop().code == 0)
    }

    @Test("ten reloads while the broker is away: one client afterwards, with the newest rules")
    func reloadsWhileAway() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let gateway = try house.startSettled()
        broker.kill()
        #expect(gateway.waitFor("connection lost"))
        for index in 1...10 {
            try house.write(House.climate.replacingOccurrences(of: "> 26 °C", with: "> \(26 + index) °C"))
            gateway.send(SIGHUP)
            #expect(gateway.waitFor("reloaded", times: index))
        }
        try broker.start()
        #expect(gateway.waitFor("connected to", times: 2))
        let observer = try Observer(broker.port)
        try Device.publish("t/sensors/kitchen/temperature", "35.5", to: broker.port)
        try Device.publish("t/sensors/probe/temperature", "37", to: broker.port)
        #expect(observer.sees("t/probe/fan/set ON"))
        #expect(!observer.commands.contains("t/kitchen/fan/set ON"))
        #expect(broker.log.filter { $0.contains("as hearth-test ") }.count == 1)
    }

    @Test("saved rules are taken where the settings say so; the same contents are no change")
    func watch() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, settings: ["watch rules"])
        let gateway = try house.startSettled()
        let file = "\(house.folder.path)/rules.d/house.rules"
        // As editors do: written beside it and renamed over it.
        try house.write(House.climate.replacingOccurrences(of: "> 26 °C", with: "> 27 °C"), to: ".house.rules.swp")
        rename("\(house.folder.path)/rules.d/.house.rules.swp", file)
        #expect(gateway.waitFor("reloaded", times: 1))
        try house.write(House.climate.replacingOccurrences(of: "> 26 °C", with: "> 27 °C"))
        try house.write(House.climate + "keep", to: "broken.rules")
        #expect(gateway.waitFor("the new rules have errors"))
        unlink("\(house.folder.path)/rules.d/broken.rules")
        try house.write(House.climate)
        #expect(gateway.waitFor("reloaded", times: 2))
        #expect(gateway.count(of: "nothing has changed") == 0)
    }

    @Test("the service manager hears READY, RELOADING, READY and STOPPING")
    func notifications() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let manager = try ServiceManager(in: house.folder.path)
        let gateway = try house.start(environment: ["NOTIFY_SOCKET": manager.path])
        #expect(manager.hears("READY=1"))
        #expect(manager.hears("STATUS=connected to 127.0.0.1:\(broker.port), 1 rule"))
        gateway.send(SIGHUP)
        #expect(manager.hears("RELOADING=1"))
        #expect(manager.hears("READY=1"))
        #expect(gateway.stop().code == 0)
        #expect(manager.hears("STOPPING=1"))
    }
}
