import Glibc

/// Small files as text.
enum FileText {
    /// More than any rules file that a person wrote.
    private static let longest = 4 << 20

    /// Nil where it cannot be read.
    static func read(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.count <= longest {
            let count = Glibc.read(file, &buffer, buffer.count)
            guard count >= 0 else { return nil }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
        return nil
    }

    static func write(_ text: String, to path: String) throws(DemoFailure) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        var rest = Array(text.utf8)[...]
        while file >= 0, !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        let problem = file < 0 || !rest.isEmpty ? errno : 0
        if file >= 0 { close(file) }
        guard problem == 0 else {
            throw DemoFailure("\(path) could not be written: \(String(cString: strerror(problem))).")
        }
    }

    /// The names in a folder, sorted; nil where it cannot be read.
    static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    static func isExecutable(_ path: String) -> Bool {
        access(path, X_OK) == 0 && !isFolder(path)
    }
}
