import RuleLanguage

/// A `when` for one binding.
struct WhenState {
    var run: Run?
    /// Triggers that wait for the run to end: the occurrences that each one saw.
    var queue: [[Int32: Value]] = []
    /// Its trigger was missed, and it runs now.
    var isLate = false

    /// The instant in which it was last set off, and how often in it.
    var lastInstant: Int64 = -1
    var timesInInstant = 0

    /// Most triggers that wait.
    static let longestQueue = 100

    /// What is under way.
    struct Run {
        /// The next action.
        var action: Int
        var triggeredAt: Int64
        /// When it goes on, or `never`.
        var due = never
        /// That time has come.
        var isDue = false
        /// It goes on when this operation is true, or `Operation.none`.
        var condition = Operation.none
        /// The occurrences that set it off, by the operation that read them: they stay for the whole run.
        var events: [Int32: Value]
    }
}

extension Engine {
    /// Sets a `when` off where its trigger says so, and goes on with what waits for a condition.
    mutating func evaluateWhen(_ place: Int32, _ unit: UnitInstance) {
        guard let script = plan.units[Int(unit.template)].template.script,
            case .when(let index) = plan.units[Int(unit.template)].template.kind
        else { return }
        let isHappening = plan.program.whens[index].trigger.type == .happening
        guard !isCatchingUp else { return noteMissedTrigger(unit, script, isHappening: isHappening) }
        var isSetOff = trigger(unit, script, isHappening: isHappening)
        if let since = takeMissedTrigger(unit, script, isHappening: isHappening, fires: isSetOff) {
            isSetOff = false
            postpone(place, plan.program.whens[index], since: since)
        }
        if whens[Int(unit.companion)].isLate {
            whens[Int(unit.companion)].isLate = false
            isSetOff = true
        }
        if let beat = plan.program.whens[index].repeatingEvery {
            if isSetOff {
                startBeat(unit, script, beat)
            } else {
                isSetOff = isBeat(unit, script, beat)
            }
        }
        // What waited goes on before the trigger starts it over.
        if resumes(unit) {
            goOn(place)
            if isSetOff { runOperations(of: unit, code.spans[Int(unit.template)]) }
        }
        if isSetOff { setOff(place, script, index) }
    }

    /// Whether the trigger turned from false to true, or a happening came.
    mutating func trigger(_ unit: UnitInstance, _ script: UnitTemplate.Script, isHappening: Bool) -> Bool {
        let value = cells[Int(unit.cells) + Int(script.trigger)]
        let state = Int(unit.states) + Int(script.triggerState)
        let fires: Bool
        if isHappening {
            fires = value.isTrue && states[state].instant != instant
        } else {
            fires =
                value.isTrue && states[state].last.isFalse
                && (states[state].since != noTime || !isFirstValue(script.trigger, unit))
            if !value.isUnknown, value != states[state].last {
                states[state].last = value
                news = .important
            }
        }
        if fires { states[state].instant = instant }
        return fires
    }

    // MARK: Beats

    private mutating func startBeat(_ unit: UnitInstance, _ script: UnitTemplate.Script, _ interval: Int64) {
        let state = Int(unit.states) + Int(script.beatState)
        states[state].since = time
        news = .important
        schedule(state: state, at: time &+ interval)
    }

    /// Whether it is time for a repetition. Those that were missed are dropped, and the beat goes on.
    private mutating func isBeat(_ unit: UnitInstance, _ script: UnitTemplate.Script, _ interval: Int64) -> Bool {
        let value = cells[Int(unit.cells) + Int(script.trigger)]
        let state = Int(unit.states) + Int(script.beatState)
        guard states[state].since != noTime else { return false }
        guard value.isTrue else {
            states[state].due = never
            if value.isFalse { states[state].since = noTime }
            return false
        }
        let beats = (time &- states[state].since) / interval
        if beats > 0 {
            states[state].since &+= beats * interval
            news = .important
        }
        schedule(state: state, at: states[state].since &+ interval)
        return beats > 0 && states[state].since == time
    }

    // MARK: Runs

    private mutating func setOff(_ place: Int32, _ script: UnitTemplate.Script, _ index: Int) {
        let unit = units[Int(place)]
        let isWanted = script.condition == Operation.none || cells[Int(unit.cells) + Int(script.condition)].isTrue
        reached?.setOff(index, isWanted ? .ran : .triggered)
        guard isWanted else { return }
        let state = Int(unit.companion)
        guard canBeSetOff(state) else { return complainAboutChain() }
        let events = occurrences(of: unit)
        if whens[state].run != nil {
            switch plan.program.whens[index].overlap {
            case .restart: break
            case .onceAtATime: return
            case .queued:
                guard whens[state].queue.count < WhenState.longestQueue else { return complainAboutQueue(of: unit) }
                whens[state].queue.append(events)
                return
            }
        }
        whens[state].run = WhenState.Run(action: 0, triggeredAt: time, events: events)
        goOn(place)
    }

    /// Whether a `when` has not been set off so often in this instant that it must be a ring. The others go on.
    private mutating func canBeSetOff(_ state: Int) -> Bool {
        if whens[state].lastInstant != instant {
            whens[state].lastInstant = instant
            whens[state].timesInInstant = 0
        }
        whens[state].timesInInstant += 1
        return whens[state].timesInInstant <= Self.longestChain
    }

