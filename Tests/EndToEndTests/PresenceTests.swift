import Foundation
import TestSupport
import Testing

@Suite("Presence")
struct PresenceTests {
    static let status = "t/gateways/hearth-test/status"

    @Test("online is retained after the start, offline after kill -9 and after a stop")
    func presence() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let first = try house.startSettled()
        #expect(try Observer.retained(Self.status, on: broker.port) == "online r=1")
        #expect(try Observer.retained("t/gateways/hearth-test/info", on: broker.port).contains("\"version\":"))
        let observer = try Observer(broker.port, topic: Self.status)
        first.send(SIGKILL)
        #expect(observer.sees("\(Self.status) offline"))
        #expect(try Observer.retained(Self.status, on: broker.port) == "offline r=1")
        let second = try house.startSettled()
        #expect(observer.sees("\(Self.status) online", times: 2))
        #expect(second.stop().code == 0)
        #expect(try Observer.retained(Self.status, on: broker.port) == "offline r=1")
    }

    @Test(
        "after a broker that lost everything, without a single rule, online is there again: one line for the loss, one for the return"
    )
    func brokerLostAll() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: "")
        let gateway = try house.startSettled()
        #expect(gateway.waitFor("connected to"))
        for round in 1...2 {
            broker.kill()
            #expect(gateway.waitFor("connection lost: ", times: round))
            try broker.start()
            #expect(gateway.waitFor("connected to", times: round + 1))
            #expect(try Observer.retained(Self.status, on: broker.port) == "online r=1")
        }
        #expect(gateway.count(of: "connection lost") == 2)
        #expect(gateway.count(of: "connected to") == 3)
        #expect(gateway.count(of: "cannot connect") == 0)
    }

    @Test("online comes only when the subscriptions stand: who answers it at once is heard")
    func onlineAfterSubscriptions() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let observer = try Observer(broker.port, topic: "t/#")
        for round in 1...8 {
            let gateway = try house.start()
            #expect(observer.sees("\(Self.status) online", times: round))
            // A room of its own: what was sent in a former round is not sent again.
            try Device.publish("t/sensors/room\(round)/temperature", "30", to: broker.port)
            #expect(observer.sees("t/room\(round)/fan/set ON"))
            #expect(gateway.stop().code == 0)
        }
    }

    @Test("a new presence topic: offline at the old one, online and the will at the new one")
    func renamed() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, settings: ["presence \"gw/status\""])
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        try house.configure(port: broker.port, ["presence \"gw2/status\""])
        gateway.send(SIGHUP)
        #expect(observer.sees("gw/status offline"))
        #expect(observer.sees("gw2/status online"))
        gateway.send(SIGKILL)
        #expect(observer.sees("gw2/status offline"))
        #expect(try Observer.retained("gw/status", on: broker.port) == "offline r=1")
        #expect(observer.messages(on: "gw2/status") == ["gw2/status online", "gw2/status offline"])
    }
}
