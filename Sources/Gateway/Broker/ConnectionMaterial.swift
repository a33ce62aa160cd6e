import Glibc
import Link
import Mosquitto
import RuleLanguage
import Systemd

/// The secrets and files of a connection, read anew for each attempt so that what was mended counts at once.
struct ConnectionMaterial {
    private let environment: ServiceEnvironment

    /// No password is longer.
    static let passwordLimit = 65_535

    init(_ environment: ServiceEnvironment = .ofProcess) { self.environment = environment }

    /// The password, without the line break that an editor leaves at the end of a file.
    func password(from source: Settings.PasswordSource) throws(LinkFailure) -> Secret {
        let bytes: [UInt8]
        switch source {
        case .credential(let name): bytes = try credential(named: name)
        case .file(let path): bytes = try contents(ofPasswordFile: path)
        }
        var end = bytes.count
        if end > 0, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        if end > 0, end < bytes.count, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        guard end <= Self.passwordLimit else {
            throw LinkFailure(.configuration, "the password is too long", advice: "check \"password\"")
        }
        return Secret(bytes: Array(bytes[..<end]))
    }

    /// A sentence about a password file that others may read; nil if all is well.
    func warning(about source: Settings.PasswordSource?) -> String? {
        guard case .file(let path)? = source else { return nil }
        var status = stat()
        // A group may read it: that is how a service without root gets at it.
        guard stat(path, &status) == 0, status.st_mode & (S_IROTH | S_IWOTH | S_IWGRP) != 0 else { return nil }
        return "the password file \(escaped(path)) is open to other users: chmod 600 it"
    }

    /// A number that changes when the contents of the password or of the TLS files do; nil when one cannot be read.
    func fingerprint(of connection: LinkSettings.Connection) -> UInt64? {
        var hasher = Hasher()
        switch connection.password {
        case .credential(let name)?:
            guard let bytes = try? environment.credential(named: name) else { return nil }
            hasher.combine(bytes)
        case .file(let path)?:
            guard let bytes = try? Self.contents(of: path) else { return nil }
            hasher.combine(bytes)
        case nil: break
        }
        if connection.usesTLS {
            for path in [connection.ca, connection.certificate?.certificate, connection.certificate?.key] {
                guard let path else { continue }
                guard let bytes = try? Self.contents(of: path) else { return nil }
                hasher.combine(bytes)
            }
        }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    private func credential(named name: String) throws(LinkFailure) -> [UInt8] {
        let found: [UInt8]?
        do {
            found = try environment.credential(named: name)
        } catch {
            throw LinkFailure(.configuration, "\(error)", advice: "check \"password\"")
        }
        guard let found else {
            throw LinkFailure(
                .configuration, "there is no credential \"\(escaped(name))\"",
                advice: "give it with LoadCredential=\(escaped(name)):FILE in the unit")
        }
        return found
    }

    private func contents(ofPasswordFile path: String) throws(LinkFailure) -> [UInt8] {
        do {
            return try Self.contents(of: path)
        } catch {
            let reason = String(cString: strerror(error.code))
            throw LinkFailure(
                .configuration, "cannot read the password file \(escaped(path)): \(reason)",
                advice: "check \"password\"")
        }
    }

    /// The bytes of a small file.
    private static func contents(of path: String) throws(SystemError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        let code = errno
        guard file >= 0 else { throw SystemError(attempt: "read \(escaped(path))", code: code) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(file, &chunk, chunk.count)
            let code = errno
            guard count >= 0 else { throw SystemError(attempt: "read \(escaped(path))", code: code) }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= sizeLimit else { throw SystemError(attempt: "read \(escaped(path))", code: EFBIG) }
        }
    }

    /// More than any bundle of certificates has.
    private static let sizeLimit = 4 << 20
}
