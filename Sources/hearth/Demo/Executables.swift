import Glibc

/// Where programs are.
enum Executables {
    /// Folders that hold daemons and are not on everybody's PATH.
    private static let further = ["/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/local/bin", "/usr/bin", "/bin"]

    /// The first of that name on PATH, or where daemons are.
    static func find(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let folders = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") } + further
        return folders.map { "\($0)/\(name)" }.first(where: FileText.isExecutable)
    }

    /// The file of the program that is running, links resolved.
    static func own() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
