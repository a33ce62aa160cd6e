import Foundation

/// How a test's broker is set up.
package struct BrokerOptions: Sendable {
    /// TLS of the broker's only listener.
    package struct TLS: Sendable {
        package var authority: String
        package var server: Certificates.Pair
        package var requiresClientCertificate: Bool

        package init(authority: String, server: Certificates.Pair, requiresClientCertificate: Bool = false) {
            self.authority = authority
            self.server = server
            self.requiresClientCertificate = requiresClientCertificate
        }
    }

    /// User names with their passwords; nobody else gets in if there is one.
    package var users: [String: String] = [:]
    /// Lines of an ACL file.
    package var accessList: [String] = []
    package var tls: TLS?
    /// Whether retained messages and sessions survive a restart.
    package var isPersistent = false
    /// Further lines of mosquitto.conf.
    package var lines: [String] = []

    package init() {}

    /// The text of mosquitto.conf. Writes the files that it names into the folder.
    func configuration(port: UInt16, folder: TemporaryFolder) throws -> String {
        var text = [
            "per_listener_settings false",
            // As root mosquitto would change to a user that cannot read the test's folder.
            "user \(NSUserName())",
            "log_dest stderr", "log_type all", "connection_messages true",
            "listener \(port) 127.0.0.1",
        ]
        if let tls {
            text += ["cafile \(tls.authority)", "certfile \(tls.server.certificate)", "keyfile \(tls.server.key)"]
            if tls.requiresClientCertificate { text += ["require_certificate true"] }
        }
        if users.isEmpty {
            text.append("allow_anonymous true")
        } else {
            text += ["allow_anonymous false", "password_file \(try passwordFile(folder))"]
        }
        if !accessList.isEmpty {
            text.append("acl_file \(try folder.write(accessList.joined(separator: "\n") + "\n", to: "acl"))")
        }
        if isPersistent { text += ["persistence true", "persistence_location \(folder.path)/"] }
        return (text + lines).joined(separator: "\n") + "\n"
    }

    private func passwordFile(_ folder: TemporaryFolder) throws -> String {
        let file = try folder.write("", to: "passwords")
        for (name, password) in users.sorted(by: { $0.key < $1.key }) {
            let (status, output) = try ProcessRunner.run("mosquitto_passwd", ["-b", file, name, password])
            if status != 0 { throw Broker.Failure(output: [output]) }
        }
        return file
    }
}
