import RuleLanguage

/// A condition or happening of the clock.
struct ClockState {
    var source: Int32
    /// When it may change or happen next, on the wall clock.
    var next = never
    /// When it happened last: a clock that is put back does not make it happen twice.
    var last = noTime
}

extension Engine {
    /// A clock that is off by more than this was set, not just slewed.
    private static let smallestStep: Int64 = 500_000_000
    /// Put back by more than this, the clock was wrong before, and what happened then counts no more.
    private static let longestStepBack: Int64 = 86_400_000_000_000

    var calendar: ClockCalendar {
        ClockCalendar(local: localTime, sun: plan.program.settings.location.map { SunTimes(location: $0) })
    }

    /// The next moment of a clock time on the wall, strictly later, or nil where there is none within a year.
    package func nextMoment(of time: ClockTimeSyntax, after wall: Int64) -> Int64? {
        calendar.next(of: time, after: wall)
    }

    /// Looks at all clocks for the first time. Happenings since `wall` were missed.
    /// Without a clock to believe they stay unknown.
    mutating func startClocks(missedSince wall: Int64) {
        guard now.isWallTrusted else { return }
        let wall = wall - now.wall < Self.longestStepBack ? wall : now.wall
        for index in clocks.indices {
            clocks[index].next = nextHappening(index, after: afterLast(index, wall)) ?? never
        }
        updateClocks(force: true)
    }

    /// What happened already, before the clock was put back, does not happen again.
    private func afterLast(_ index: Int, _ wall: Int64) -> Int64 {
        let last = clocks[index].last
        return last != noTime && last - wall < Self.longestStepBack ? max(last, wall) : wall
    }

    func nextHappening(_ index: Int, after wall: Int64) -> Int64? {
        calendar.next(of: plan.clocks[index], after: wall)
    }

    /// Brings the clocks that are due up to the moment.
    mutating func updateClocks(force: Bool = false) {
        for index in clocks.indices where force || clocks[index].next <= now.wall {
            switch plan.clocks[index] {
            case .timeIs, .every: happen(index)
            default:
                let state = calendar.state(of: plan.clocks[index], at: now.wall)
                clocks[index].next = max(state.next, now.wall + 1)
                setClock(index, .truth(state.holds))
            }
        }
        nextClock = clocks.lazy.map(\.next).min() ?? never
    }

    private mutating func happen(_ index: Int) {
        let due = clocks[index].next
        guard due <= now.wall || due == never else { return }
        if due != never {
            clocks[index].last = due
            setClock(index, .true)
            momentary.append(clocks[index].source)
        }
        clocks[index].next = nextHappening(index, after: now.wall) ?? never
    }

    private mutating func setClock(_ index: Int, _ value: Value) {
        let source = Int(clocks[index].source)
        guard sources[source].value != value else { return }
        sources[source].value = value
        wakeReaders(of: source)
    }

    /// When the next clock is due, in the engine's time, if the wall clock goes on as at a moment.
    func clockDue(at moment: Moment) -> Int64 {
        guard nextClock != never else { return never }
        return moment.monotonic &+ clockOffset &+ (nextClock - moment.wall)
    }

    /// The wall clock can be believed from now on. What it would have shown since the gateway ended was missed.
    private mutating func beginTrusting(_ moment: Moment) {
        let wall = moment.wall - (moment.monotonic - now.monotonic)
        now.isWallTrusted = true
        now.wall = wall
        if let standstill {
            // Only now it is known how long that was; durations go on by it.
            clockOffset &+= max(0, wall - (now.monotonic - standstill.since) - standstill.wall)
            now.wall = min(wall, standstill.wall)
            self.standstill = nil
        }
        startClocks(missedSince: now.wall)
        guard phase != .settling else { return }
        cause = .time
        runInstant()
    }

    /// Whether the wall clock was set, or can be believed from a moment on.
    func isSet(by moment: Moment) -> Bool {
        guard moment.isWallTrusted else { return false }
        guard now.isWallTrusted else { return true }
        return !clocks.isEmpty
            && abs((moment.wall - moment.monotonic) - (now.wall - now.monotonic)) > Self.smallestStep
    }

    /// Notices that the wall clock was set.
    mutating func noticeStep(to moment: Moment) {
        guard moment.isWallTrusted else { return }
        if !now.isWallTrusted { beginTrusting(moment) }
        let step = (moment.wall - moment.monotonic) - (now.wall - now.monotonic)
        guard !clocks.isEmpty, abs(step) > Self.smallestStep else { return }
        if step > 0 { missWall(until: now.wall + step) } else { now.wall += step }
        for index in clocks.indices where step < 0 {
            if let next = nextHappening(index, after: afterLast(index, now.wall)) { clocks[index].next = next }
        }
        updateClocks(force: true)
        guard phase != .settling else { return }
        cause = .time
        enqueueAfterCatchingUp()
        runInstant()
        runOverdue()
    }
}
