import Glibc
import RuleLanguage

/// Files and folders as bytes. File names are bytes too: not every name is UTF-8.
enum FileReading {
    struct Name {
        var bytes: [UInt8]
        var isFolder: Bool

        var shown: String { String(decoding: bytes, as: UTF8.self) }
    }

    static func path(_ path: String) -> [CChar] {
        path.utf8.map { CChar(bitPattern: $0) } + [0]
    }

    static func path(_ folder: String, _ name: Name) -> [CChar] {
        Array(path(folder).dropLast()) + name.bytes.map { CChar(bitPattern: $0) } + [0]
    }

    /// What lies in a folder, in the order of the bytes of the names.
    static func names(in folder: String) throws(RulesFolderError) -> [Name] {
        guard let stream = opendir(folder) else {
            let code = errno
            throw .unreadable(folder, code == ENOENT ? "there is no such folder" : reason(code))
        }
        defer { closedir(stream) }
        var names: [Name] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                let code = errno
                guard code == 0 else { throw .unreadable(folder, reason(code)) }
                break
            }
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            names.append(Name(bytes: bytes, isFolder: entry.pointee.d_type == UInt8(DT_DIR)))
        }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// A regular file's contents. Of one that is too large only so much that the parser sees that it is.
    static func text(of path: [CChar], named name: String) throws(RulesFolderError) -> [UInt8] {
        // Without blocking: a pipe in the folder would wait for somebody to write into it.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            let code = errno
            throw .unreadable(name, code == ENOENT ? "there is no such file" : reason(code))
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .unreadable(name, reason(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(name, status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not a file")
        }
        let limit = Parser.largestFile + 4
        var text: [UInt8] = []
        while text.count < limit {
            var code: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: min(65_536, limit - text.count)) { buffer, count in
                let length = read(file, buffer.baseAddress, buffer.count)
                code = length < 0 ? errno : 0
                count = max(0, length)
            }
            if code == EINTR { continue }
            guard code == 0 else { throw .unreadable(name, reason(code)) }
            if chunk.isEmpty { break }
            text += chunk
        }
        return text
    }

    /// What a path leads to, whatever it is called.
    struct Identity: Equatable {
        var device: dev_t
        var number: ino_t
    }

    static func identity(_ path: String) -> Identity? {
        var status = stat()
        return stat(path, &status) == 0 ? Identity(device: status.st_dev, number: status.st_ino) : nil
    }

    /// Whether the path names a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func reason(_ code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }
}

extension RulesFolder {
    /// Whether the path names a folder, a program of many files.
    package static func isFolder(_ path: String) -> Bool { FileReading.isFolder(path) }
}
