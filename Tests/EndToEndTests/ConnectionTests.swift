import Foundation
import TestSupport
import Testing

@Suite("Connecting")
struct ConnectionTests {
    @Test("a gateway that starts before the broker waits, says so once, and connects")
    func brokerLater() throws {
        let broker = try Broker()
        broker.kill()
        let house = try House(port: broker.port)
        let gateway = try house.start()
        #expect(gateway.waitFor("cannot connect to 127.0.0.1:\(broker.port): connection refused"))
        try broker.start()
        #expect(gateway.waitFor("connected to"))
        let observer = try Observer(broker.port)
        try Device.publish("t/sensors/kitchen/temperature", "30", to: broker.port)
        #expect(observer.sees("t/kitchen/fan/set ON"))
        #expect(gateway.count(of: "cannot connect") == 1)
    }

    @Test("a name that nobody knows is said with what to change, and the gateway goes on")
    func unknownName() throws {
        let house = try House(port: 1, settings: ["broker \"mqtt://nowhere.invalid\""])
        let gateway = try house.start()
        #expect(gateway.waitFor("cannot connect to nowhere.invalid:1883: "))
        #expect(gateway.waitFor("check the name in \"broker\""))
        #expect(gateway.stop().code == 0)
    }

    @Test("a wrong password is said once with what to change, appears nowhere, and counts once it is mended")
    func password() throws {
        var options = BrokerOptions()
        options.users = ["hearth": "right-S3NTINEL"]
        let broker = try Broker(options)
        let house = try House(port: broker.port)
        let secret = "\(house.folder.path)/password"
        try house.configure(port: broker.port, ["username \"hearth\"", "password from file \"\(secret)\""])
        let gateway = try house.start()
        #expect(gateway.waitFor("cannot read the password file \(secret): No such file or directory"))
        try house.folder.write("wrong-S3NTINEL\n", to: "password")
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("wrong user name or password") || gateway.waitFor("not authorised"))
        #expect(gateway.waitFor("password file \(secret) is open to other users"))
        try house.folder.write("right-S3NTINEL\n", to: "password")
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("connected to"))
        #expect(gateway.count(of: "cannot connect") == 2)
        #expect(!gateway.lines.contains { $0.contains("S3NTINEL") })
    }

    @Test("TLS with an authority of one's own; the broker's kill -9 ends nothing")
    func ownAuthority() throws {
        let authority = try Certificates()
        var options = BrokerOptions()
        options.tls = try .init(authority: authority.authority, server: authority.server())
        let broker = try Broker(options)
        let house = try House(
            port: broker.port,
            settings: ["broker \"mqtts://localhost:\(broker.port)\"", "ca \"\(authority.authority)\""])
        let gateway = try house.start()
        for round in 1...2 {
            #expect(gateway.waitFor("connected to localhost:\(broker.port)", times: round))
            broker.kill()
            #expect(gateway.waitFor("connection lost", times: round))
            try broker.start()
        }
        #expect(gateway.waitFor("connected to", times: 3))
        #expect(gateway.stop().code == 0)
    }

    @Test("another authority's certificate is said with what to change, and a reload with the right one connects")
    func wrongAuthority() throws {
        let authority = try Certificates()
        let other = try Certificates(name: "Other Authority")
        var options = BrokerOptions()
        options.tls = try .init(authority: authority.authority, server: authority.server())
        let broker = try Broker(options)
        let address = "broker \"mqtts://localhost:\(broker.port)\""
        let house = try House(port: broker.port, settings: [address, "ca \"\(other.authority)\""])
        let gateway = try house.start()
        #expect(gateway.waitFor("check \"ca\""))
        try house.configure(port: broker.port, [address, "ca \"\(authority.authority)\""])
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("connected to"))
    }

    @Test("a second gateway with the same client id is noticed")
    func takeover() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let gateway = try house.startSettled()
        // It connects again by itself each time that it is thrown out.
        let rival = try RunningProcess(
            "mosquitto_sub", ["-h", "127.0.0.1", "-p", "\(broker.port)", "-i", "hearth-test", "-t", "x"])
        defer { rival.terminate() }
        #expect(gateway.waitFor("another client uses the id \"hearth-test\""))
        #expect(gateway.stop().code == 0)
    }

    @Test("an access list that hides the sync topic is said, and the gateway goes on", arguments: ["5", "3.1.1"])
    func hiddenMarker(version: String) throws {
        var options = BrokerOptions()
        options.users = ["hearth": "x"]
        options.accessList = [
            "user hearth", "topic read t/sensors/#", "topic write t/+/fan/set",
            "topic write t/gateways/hearth-test/status",
        ]
        let broker = try Broker(options)
        let house = try House(port: broker.port)
        let secret = try house.folder.write("x", to: "password")
        try house.configure(
            port: broker.port, ["username \"hearth\"", "password from file \"\(secret)\"", "protocol \(version)"])
        let gateway = try house.start()
        #expect(gateway.waitFor("the marker on t/gateways/hearth-test/sync did not come back within 2 s"))
        #expect(gateway.waitFor("connected to"))
        #expect(gateway.stop().code == 0)
    }
}
