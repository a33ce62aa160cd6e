/// When a saved state was taken.
package struct SavedMoment: Equatable, Sendable {
    /// The engine's time and the wall clock, in nanoseconds.
    package var engine: Int64
    package var wall: Int64
    /// The clock that runs from the start of the machine, suspended or not, and which start that was.
    package var boot: Int64
    package var bootID: String

    package init(engine: Int64, wall: Int64, boot: Int64, bootID: String) {
        (self.engine, self.wall, self.boot, self.bootID) = (engine, wall, boot, bootID)
    }

    /// How long ago that was, in nanoseconds: by the clock that counts from the start of the machine, which nobody can set, where
    /// that is still the same start.
    /// - Parameter current: which start of the machine this is; empty where nobody knows.
    /// - Returns: nil where only the wall clock could tell, and it cannot be believed.
    package func age(at now: Moment, bootID current: String) -> Int64? {
        if bootID == current, !bootID.isEmpty, boot <= now.monotonic { return now.monotonic - boot }
        return now.isWallTrusted && wall > 0 ? max(0, now.wall - wall) : nil
    }
}
