import Glibc

/// The clock that nobody sets.
enum Monotonic {
    static let second: Int64 = 1_000_000_000
    static let millisecond: Int64 = 1_000_000

    /// Nanoseconds since some moment in the past.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * second + Int64(time.tv_nsec)
    }
}
