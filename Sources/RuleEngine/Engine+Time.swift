import RuleLanguage

extension Engine {
    /// When the engine wants to be told the time again: nanoseconds on the monotonic clock, or nil for never.
    package var nextDeadline: Int64? {
        mutating get {
            dropObsoleteTimers()
            let due = min(timers.first?.due ?? never, clockDue(at: now))
            return due == never ? nil : due &- clockOffset
        }
    }

    /// Lets everything happen that falls due up to a moment, each due time as an instant of its own.
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
        // What fell due while nothing ran takes effect at once. Runs of `when`s go on in the order in which they fell due,
        // after everything has been computed.
        let entries = overdue
        overdue = []
        for entry in entries {
            if case .run = entry.owner { timers.push(entry.owner, due: entry.due) } else { fire(entry) }
        }
        enqueueAfterCatchingUp()
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

    /// Moves on to a moment. What falls due on the way happens at its own time; before the first instant it is missed.
    mutating func passTime(to moment: Moment) {
        if isSet(by: moment) {
            // Up to now the clock went as before: what falls due by then comes first, and what the step brings counts from now.
            passSteadyTime(
                to: Moment(
                    monotonic: moment.monotonic, wall: now.wall + (moment.monotonic - now.monotonic),
                    isWallTrusted: now.isWallTrusted))
            noticeStep(to: moment)
        }
        passSteadyTime(to: moment)
    }

    private mutating func passSteadyTime(to moment: Moment) {
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