    /// The occurrences that the unit reads in this instant.
    private func occurrences(of unit: UnitInstance) -> [Int32: Value] {
        let template = plan.units[Int(unit.template)].template
        var events: [Int32: Value] = [:]
        for (offset, index) in template.operations.enumerated() where plan.operations[index].code == .link {
            if isEvent(template.links[Int(plan.operations[index].a)].target) {
                events[Int32(offset)] = cells[Int(unit.cells) + offset]
            }
        }
        return events
    }

    /// An event, or what is made of one: a `let`, or an event that has to be valid.
    func isEvent(_ target: LinkSpec.Target) -> Bool {
        switch target {
        case .input(let input): code.traits[input].isEvent
        case .unit(let template): plan.units[template].template.isMomentary
        case .output, .failure, .clock, .startup: false
        }
    }

    /// Does one action after the other until one has to wait.
    mutating func goOn(_ place: Int32) {
        let unit = units[Int(place)]
        let state = Int(unit.companion)
        guard case .when(let index) = plan.units[Int(unit.template)].template.kind,
            let script = plan.units[Int(unit.template)].template.script
        else { return }
        let actions = plan.program.whens[index].actions
        news = .important
        while let run = whens[state].run {
            guard run.action < actions.count else {
                whens[state].run = nil
                if !whens[state].queue.isEmpty {
                    let events = whens[state].queue.removeFirst()
                    whens[state].run = WhenState.Run(action: 0, triggeredAt: time, events: events)
                }
                continue
            }
            // Evaluated anew: an action sees what the ones before it have set.
            runOperations(of: unit, code.spans[Int(unit.template)])
            if !run.events.isEmpty {
                kept = run.events
                runOperations(of: unit, code.spans[Int(unit.template)])
                kept = [:]
            }
            whens[state].run?.action += 1
            let value =
                script.values[run.action] == Operation.none
                ? Value.unknown : cells[Int(unit.cells) + Int(script.values[run.action])]
            if !perform(actions[run.action], value, place, script.values[run.action]) { return }
        }
    }

    /// Does an action; false where the run has to wait.
    private mutating func perform(
        _ item: (action: When.Action, range: SourceRange), _ value: Value, _ place: Int32, _ operation: Int32
    ) -> Bool {
        let binding = unitLevels[Int(place)]
        switch item.action {
        case .set(let output, let arguments, _):
            let target = outputInstance(output, resolve(arguments, binding))
            guard !value.isUnknown else {
                complainAboutUnknown(target, item.range)
                return true
            }
            set(target, to: value, reason(ofAction: item.range, place))
        case .toggle(let output, let arguments):
            let target = outputInstance(output, resolve(arguments, binding))
            set(target, to: toggled(target), reason(ofAction: item.range, place))
        case .publish(_, let topic, let retained, let qos):
            let publication = Publication(
                topic: topic.rendered(levels: binding.map { levels[$0] }), payload: Array(text(of: value).utf8),
                qos: qos,
                retained: retained, reason: reason(ofAction: item.range, place))
            decisions.append(phase == .running ? .publication(publication) : .notice(lost(publication)))
        case .log:
            decisions.append(.log(LogLine(text: text(of: value), rule: self.place(of: item.range))))
        case .wait(let duration):
            waitUntil(time &+ duration, place)
            return false
        case .waitUntil(_, let limit):
            if value.isTrue { return true }
            whens[Int(units[Int(place)].companion)].run?.condition = operation
            if let limit { waitUntil(time &+ limit, place) }
            return false
        }
        return true
    }

    private mutating func waitUntil(_ due: Int64, _ place: Int32) {
        whens[Int(units[Int(place)].companion)].run?.due = due
        timers.push(.run(place), due: due)
    }

    /// The time that a run waited for has come: it goes on in the instant that begins now.
    mutating func wakeRun(_ place: Int32, due: Int64) {
        let state = Int(units[Int(place)].companion)
        guard whens[state].run?.due == due else { return }
        whens[state].run?.isDue = true
        enqueue(place)
    }

    /// Whether a run goes on now, because its time has come or its condition holds.
    private mutating func resumes(_ unit: UnitInstance) -> Bool {
        let state = Int(unit.companion)
        guard let run = whens[state].run else { return false }
        let isWanted = run.condition != Operation.none && cells[Int(unit.cells) + Int(run.condition)].isTrue
        guard run.isDue || isWanted else { return false }
        whens[state].run?.due = never
        whens[state].run?.isDue = false
        whens[state].run?.condition = Operation.none
        if run.isDue, case .when(let index) = plan.units[Int(unit.template)].template.kind,
            let late = plan.program.whens[index].late, time &- run.due > late
        {
            whens[state].run = nil
            complainAboutLateRun(unit, by: time &- run.due)
            return false
        }
        return true
    }

    mutating func resolve(_ arguments: [Argument], _ binding: [LevelID]) -> [LevelID] {
        arguments.map { argument in
            switch argument {
            case .parameter(let index): binding[index]
            case .level(let name): levels.id(of: name)
            case .star: preconditionFailure("a star in an action")
            }
        }
    }

    /// The other word than the one that is wanted now; the first one if nothing was ever sent.
    private func toggled(_ place: Int32) -> Value {
        let instance = outputs[Int(place)]
        guard case .words(let words) = plan.program.outputs[Int(instance.output)].type, let first = words.first else {
            return .unknown
        }
        let other = words.first { Value.word($0.id) != instance.wanted } ?? first
        return instance.wanted.isUnknown ? .word(first.id) : .word(other.id)
    }

    private func lost(_ publication: Publication) -> Notice {
        Notice(
            kind: .dropped,
            message:
                "the connection is broken, so this was not published: \(EscapedText.line(publication.topic)) (\(publication.reason.rule))",
            subject: publication.topic, count: 1)
    }
}
