import Glibc

/// A new file that will take the place of another one in the same folder.
struct FileReplacement {
    private let name: String
    private let folder: [CChar]
    private let path: [CChar]
    private var file: Int32
    private var isInstalled = false

    /// It is hidden until then: the gateway does not read it.
    /// - Parameter name: of the file that is replaced, for messages.
    init(beside target: UnsafePointer<CChar>, name: String) throws(FileProblem) {
        let bytes = Array(UnsafeBufferPointer(start: target, count: strlen(target)))
        let slash = bytes.lastIndex(of: CChar(bitPattern: UInt8(ascii: "/"))) ?? 0
        var path = Array(bytes[...slash]) + ".hearth-XXXXXX".utf8CString
        let file = mkstemp(&path)
        guard file >= 0 else {
            throw .unwritable(name, "no file can be made beside it: \(FileProblem.reason(errno))")
        }
        self.name = name
        self.folder = Array(bytes[...slash]) + [0]
        self.path = path
        self.file = file
    }

    func write(_ bytes: [UInt8]) throws(FileProblem) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .unwritable(name, FileProblem.reason(errno)) }
            rest = rest.dropFirst(count)
        }
    }

    /// The owner first: changing it takes away bits of the mode.
    func takeOwner(of original: stat) throws(FileProblem) {
        var own = stat()
        guard fstat(file, &own) == 0 else { throw .unwritable(name, FileProblem.reason(errno)) }
        if own.st_uid != original.st_uid || own.st_gid != original.st_gid,
            fchown(file, original.st_uid, original.st_gid) != 0
        {
            throw .unwritable(
                name, "it belongs to another user or group, and only root can leave it so; say it with sudo")
        }
        guard fchmod(file, original.st_mode & 0o7777) == 0 else {
            throw .unwritable(name, FileProblem.reason(errno))
        }
    }

    /// Who may read and write it.
    func take(_ mode: mode_t) throws(FileProblem) {
        guard fchmod(file, mode) == 0 else { throw .unwritable(name, FileProblem.reason(errno)) }
    }

    /// It is on the disk before it has the name, so the name never leads to half a file.
    mutating func install(as target: UnsafePointer<CChar>) throws(FileProblem) {
        guard fsync(file) == 0, rename(path, target) == 0 else {
            throw .unwritable(name, FileProblem.reason(errno))
        }
        isInstalled = true
        let folder = open(self.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Closes it, and takes it away unless it was installed.
    mutating func discard() {
        close(file)
        file = -1
        if !isInstalled { unlink(path) }
    }
}
