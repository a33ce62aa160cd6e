import RuleLanguage

extension Engine {
    /// Told so much later than something fell due, in nanoseconds, the gateway was asleep: what was due was missed.
    private static let longestNap: Int64 = 60_000_000_000

    /// When the engine wants to be told the time again: nanoseconds on the monotonic clock, or nil for never.
    package var nextDeadline: Int64? {
        mutating get {
            dropObsoleteTimers()
            let due = min(timers.first?.due ?? never, clockDue(at: now))
            return due == never ? nil : due &- clockOffset
        }
    }

    /// Lets everything happen that falls due up to a moment, each due time as an instant of its own. What fell due more than a
    /// minute ago was missed, as over a restart: whoever lets virtual time pass goes from deadline to deadline.
    package mutating func advance(to moment: Moment) -> [Decision] {
        passTime(to: moment)
        return takeDecisions()
    }

    /// Ends the wait for the retained state: after a start this is the first instant; after a reconnect what is wanted and
    /// was not sent is sent now.
    package mutating func settled(at moment: Moment) -> [Decision] {
        switch phase {
        case .running:
            passTime(to: moment)
        case .settling:
            start(at: moment)
        case .disconnected:
            passTime(to: moment)
            phase = .running
            cause = .reconnect
            settleDebts()
            runInstant()
        }
        return takeDecisions()
    }

    /// Tells that commands cannot be sent. Rules go on; each output's latest value waits for `settled(at:)`.
    package mutating func disconnected(at moment: Moment) -> [Decision] {
        passTime(to: moment)
        if phase == .running {
            phase = .disconnected
        }
        return takeDecisions()
    }

    private mutating func start(at moment: Moment) {
        passTime(to: moment)
        phase = .running
        takeUpOverdue()
        cause = .start
        if !hasStarted {
            sources[Int(startup)].value = .true
            momentary.append(startup)
            wakeReaders(of: Int(startup))
        }
        runInstant()
        runOverdue()
        hasStarted = true
        let waiting = waitingOccurrences
        waitingOccurrences = []
        for occurrence in waiting {
            occurrence.topic.withUnsafeBytes { topic in
                occurrence.payload.withUnsafeBytes { payload in
                    decisions += receive(topic: topic, payload: payload, retained: false, at: moment)
                }
            }
        }
    }

    /// What fell due while nothing ran takes effect at once. Runs of `when`s go on in the order in which they fell due,
    /// after everything has been computed.
    private mutating func takeUpOverdue() {
        let entries = overdue
        overdue = []
        for entry in entries {
            if case .run = entry.owner { timers.push(entry.owner, due: entry.due) } else { fire(entry) }
        }
        enqueueAfterCatchingUp()
    }

    /// Moves on to a moment. What falls due on the way happens at its own time; before the first instant it is missed.
    ///
    /// Where the wall clock was set, that is noticed at once: until the moment it went on as it was.
    mutating func passTime(to moment: Moment) {
        if moment.isWallTrusted, !now.isWallTrusted {
            var before = now.advanced(by: moment.monotonic - now.monotonic)
            before.isWallTrusted = false
            pass(to: before)
            miss { engine in
                engine.beginTrusting(moment)
                engine.passAwake(to: moment)
            }
        } else if let step = step(to: moment) {
            var before = moment
            before.wall -= step
            pass(to: before)
            takeStep(step)
        }
        pass(to: moment)
    }

    private mutating func pass(to moment: Moment) {
        guard phase != .settling, isAsleep(until: moment) else { return passAwake(to: moment) }
        miss { engine in
            engine.skipLongPast(moment.wall)
            engine.passAwake(to: moment)
        }
    }

    /// Lets time pass as over a restart: what falls due is missed, and all of it together is decided on at the end.
    private mutating func miss(_ pass: (inout Engine) -> Void) {
        let former = phase
        phase = .settling
        pass(&self)
        phase = former
        guard phase != .settling else { return }
        takeUpOverdue()
        cause = .time
        runInstant()
        runOverdue()
    }

    /// Whether something fell due so long ago that nobody can have been awake: the machine was suspended, or the process stopped.
    private mutating func isAsleep(until moment: Moment) -> Bool {
        let latest = moment.monotonic &+ clockOffset &- Self.longestNap
        guard min(timers.first?.due ?? never, clockDue(at: moment)) < latest else { return false }
        dropObsoleteTimers()
        return min(timers.first?.due ?? never, clockDue(at: moment)) < latest
    }

    private mutating func passAwake(to moment: Moment) {
        let target = moment.monotonic &+ clockOffset
        while true {
            let due = min(timers.first?.due ?? never, clockDue(at: moment))
            guard due <= target else { break }
            let ahead = target - max(due, min(time, target))
            now = moment.advanced(by: -ahead)
            cause = .time
            takeDue(due)
            if nextClock <= now.wall { updateClocks() }
            if phase == .settling { runMissedInstant() } else { runInstant() }
        }
        now = moment
    }

    /// Takes all entries for one time out of the queue and lets them take effect.
    private mutating func takeDue(_ due: Int64) {
        while let entry = timers.first, entry.due == due {
            _ = timers.popFirst()
            fire(entry)
        }
    }

    mutating func fire(_ entry: TimerQueue.Entry) {
        switch entry.owner {
        case .run where phase == .settling, .output where phase == .settling:
            overdue.append(entry)
        case .input(let place):
            inputs[Int(place)].staleScheduled = never
            if inputs[Int(place)].staleDue <= entry.due {
                inputs[Int(place)].staleDue = never
                becomeStale(place)
            } else if inputs[Int(place)].staleDue != never {
                scheduleStale(place)
            }
        case .state(let place):
            states[Int(place)].scheduled = never
            if states[Int(place)].due <= entry.due {
                states[Int(place)].due = never
                enqueue(states[Int(place)].unit)
            } else if states[Int(place)].due != never {
                schedule(state: Int(place), at: states[Int(place)].due)
            }
        case .output(let place):
            outputs[Int(place)].scheduled = never
            if outputs[Int(place)].due <= entry.due {
                queueOutput(place)
            } else {
                scheduleManners(place)
            }
        case .run(let place):
            wakeRun(place, due: entry.due)
        case .trigger(let place):
            whens[Int(units[Int(place)].companion)].isLate = true
            enqueue(place)
        }
    }

    /// Takes away entries at the head of the queue that no longer mean anything, so that nobody is woken for them.
    private mutating func dropObsoleteTimers() {
        while let entry = timers.first {
            switch entry.owner {
            case .input(let place) where inputs[Int(place)].staleDue > entry.due: break
            case .state(let place) where states[Int(place)].due > entry.due: break
            case .output(let place) where outputs[Int(place)].due > entry.due: break
            case .run(let place) where whens[Int(units[Int(place)].companion)].run?.due != entry.due: break
            default: return
            }
            _ = timers.popFirst()
            fire(entry)
        }
    }

    /// Asks for a unit to be evaluated at a time.
    mutating func schedule(state: Int, at due: Int64) {
        states[state].due = due
        if states[state].scheduled > due {
            states[state].scheduled = due
            timers.push(.state(Int32(state)), due: due)
        }
    }

    mutating func takeDecisions() -> [Decision] {
        guard !decisions.isEmpty else { return [] }
        defer { decisions = [] }
        return decisions
    }
}
