import Glibc

/// A folder that nobody else can read and that is gone when the demo is.
///
/// One that was killed could not clean up. The next demo does it: as long as a demo lives it holds the lock in its folder.
final class TemporaryFolder {
    let path: String
    private var lock: Int32 = -1

    static let prefix = "hearth-demo-"
    /// A folder as young as this may belong to a demo that has not taken its lock yet. Seconds.
    private static let youngest = 60

    init() throws(DemoFailure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/\(TemporaryFolder.prefix)XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw DemoFailure("No temporary folder could be made in \(parent): \(String(cString: strerror(errno))).")
        }
        path = String(cString: made)
        lock = TemporaryFolder.takeLock(in: path, flags: O_CREAT)
        TemporaryFolder.removeAbandoned(in: parent)
    }

    deinit {
        if lock >= 0 { close(lock) }
    }

    /// - Returns: the locked file, or -1 where it is not there or somebody else has it.
    private static func takeLock(in folder: String, flags: Int32) -> Int32 {
        let file = open("\(folder)/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0o600)
        guard file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0 else { return file }
        close(file)
        return -1
    }

    /// Takes away the folders of this user's demos that were killed.
    static func removeAbandoned(in parent: String) {
        for name in FileText.names(in: parent) ?? [] where name.hasPrefix(prefix) {
            let folder = "\(parent)/\(name)"
            var status = stat()
            guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(),
                time(nil) - status.st_mtim.tv_sec > youngest
            else { continue }
            let lock = takeLock(in: folder, flags: 0)
            guard lock >= 0 else { continue }
            remove(folder)
            close(lock)
        }
    }

    func makeFolder(_ name: String) throws(DemoFailure) -> String {
        let folder = "\(path)/\(name)"
        guard mkdir(folder, 0o700) == 0 else {
            throw DemoFailure("\(folder) could not be made: \(String(cString: strerror(errno))).")
        }
        return folder
    }

    /// Takes away the folder and all that is in it.
    func remove() {
        TemporaryFolder.remove(path)
    }

    private static func remove(_ path: String) {
        for name in FileText.names(in: path) ?? [] {
            let entry = "\(path)/\(name)"
            var status = stat()
            let isFolder = lstat(entry, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            if isFolder { remove(entry) } else { unlink(entry) }
        }
        rmdir(path)
    }
}
