import RuleEngine
import Systemd

/// The two clocks of the house, and whether the one on the wall can be believed.
///
/// A Raspberry Pi without a clock of its own starts in 1970, or when it was switched off. A clock that shows a time before the
/// newest saved state, or before this program was made, is not believed until the system says that it has been synchronised.
struct HouseClock {
    /// While the clock is not believed it is asked so often whether it has been synchronised.
    static let patience: Int64 = 10_000_000_000

    /// Times before it are wrong; nanoseconds since 1970.
    private var earliest = Gateway.earliestTime
    private(set) var isTrusted = false
    private let isSynchronized: () -> Bool

    init(isSynchronized: @escaping () -> Bool = { SystemClock.isSynchronized }) {
        self.isSynchronized = isSynchronized
    }

    /// A state was saved at that time, so it cannot be earlier now.
    mutating func wasSaved(at wall: Int64) {
        earliest = max(earliest, wall)
        isTrusted = false
    }

    var now: Moment {
        mutating get { moment(monotonic: SystemClock.monotonic, wall: SystemClock.wall) }
    }

    /// The moment that the clocks show. Once believed is believed for good: a clock that is set back later was wrong before.
    mutating func moment(monotonic: Int64, wall: Int64) -> Moment {
        isTrusted = isTrusted || wall >= earliest || isSynchronized()
        return Moment(monotonic: monotonic, wall: wall, isWallTrusted: isTrusted)
    }
}
