@testable import Link
import Mosquitto
import TestSupport
import Testing

@testable import Gateway

@Suite("What is said of a failed connection")
struct FailureWordsTests {
    @Test("a refusal by the broker names the setting to change")
    func refusal() {
        let failure = LinkFailure.refusal(code: 0x86, text: nil)
        #expect(failure.kind == .configuration)
        #expect(failure.words == "wrong user name or password")
        #expect(failure.advice == "check \"username\" and \"password\"")
    }

    @Test("a password file that is not there is a mistake to mend, and its path is said")
    func missingPassword() throws {
        let material = ConnectionMaterial()
        let failure = thrown(LinkFailure.self) {
            try material.password(from: .file("/nowhere/password"))
        }
        #expect(failure?.kind == .configuration)
        #expect(failure?.words == "cannot read the password file /nowhere/password: No such file or directory")
    }

    @Test("a port that does not exist is a mistake to mend")
    func port() {
        let attempt = LinkAction.Attempt(
            number: 1, connection: .init(host: "x", port: 70_000, clientID: "c", presenceTopic: "p"),
            protocolVersion: .v5,
            willQoS: 1, willRetained: true)
        #expect(throws: LinkFailure.self) { try ClientConfiguration(attempt, password: nil) }
    }

    @Test("a presence topic that MQTT cannot carry is a mistake to mend, and names the setting")
    func presence() {
        let attempt = LinkAction.Attempt(
            number: 1, connection: .init(host: "x", port: 1, clientID: "c", presenceTopic: "a/#"), protocolVersion: .v5,
            willQoS: 1, willRetained: true)
        let failure = thrown(LinkFailure.self) { try ClientConfiguration(attempt, password: nil) }
        #expect(failure?.advice == "check \"presence\"")
    }
}
