import Foundation
import Link
import Mosquitto
import Systemd
import TestSupport
import Testing

@testable import Gateway

@Suite("Secrets and files of a connection")
struct ConnectionMaterialTests {
    func connection(password: String?, ca: String? = nil) -> LinkSettings.Connection {
        .init(
            host: "x", port: 1, usesTLS: true, clientID: "c", password: password.map { .file($0) }, ca: ca,
            presenceTopic: "p")
    }

    @Test("a secret shows itself nowhere")
    func redacted() throws {
        let folder = try TemporaryFolder()
        let secret = try ConnectionMaterial().password(from: .file(folder.write("S3NTINEL\n", to: "p")))
        #expect("\(secret)" == "[redacted]")
        #expect(!String(reflecting: secret).contains("S3NTINEL"))
    }

    @Test("a credential comes from systemd's folder; one that is not there says how to give it")
    func credential() throws {
        let folder = try TemporaryFolder()
        try folder.write("x", to: "mqtt")
        let environment = ServiceEnvironment { $0 == "CREDENTIALS_DIRECTORY" ? folder.path : nil }
        _ = try ConnectionMaterial(environment).password(from: .credential("mqtt"))
        let failure = thrown(LinkFailure.self) {
            try ConnectionMaterial(environment).password(from: .credential("other"))
        }
        #expect(failure?.advice?.contains("LoadCredential=other:") == true)
    }

    @Test("the fingerprint changes with the contents of password and certificate, and only then")
    func fingerprint() throws {
        let folder = try TemporaryFolder()
        let password = try folder.write("a", to: "p")
        let ca = try folder.write("ca", to: "ca")
        let material = ConnectionMaterial()
        let first = material.fingerprint(of: connection(password: password, ca: ca))
        #expect(first != nil)
        #expect(material.fingerprint(of: connection(password: password, ca: ca)) == first)
        try folder.write("b", to: "p")
        let second = material.fingerprint(of: connection(password: password, ca: ca))
        #expect(second != first)
        try folder.write("ca2", to: "ca")
        #expect(material.fingerprint(of: connection(password: password, ca: ca)) != second)
        #expect(material.fingerprint(of: connection(password: "/nowhere")) == nil)
    }

    @Test(
        "a password file that others may read is warned of",
        arguments: [(0o600, false), (0o640, false), (0o644, true), (0o660, true)])
    func openFile(mode: Int, warns: Bool) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("x", to: "p")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        #expect((ConnectionMaterial().warning(about: .file(path)) != nil) == warns)
    }
}
