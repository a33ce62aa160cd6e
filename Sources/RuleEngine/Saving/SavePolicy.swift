/// When the state is written, and what is said where it cannot be. Times are nanoseconds of the monotonic clock.
///
/// What a rule decided or began is written within a second, and never more often than that; a value that only came again is
/// written with it, or after half a minute. A moment is left for what belongs together, such as the broker's answer.
package struct SavePolicy: Sendable {
    /// How much there is to write.
    package enum News: Int, Sendable, Comparable {
        case none
        /// Messages that changed values or times.
        case slight
        /// Commands, timers, waits.
        case important

        package static func < (left: News, right: News) -> Bool { left.rawValue < right.rawValue }
    }

    package enum Report: Sendable, Equatable {
        /// It cannot be written; said once a minute.
        case failing(String)
        case healed
    }

    package static let shortestPause: Int64 = 1_000_000_000
    static let moment: Int64 = 100_000_000
    static let longestPause: Int64 = 30_000_000_000
    static let pauseAfterFailure: Int64 = 5_000_000_000
    static let pauseOfReports: Int64 = 60_000_000_000

    private var news = News.none
    /// When the oldest unwritten news came.
    private var since: Int64 = 0
    private var earliest: Int64 = .min
    private var isWriting = false
    private var isFailing = false
    private var lastReport: Int64?

    package init() {}

    /// When to write; nil while there is nothing to write, or a write is under way.
    package var deadline: Int64? {
        guard !isWriting else { return nil }
        switch news {
        case .none: return nil
        case .slight: return max(earliest, since + Self.longestPause)
        case .important: return max(earliest, since + Self.moment)
        }
    }

    package mutating func note(_ more: News, at now: Int64) {
        guard more > news else { return }
        // What is important waits from now on, not from when the first slight thing came.
        since = now
        news = more
    }

    /// A write begins; what is noted from here on belongs to the next one.
    package mutating func began(at now: Int64) {
        isWriting = true
        news = .none
        earliest = now + Self.shortestPause
    }

    package mutating func succeeded() -> Report? {
        isWriting = false
        defer { isFailing = false }
        lastReport = nil
        return isFailing ? .healed : nil
    }

    /// What was to be written is still to be written.
    package mutating func failed(_ words: String, at now: Int64) -> Report? {
        isWriting = false
        isFailing = true
        if news == .none { since = now }
        news = .important
        earliest = now + Self.pauseAfterFailure
        if let lastReport, now - lastReport < Self.pauseOfReports { return nil }
        lastReport = now
        return .failing(words)
    }
}
