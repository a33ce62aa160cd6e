import Foundation
import Testing

@Suite("hearth demo", .serialized)
struct DemoRunTests {
    @Test("the gateway cools the house, and says why")
    func cools() throws {
        let demo = try DemoProcess(["--seed", "1"])
        try demo.await("the gateway is online")
        let on = try demo.await(" fan ON: temperature(")
        #expect(on.contains(" °C, above 26 °C (") && on.contains("climate.rules:"))
        try demo.await(" fan OFF: ")
        try demo.await("fan ON |")
        demo.send(SIGINT)
        #expect(demo.awaitEnd() == 0)
        #expect(demo.leftFiles.isEmpty)
    }

    @Test("a time limit ends it, and nothing is left")
    func timeLimit() throws {
        let demo = try DemoProcess(["--for", "1s", "--seed", "2"])
        #expect(demo.awaitEnd() == 0)
        #expect(demo.lines.contains { $0.contains("the gateway is online") })
        #expect(demo.leftFiles.isEmpty)
    }

    @Test("a sensor that fails is seen by its last will", .timeLimit(.minutes(2)))
    func lastWill() throws {
        let demo = try DemoProcess(["--seed", "3"])
        try demo.await("thermometer is offline: its last will")
        try demo.await("thermometer is online again")
        demo.send(SIGTERM)
        #expect(demo.awaitEnd() == 0)
    }

    @Test("hanging up cleans up", arguments: [SIGTERM, SIGHUP, SIGQUIT])
    func signals(signal: Int32) throws {
        let demo = try DemoProcess([])
        try demo.await("the gateway is online")
        demo.send(signal)
        #expect(demo.awaitEnd() == 0)
        #expect(demo.leftFiles.isEmpty)
    }

    @Test("killed without a chance to clean up, it leaves no broker and no gateway behind", .timeLimit(.minutes(1)))
    func killed() throws {
        let demo = try DemoProcess([])
        try demo.await("the gateway is online")
        demo.send(SIGKILL)
        #expect(demo.awaitEnd() == -SIGKILL)
    }

    @Test("without its broker or its gateway it says so and ends", arguments: ["mosquitto", "hearth"])
    func childDies(name: String) throws {
        let demo = try DemoProcess([])
        try demo.await("the gateway is online")
        kill(try demo.child(named: name), SIGKILL)
        #expect(demo.awaitEnd() == 1)
        let who = name == "hearth" ? "The gateway" : "The broker"
        #expect(demo.lines.contains("hearth demo: \(who) ended by itself (signal 9). Its last lines:"))
        #expect(demo.leftFiles.isEmpty)
    }

    @Test("rules that cannot be found are named")
    func noConfig() throws {
        let demo = try DemoProcess([], config: "/nowhere")
        #expect(demo.awaitEnd() == 1)
        #expect(demo.lines == ["hearth demo: /nowhere is no folder with rules: there is no rules.d in it."])
        #expect(demo.leftFiles.isEmpty)
    }
}
