import Glibc

/// A folder that nobody else can read and that is gone when the demo is.
final class TemporaryFolder {
    let path: String

    init() throws(DemoFailure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/hearth-demo-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw DemoFailure("No temporary folder could be made in \(parent): \(String(cString: strerror(errno))).")
        }
        path = String(cString: made)
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
