import Glibc

extension ServiceEnvironment {
    /// The size that systemd allows for all credentials of a service together.
    package static let credentialLimit = 1 << 20

    /// A secret from the unit's `LoadCredential=`, byte for byte (a file written with an editor ends with a line feed).
    ///
    /// Nil when there is no such credential, or no service manager; an error when there is one that cannot be read.
    package func credential(named name: String) throws(SystemError) -> [UInt8]? {
        guard let credentialsFolder else { return nil }
        guard !name.isEmpty, name != ".", name != "..",
            !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
        else {
            throw SystemError(attempt: "read credential '\(escaped(name))'", code: EINVAL)
        }
        let attempt = "read credential '\(escaped(name))'"
        let file = open("\(credentialsFolder)/\(name)", O_RDONLY | O_CLOEXEC | O_NOCTTY)
        let code = errno
        if file < 0, code == ENOENT { return nil }
        guard file >= 0 else { throw SystemError(attempt: attempt, code: code) }
        defer { close(file) }
        return try contents(of: file, attempt)
    }

    private func contents(of file: Int32, _ attempt: String) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = try checkedCall(attempt) { read(file, &chunk, chunk.count) }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= Self.credentialLimit else { throw SystemError(attempt: attempt, code: EFBIG) }
        }
    }
}
