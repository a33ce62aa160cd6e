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
        for index in clocks.indices {
            clocks[index].next = nextHappening(index, after: start(of: index, missedSince: wall)) ?? never
        }
        updateClocks(force: true)
    }

    /// From when on the happenings of a clock count that nobody has followed since a time on the wall.
    private func start(of index: Int, missedSince wall: Int64) -> Int64 {
        // The clock was put back meanwhile.
        guard wall <= now.wall else { return end(ofHappened: index, at: wall) }
        return clocks[index].last <= now.wall ? max(clocks[index].last, wall) : end(ofHappened: index, at: noTime)
    }

    /// Until when what comes counts as having happened already, before the clock was put back: it does not happen again.
    private func end(ofHappened index: Int, at earliest: Int64) -> Int64 {
        let last = max(clocks[index].last, earliest)
        guard last != noTime, last < now.wall + Self.longestStepBack else { return now.wall }
        // A beat goes on by the new clock, but no two come at once.
        if case .every(let interval) = plan.clocks[index] {
            return max(now.wall, min(last, now.wall) + interval / 2)
        }
        return max(last, now.wall)
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
            // A beat counts from where it takes effect.
            if case .every = plan.clocks[index] { clocks[index].last = now.wall &+ missedAgo }
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

    /// The wall clock can be believed from now on. What it would have shown since the gateway ended was missed; to decide on it
    /// is left to the caller.
    mutating func beginTrusting(_ moment: Moment) {
        now = moment
        news = .important
        if let standstill {
            // Only now it is known how long that was; durations go on by it.
            let away = moment.wall - (moment.monotonic - standstill.since) - standstill.wall
            if away > 0 { insertGap(of: away, after: standstill.since &+ clockOffset) }
            now.wall = min(moment.wall, standstill.wall)
            self.standstill = nil
        }
        startClocks(missedSince: now.wall)
        if now.wall < moment.wall { missWall(until: moment.wall) }
    }

    /// How much the wall clock was set forward or back since it was looked at last, or nil where it just went on.
    func step(to moment: Moment) -> Int64? {
        guard !clocks.isEmpty, moment.isWallTrusted, now.isWallTrusted else { return nil }
        let step = (moment.wall - moment.monotonic) - (now.wall - now.monotonic)
        return abs(step) > Self.smallestStep ? step : nil
    }

    /// The wall clock is set, and no time passes.
    mutating func takeStep(_ step: Int64) {
        // Who begins with a state from before it would measure another step.
        news = .important
        for index in clocks.indices where clocks[index].last != noTime {
            // A beat counts in real time.
            if case .every = plan.clocks[index] { clocks[index].last += step }
        }
        if step > 0 {
            missWall(until: now.wall + step)
        } else {
            now.wall += step
            restartClocks()
        }
        updateClocks(force: true)
        decideAfterStep()
    }

    /// The zone has other rules than before.
    ///
    /// What the clock showed by the old ones has been; from now on the new ones hold.
    package mutating func zoneChanged(at moment: Moment) -> [Decision] {
        passTime(to: moment)
        guard now.isWallTrusted else { return takeDecisions() }
        restartClocks()
        updateClocks(force: true)
        decideAfterStep()
        return takeDecisions()
    }

    private mutating func restartClocks() {
        for index in clocks.indices {
            if let next = nextHappening(index, after: end(ofHappened: index, at: noTime)) { clocks[index].next = next }
        }
    }

    private mutating func decideAfterStep() {
        guard phase != .settling else { return }
        cause = .time
        enqueueAfterCatchingUp()
        runInstant()
        runOverdue()
    }
}
