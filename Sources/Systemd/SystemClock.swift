import CSystemd
import Glibc

/// The two clocks that the event loop is told about, in nanoseconds.
package enum SystemClock {
    /// Time since boot, suspended time included; the clock of `TimerSource`. It never jumps.
    package static var monotonic: Int64 { read(CLOCK_BOOTTIME) }

    /// Time since 1970 (UTC), which a person or NTP may set to anything at any moment (see `ClockStepSource`).
    package static var wall: Int64 { read(CLOCK_REALTIME) }

    /// Whether the wall clock has been set by NTP or the like, as the kernel knows it, or systemd-timesyncd: a service that may not
    /// set the clock may not ask the kernel either.
    package static var isSynchronized: Bool {
        var state = timex()
        if adjtimex(&state) >= 0, state.status & Int32(STA_UNSYNC) == 0 { return true }
        return access("/run/systemd/timesync/synchronized", F_OK) == 0
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
