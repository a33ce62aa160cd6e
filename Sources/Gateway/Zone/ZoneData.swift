import Glibc
import RuleLanguage

/// The time zones that this machine has, as files below one folder.
package enum ZoneData {
    /// Where the C library looks, too.
    static var folder: String {
        getenv("TZDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/share/zoneinfo"
    }

    /// What the checker is told of a zone. A machine without any zones knows no better than the settings.
    package static func lookUp(_ name: String) -> ZoneLookup {
        guard isFolder(folder), !isZone("\(folder)/\(name)") else { return .known }
        return .unknown(others: names)
    }

    /// Whether a file has the rules of a zone in it.
    static func isZone(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return false }
        defer { close(file) }
        var beginning = [UInt8](repeating: 0, count: 4)
        return read(file, &beginning, 4) == 4 && beginning.elementsEqual("TZif".utf8)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// All that can be written as a zone, in the order of their bytes.
    private static var names: [String] {
        // The same zones once more, with and without leap seconds.
        let copies: Set<String> = ["posix", "right"]
        return names(below: "", depth: 0).filter { !copies.contains(String($0.prefix { $0 != "/" })) }
    }

    /// No zone's name has more levels: `America/Argentina/Ushuaia`.
    private static let deepest = 3

    private static func names(below prefix: String, depth: Int) -> [String] {
        guard depth < deepest, let entries = try? FileReading.names(in: "\(folder)/\(prefix)") else { return [] }
        return entries.filter { $0.bytes.first.map { (65...90).contains($0) } ?? false }.flatMap { entry in
            entry.isFolder ? names(below: "\(prefix)\(entry.shown)/", depth: depth + 1) : [prefix + entry.shown]
        }
    }
}
