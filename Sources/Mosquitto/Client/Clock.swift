import Glibc

/// The clock of time limits: it also runs while the machine sleeps.
enum Clock {
    /// Nanoseconds of CLOCK_BOOTTIME.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
