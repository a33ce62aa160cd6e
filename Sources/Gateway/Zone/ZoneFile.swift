import Glibc

/// The file with the rules of the house's zone. The C library reads it once; whether it has become another one since, by
/// an update of the zones or because the machine was moved, is looked at from time to time.
struct ZoneFile {
    enum Look {
        case same
        case changed
        /// It is gone: what was read goes on.
        case gone
    }

    /// So often is looked, in nanoseconds.
    private static let pause: Int64 = 60_000_000_000

    /// As the settings name it, or nil for the system's.
    let zone: String?
    /// Nil where the zone is no file: rules that are written into `TZ`.
    let path: String?
    private var stamp: Stamp?
    private var isGone = false
    private var nextLook: Int64

    init(zone: String?, at now: Int64) {
        let folder = ZoneData.folder
        let variable = getenv("TZ").map { String(cString: $0) }
        self.init(
            zone: zone, path: zone.map { "\(folder)/\($0)" } ?? Self.path(ofVariable: variable, in: folder), at: now)
    }

    init(zone: String? = nil, path: String?, at now: Int64) {
        self.zone = zone
        self.path = path
        stamp = path.flatMap { Stamp($0) }
        nextLook = now + Self.pause
    }

    /// There was nothing to read: the C library takes UTC.
    var isMissing: Bool { path.map { !ZoneData.isZone($0) } ?? false }

    /// Looks at it, where it is time to.
    mutating func look(at now: Int64) -> Look {
        guard now >= nextLook else { return .same }
        return lookNow(at: now)
    }

    mutating func lookNow(at now: Int64) -> Look {
        nextLook = now + Self.pause
        guard let path else { return .same }
        guard let found = Stamp(path) else {
            defer { isGone = true }
            return isGone || stamp == nil ? .same : .gone
        }
        isGone = false
        guard found != stamp else { return .same }
        stamp = found
        return .changed
    }

    /// The file that the C library reads where `TZ` is such, or nil where it needs none.
    static func path(ofVariable value: String?, in folder: String) -> String? {
        guard let value else { return "/etc/localtime" }
        let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
        guard !name.isEmpty else { return nil }
        let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
        // `CET-1CEST,M3.5.0,M10.5.0/3` is no file and needs none.
        return ZoneData.isZone(path) || !name.utf8.contains { (48...57).contains($0) } ? path : nil
    }

    /// What tells one file from another, and from what it was before.
    private struct Stamp: Equatable {
        private let device: dev_t
        private let node: ino_t
        private let size: off_t
        private let seconds: Int
        private let nanoseconds: Int

        /// Of what a link leads to; nil where there is nothing.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = status.st_dev
            node = status.st_ino
            size = status.st_size
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }
}
