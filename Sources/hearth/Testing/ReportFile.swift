import Glibc
import RuleLanguage

/// A file that is written as a whole, for other programs to read.
struct ReportFile {
    let path: String

    /// Whoever reads the file meanwhile has what was there before. A pipe or device is written to as it is.
    func write(_ text: String) throws(FileProblem) {
        var status = stat()
        guard stat(path, &status) == 0 else { return try replace(path, mode: Self.ordinaryMode, with: text) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw .unwritable(path, "it is a folder; name a file in it")
        case S_IFREG:
            guard let resolved = realpath(path, nil) else { throw .unwritable(path, FileProblem.reason(errno)) }
            defer { free(resolved) }
            try replace(String(cString: resolved), mode: status.st_mode & 0o7777, with: text)
        default: try writeThrough(text)
        }
    }

    private func replace(_ target: String, mode: mode_t, with text: String) throws(FileProblem) {
        let target = target.contains("/") ? target : "./" + target
        let folder = String(target[...(target.lastIndex(of: "/") ?? target.startIndex)])
        var status = stat()
        guard stat(folder, &status) == 0 else {
            throw .unwritable(path, "there is no folder \(PlainText.escaping(String(folder.dropLast())))")
        }
        let bytes = target.utf8.map { CChar(bitPattern: $0) } + [0]
        var replacement = try FileReplacement(beside: bytes, name: path)
        defer { replacement.discard() }
        try replacement.write(Array(text.utf8))
        try replacement.take(mode)
        try replacement.install(as: bytes)
    }

    private func writeThrough(_ text: String) throws(FileProblem) {
        let file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw .unwritable(path, FileProblem.reason(errno)) }
        defer { close(file) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .unwritable(path, FileProblem.reason(errno)) }
            rest = rest.dropFirst(count)
        }
    }

    /// What a new file gets.
    private static var ordinaryMode: mode_t {
        let mask = umask(0)
        umask(mask)
        return 0o666 & ~mask
    }
}
