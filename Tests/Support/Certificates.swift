import Foundation

/// A certificate authority in a temporary folder, with what it has certified. Made with `openssl`, valid for a day.
package final class Certificates: Sendable {
    /// Paths of a certificate and its key.
    package struct Pair: Sendable {
        package let certificate: String
        package let key: String
    }

    package struct Failure: Error {
        package let output: String
    }

    /// When a certificate is valid.
    package enum Validity: Sendable {
        case now
        case past
    }

    private let folder: TemporaryFolder
    /// The authority's own certificate, PEM.
    package let authority: String

    /// A new authority.
    package init(name: String = "Test Authority") throws {
        folder = try TemporaryFolder()
        authority = "\(folder.path)/ca.pem"
        try Self.openssl(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                "-subj", "/CN=\(name)", "-keyout", "\(folder.path)/ca.key", "-out", authority,
                "-addext", "basicConstraints=critical,CA:TRUE",
            ])
    }

    /// A certificate for a broker with these names (`DNS:localhost`, `IP:127.0.0.1`).
    package func server(names: [String] = ["DNS:localhost"], validity: Validity = .now) throws -> Pair {
        try issue(
            "server", subject: "/CN=broker", validity: validity,
            extensions: "subjectAltName=\(names.joined(separator: ","))\nextendedKeyUsage=serverAuth")
    }

    /// A certificate for a client; its key is encrypted if there is a password.
    package func client(name: String, password: String? = nil) throws -> Pair {
        let pair = try issue(
            "client-\(name)", subject: "/CN=\(name)", validity: .now, extensions: "extendedKeyUsage=clientAuth")
        guard let password else { return pair }
        let key = "\(pair.key).encrypted"
        try Self.openssl(["pkey", "-in", pair.key, "-aes256", "-passout", "pass:\(password)", "-out", key])
        return Pair(certificate: pair.certificate, key: key)
    }

    private func issue(_ name: String, subject: String, validity: Validity, extensions: String) throws -> Pair {
        let base = "\(folder.path)/\(name)"
        let settings = try folder.write(extensions, to: "\(name).ext")
        try Self.openssl(
            [
                "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", subject,
                "-keyout", "\(base).key", "-out", "\(base).csr",
            ])
        let sign = [
            "x509", "-req", "-in", "\(base).csr", "-CA", authority, "-CAkey", "\(folder.path)/ca.key",
            "-CAcreateserial", "-extfile", settings, "-out", "\(base).pem",
        ]
        switch validity {
        case .now: try Self.openssl(sign + ["-days", "1"])
        case .past:
            // OpenSSL 3.5 refuses an end before the start, 3.0 does not know how to set the start.
            do {
                try Self.openssl(sign + ["-not_before", "20200101000000Z", "-not_after", "20200201000000Z"])
            } catch {
                try Self.openssl(sign + ["-days", "-1"])
            }
        }
        return Pair(certificate: "\(base).pem", key: "\(base).key")
    }

    private static func openssl(_ arguments: [String]) throws {
        let (status, output) = try ProcessRunner.run("openssl", arguments)
        if status != 0 { throw Failure(output: output) }
    }
}
