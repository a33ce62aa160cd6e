/// A time that is known within bounds.
struct Since: Equatable {
    var low: Int64
    var high: Int64

    init(_ time: Int64) { (low, high) = (time, time) }
    init(low: Int64, high: Int64) { (self.low, self.high) = (low, high) }

    /// Whether so long has passed; nil where that cannot be said.
    func isOver(_ length: Int64, at now: Int64) -> Bool? {
        if high != .max, now >= high + length { return true }
        return now < low + length ? false : nil
    }

    /// When that may change next.
    func nextTurn(_ length: Int64, after now: Int64) -> Int64 {
        if low + length > now { return low + length }
        return high != .max && high + length > now ? high + length : .max
    }
}

/// An input as the gateway must know it, from what it has heard.
struct KnownInput {
    /// Nil before anything was heard.
    private(set) var value: Int?
    /// When it was heard last in a way that counts.
    private(set) var heardAt = Since(0)
    /// When it took its value.
    private(set) var since = Since(0)
    /// False while a gateway that forgot may think otherwise.
    private(set) var isCertain = true
    /// The value that was seen last before what the broker remembers came, while the settling lasts.
    private var before: (value: Int?, since: Since)?
    /// In this settling it was more than one thing, and not all of that was seen.
    private(set) var wasBlurred = false

    /// A retained message that says nothing new renews nothing. Before the first instant only what the broker does not just
    /// remember is seen at once.
    mutating func hear(_ code: Int, retained: Bool, at now: Int64, phase: Phase) {
        let isEarly = phase == .settling && retained
        if isEarly, before == nil { before = (value, since) }
        defer { if phase == .settling, !retained { before = nil } }
        let isSame = value == code
        if isSame, retained {
            if !isCertain {
                // Whether it was news to the gateway nobody knows.
                heardAt.high = now
                // Before the first instant nothing counts yet.
                since.high = isEarly ? .max : now
                isCertain = true
            }
            return
        }
        if isSame {
            if !isCertain { since.high = now }
        } else {
            if isEarly, since.high != .max, before?.value != value { wasBlurred = true }
            if retained, !isCertain {
                // It may be what the gateway knew all the time.
                since = Since(low: 0, high: isEarly ? .max : now)
                heardAt = Since(low: 0, high: now)
                (value, isCertain) = (code, true)
                return
            }
            since =
                isEarly && before?.value == code
                ? Since(low: before?.since.low ?? now, high: .max)
                : isEarly || !isCertain ? Since(low: now, high: .max) : Since(now)
        }
        value = code
        heardAt = Since(now)
        if !isEarly, since.high == .max { since.high = now }
        isCertain = true
    }

    /// The first instant of a process has come: what was heard before takes effect.
    mutating func settle(at now: Int64) {
        if since.high == .max, isCertain { since.high = now }
        before = nil
        wasBlurred = false
    }

    mutating func forget(savedAt: Int64, timesBefore: Int64) {
        before = nil
        wasBlurred = false
        guard value != nil else { return }
        if Allowance.isForgotten(heardAt.high, savedAt: savedAt) {
            isCertain = false
            // What it knew before it may take up again.
            (heardAt.low, since.low) = (0, 0)
        }
        if since.low <= timesBefore { since = Since(low: 0, high: .max) }
        if heardAt.low <= timesBefore { heardAt = Since(low: 0, high: .max) }
    }
}
