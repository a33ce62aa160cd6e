/// An instant, told to the engine by whoever runs it: the engine has no clock.
package struct Moment: Sendable, Hashable {
    /// Nanoseconds of a clock that never jumps and counts while the machine sleeps (CLOCK_BOOTTIME): for durations.
    package var monotonic: Int64
    /// Nanoseconds since 1970-01-01 00:00 UTC: for the time of day.
    package var wall: Int64
    /// Whether the wall clock can be believed. A machine without a clock of its own starts in the past, and until it is set nothing
    /// is known of the time of day.
    package var isWallTrusted: Bool

    package init(monotonic: Int64, wall: Int64, isWallTrusted: Bool = true) {
        self.monotonic = monotonic
        self.wall = wall
        self.isWallTrusted = isWallTrusted
    }

    /// This moment moved by a length of time on both clocks.
    package func advanced(by nanoseconds: Int64) -> Moment {
        Moment(monotonic: monotonic + nanoseconds, wall: wall + nanoseconds, isWallTrusted: isWallTrusted)
    }
}
