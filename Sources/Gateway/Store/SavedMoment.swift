import RuleEngine

/// When a saved state was taken.
struct SavedMoment: Equatable, Sendable {
    /// The engine's time and the wall clock, in nanoseconds.
    var engine: Int64
    var wall: Int64
    /// The clock that runs from the start of the machine, suspended or not, and which start that was.
    var boot: Int64
    var bootID: String

    /// How long ago that was, in nanoseconds: by the clock that counts from the start of the machine, which nobody can set, where
    /// that is still the same start.
    /// Nil where only the wall clock could tell, and it cannot be believed.
    func age(at now: Moment) -> Int64? {
        if bootID == BootID.current, !bootID.isEmpty, boot <= now.monotonic { return now.monotonic - boot }
        return now.isWallTrusted && wall > 0 ? max(0, now.wall - wall) : nil
    }
}

/// Which start of the machine this is.
enum BootID {
    static var current: String {
        let file = "/proc/sys/kernel/random/boot_id"
        guard let bytes = try? FileReading.text(of: FileReading.path(file), named: file) else { return "" }
        return String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    }
}
