import Glibc
import RuleLanguage

/// A file that is read and written as a whole.
struct RulesFile {
    /// As it is named in messages.
    let name: String
    /// File names are bytes: not every name is UTF-8.
    private let path: [CChar]

    init(_ path: String) {
        name = path
        self.path = path.utf8.map { CChar(bitPattern: $0) } + [0]
    }

    init(in folder: String, _ name: [UInt8]) {
        self.name = folder + String(decoding: name, as: UTF8.self)
        path = (Array(folder.utf8) + name).map { CChar(bitPattern: $0) } + [0]
    }

    /// What was read, and of which state of the file.
    struct Contents {
        var bytes: [UInt8]
        fileprivate var status: stat
    }

    /// A regular file's contents; of one that is too large only so much that the parser sees that it is.
    func read() throws(FileProblem) -> Contents {
        // Without blocking: a pipe would wait for somebody to write into it.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw .unreadable(name, errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .unreadable(name, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            let what = status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not a file"
            throw FileProblem("cannot read \(PlainText.escaping(name)): \(what)")
        }
        return Contents(bytes: try Self.readAll(file, name: name), status: status)
    }

    static func readStandardInput() throws(FileProblem) -> [UInt8] {
        try readAll(STDIN_FILENO, name: "standard input")
    }

    private static func readAll(_ file: Int32, name: String) throws(FileProblem) -> [UInt8] {
        let limit = Parser.largestFile + 4
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = Glibc.read(file, &buffer, min(buffer.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(name, errno) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    // MARK: Writing

    /// Puts other contents in the place of those that were read, all at once: whoever reads the file meanwhile, or loses
    /// power, has the one or the other. Behind a link it is the file that it leads to; owner, group and mode stay.
    func replace(_ contents: Contents, with bytes: [UInt8]) throws(FileProblem) {
        guard let resolved = realpath(path, nil) else { throw .unwritable(name, FileProblem.reason(errno)) }
        defer { free(resolved) }
        guard faccessat(AT_FDCWD, resolved, W_OK, AT_EACCESS) == 0 else {
            throw .unwritable(name, FileProblem.reason(errno))
        }
        var replacement = try FileReplacement(beside: resolved, name: name)
        defer { replacement.discard() }
        try replacement.write(bytes)
        try replacement.takeOwner(of: contents.status)
        guard isUnchanged(contents.status, resolved) else {
            throw .unwritable(name, "somebody else has changed it in the meantime; it was left as it is now")
        }
        try replacement.install(as: resolved)
    }

    private func isUnchanged(_ status: stat, _ resolved: UnsafePointer<CChar>) -> Bool {
        var now = stat()
        return stat(resolved, &now) == 0 && now.st_dev == status.st_dev && now.st_ino == status.st_ino
            && now.st_size == status.st_size && now.st_mtim.tv_sec == status.st_mtim.tv_sec
            && now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
    }
}
