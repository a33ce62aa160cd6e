import RuleLanguage

/// Time that went by without anybody knowing how much: the machine was off, and its clock was found to be right only later.
extension Engine {
    /// Puts a length of time between what came until a moment and what has come since, all in the engine's time.
    ///
    /// What began before it has lasted so much longer; what has come since is as young as it was.
    mutating func insertGap(of length: Int64, after end: Int64) {
        func moved(_ time: Int64) -> Int64 { time > end && time != never ? time &+ length : time }
        func moved(_ due: Int64, with begin: Int64) -> Int64 { due == never || begin <= end ? due : due &+ length }
        let entries = takeTimers()
        clockOffset &+= length
        for index in inputs.indices {
            inputs[index].staleDue = moved(inputs[index].staleDue, with: inputs[index].lastMessage)
            inputs[index].lastMessage = moved(inputs[index].lastMessage)
            inputs[index].lastChange = moved(inputs[index].lastChange)
        }
        for index in states.indices {
            states[index].due = moved(states[index].due, with: states[index].since)
            states[index].since = moved(states[index].since)
        }
        for key in windows.keys { windows[key]?.insertGap(of: length, after: end) }
        for index in outputs.indices {
            outputs[index].resendDue = moved(outputs[index].resendDue, with: outputs[index].sentAt)
            outputs[index].confirmDue = moved(outputs[index].confirmDue, with: outputs[index].sentAt)
            outputs[index].sentAt = moved(outputs[index].sentAt)
            outputs[index].changedAt = moved(outputs[index].changedAt)
            // When it may be sent is found anew.
            if outputs[index].waitDue != never { queueOutput(Int32(index)) }
        }
        for unit in units where code.spans[Int(unit.template)].kind == .when {
            guard var run = whens[Int(unit.companion)].run else { continue }
            run.due = moved(run.due, with: begin(ofWaitOf: run, unit))
            run.triggeredAt = moved(run.triggeredAt)
            whens[Int(unit.companion)].run = run
        }
        for entry in entries { schedule(entry.owner, at: moved(entry.due)) }
    }

    /// Takes all entries out, one for each owner. An entry for a run that does not wait for it any more is none.
    private mutating func takeTimers() -> [TimerQueue.Entry] {
        var entries: [TimerQueue.Entry] = []
        var owners: Set<TimerQueue.Owner> = []
        while let entry = timers.popFirst() {
            if owners.insert(entry.owner).inserted { entries.append(entry) }
        }
        return entries
    }

    private mutating func schedule(_ owner: TimerQueue.Owner, at due: Int64) {
        switch owner {
        case .input(let place):
            inputs[Int(place)].staleScheduled = never
            if inputs[Int(place)].staleDue != never { scheduleStale(place) }
        case .state(let place):
            states[Int(place)].scheduled = never
            if states[Int(place)].due != never { schedule(state: Int(place), at: states[Int(place)].due) }
        case .output(let place):
            outputs[Int(place)].scheduled = never
            scheduleManners(place)
        case .run(let place):
            let due = whens[Int(units[Int(place)].companion)].run?.due ?? never
            if due != never { timers.push(owner, due: due) }
        case .trigger: timers.push(owner, due: due)
        }
    }

    /// When a run began to wait.
    private func begin(ofWaitOf run: WhenState.Run, _ unit: UnitInstance) -> Int64 {
        guard run.due != never, case .when(let index) = plan.units[Int(unit.template)].template.kind else {
            return noTime
        }
        return switch plan.program.whens[index].actions[run.action - 1].action {
        case .wait(let duration), .waitUntil(_, .some(let duration)): run.due &- duration
        default: noTime
        }
    }
}
