import RuleLanguage

/// What happened while nothing could be decided: the gateway was down or not ready yet, or the clock jumped forward.
///
/// It is gone through in order, each moment with what was known at it. Everything that remembers sees it; nothing is sent, and
/// no `when` runs. Those whose trigger came take note of it, and run once afterwards where they are not too late.
extension Engine {
    /// A happening of the clock that was missed sets a `when` off if it is at most so late, in nanoseconds.
    static let longestDelay: Int64 = 3_600_000_000_000
    /// How far back missed times are looked at: a year, and at most so many ticks of one `every`.
    private static let longestLookBack: Int64 = 400 * 86_400_000_000_000
    private static let mostTicks: Int64 = 1_000

    /// An instant at which nothing is decided.
    mutating func runMissedInstant() {
        isCatchingUp = true
        hasCaughtUp = true
        instant += 1
        evaluateQueues()
        for source in momentary { sources[Int(source)].value = .unknown }
        momentary.removeAll(keepingCapacity: true)
        isCatchingUp = false
    }

    /// Goes through what the clock would have shown until a time on the wall, while no time passed.
    mutating func missWall(until wall: Int64) {
        skipLongPast(wall)
        missedAgo = wall - now.wall
        // What has come up until now was before all that.
        if lowestQueue < queues.count { runMissedInstant() }
        while nextClock <= wall {
            now.wall = nextClock
            missedAgo = wall - nextClock
            updateClocks()
            runMissedInstant()
        }
        missedAgo = 0
        now.wall = wall
    }

    /// Leaves out what lies so far before a time on the wall that going through it would take long.
    mutating func skipLongPast(_ wall: Int64) {
        for index in clocks.indices {
            var horizon = wall - Self.longestLookBack
            if case .every(let interval) = plan.clocks[index], interval < Self.longestLookBack / Self.mostTicks {
                horizon = wall - interval * Self.mostTicks
            }
            guard clocks[index].next < horizon else { continue }
            switch plan.clocks[index] {
            case .timeIs, .every: clocks[index].next = nextHappening(index, after: horizon) ?? never
            default: clocks[index].next = horizon
            }
        }
        nextClock = clocks.lazy.map(\.next).min() ?? never
    }

    /// Everything is looked at anew, in the order in which it was made: what was missed has decided nothing.
    mutating func enqueueAfterCatchingUp() {
        guard hasCaughtUp else { return }
        hasCaughtUp = false
        for level in queues.indices {
            for place in queues[level] { units[Int(place)].isQueued = false }
            queues[level].removeAll(keepingCapacity: true)
        }
        for place in units.indices { enqueue(Int32(place)) }
    }

    /// Lets what is late run, in the order in which it fell due.
    mutating func runOverdue() {
        while let entry = timers.first, entry.due <= time {
            _ = timers.popFirst()
            fire(entry)
            runInstant()
        }
    }

    // MARK: Triggers

    /// Notes since when a condition holds, and when a happening came last: by the clock, for nothing else can have come.
    mutating func noteMissedTrigger(_ unit: UnitInstance, _ script: UnitTemplate.Script, isHappening: Bool) {
        let value = cells[Int(unit.cells) + Int(script.trigger)]
        let state = Int(unit.states) + Int(script.triggerState)
        if isHappening {
            if value.isTrue { states[state].since = time &- missedAgo }
        } else if value.isFalse || value.isTrue && isFirstValue(script.trigger, unit) {
            states[state].last = value
            states[state].since = noTime
        } else if value.isTrue, states[state].last.isFalse, states[state].since == noTime {
            states[state].since = time &- missedAgo
        }
    }

    /// Since when a trigger is due that was missed, once, or nil. A condition must still hold; one that comes now
    /// makes a happening that was missed needless.
    mutating func takeMissedTrigger(
        _ unit: UnitInstance, _ script: UnitTemplate.Script, isHappening: Bool, fires: Bool
    ) -> Int64? {
        let state = Int(unit.states) + Int(script.triggerState)
        let since = states[state].since
        guard since != noTime else { return nil }
        states[state].since = noTime
        return fires != isHappening ? since : nil
    }

    /// A `when` that is late runs when it is its turn, unless it is too late.
    mutating func postpone(_ place: Int32, _ when: When, since: Int64) {
        let limit = when.late ?? (when.trigger.type == .happening ? Self.longestDelay : never)
        guard time &- since <= limit else {
            return complainAboutMissed(by: place, delay: time &- since, limit: limit)
        }
        timers.push(.trigger(place), due: since)
    }

    /// A change that would set a `when` off: what it was before stays what it is compared with, and when it came is noted.
    mutating func noteMissedChange(to value: Value, _ happens: Bool, _ state: Int) {
        guard happens, !states[state].last.isUnknown else {
            states[state].last = value
            states[state].since = noTime
            return
        }
        if states[state].since == noTime { states[state].since = time &- missedAgo }
    }
}
