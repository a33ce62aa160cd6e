import RuleLanguage

extension Engine {
    // MARK: Taking

    /// All that must outlive a restart.
    package func snapshot(at moment: Moment) -> Snapshot {
        var snapshot = Snapshot(time: moment.monotonic &+ clockOffset, wall: savedWall(at: moment))
        for (index, input) in inputs.enumerated() where input.isHeard {
            snapshot.inputs.append(
                Snapshot.InputRecord(
                    name: plan.program.inputs[Int(input.input)].name, levels: inputLevels[index].map { levels[$0] },
                    heard: stored(input.heard),
                    isStale: !input.heard.isUnknown && sources[Int(input.source)].value.isUnknown,
                    lastMessage: input.lastMessage, lastChange: input.lastChange, order: index,
                    isFirst: firstSources.contains(input.source)))
        }
        for output in outputs where !output.sent.isUnknown || !output.wanted.isUnknown {
            snapshot.outputs.append(record(of: output))
        }
        for (index, unit) in units.enumerated() {
            let template = plan.units[Int(unit.template)].template
            for (offset, state) in template.stateKeys.enumerated() {
                let record = states[Int(unit.states) + offset]
                let window = windows[unit.states + Int32(offset)]?.stretches ?? []
                guard record.since != noTime || record.mark != 0 || !record.last.isUnknown || !window.isEmpty else {
                    continue
                }
                let key = Snapshot.StateKey(
                    unit: template.key, levels: unitLevels[index].map { levels[$0] }, state: state)
                snapshot.states.append(
                    Snapshot.StateRecord(
                        key: key, since: record.since, last: stored(record.last), mark: record.mark,
                        window: window, lookDue: window.isEmpty ? never : record.due))
            }
        }
        for (index, unit) in units.enumerated() where code.spans[Int(unit.template)].kind == .when {
            if let run = whens[Int(unit.companion)].run {
                snapshot.runs.append(record(of: run, unit, unitLevels[index]))
            }
        }
        snapshot.clocks = clockRecords
        snapshot.occurrences = waitingOccurrences
        snapshot.progress = progress(at: moment)
        // State that waits for an instance that has not come back yet is not forgotten either.
        let taken = Set(snapshot.states.map(\.key))
        snapshot.states += restored.states.values.filter { !taken.contains($0.key) }.sorted { $0.since < $1.since }
        return snapshot
    }

    private var clockRecords: [Snapshot.ClockRecord] {
        clocks.indices.compactMap { index in
            switch plan.clocks[index] {
            case .timeIs, .every:
                Snapshot.ClockRecord(
                    name: plan.clockTexts[index], last: clocks[index].last, next: clocks[index].next)
            default: nil
            }
        }
    }

    /// The wall clock, as far as it is known: 0 for not at all.
    private func savedWall(at moment: Moment) -> Int64 {
        if moment.isWallTrusted { return moment.wall }
        return standstill.map { $0.wall + (moment.monotonic - $0.since) } ?? 0
    }

    private func record(of output: OutputInstance) -> Snapshot.OutputRecord {
        Snapshot.OutputRecord(
            name: plan.program.outputs[Int(output.output)].name, levels: output.levels.map { levels[$0] },
            wanted: stored(output.wanted), isOwed: output.isOwed, sent: stored(output.sent),
            changedAt: output.changedAt,
            sentAt: output.sentAt, resendDue: output.isResendOwed ? time : output.resendDue,
            confirmDue: output.confirmDue, tries: output.tries,
            hasFailed: sources[Int(output.failure)].value.isTrue, reason: output.reason?.reason)
    }

    private func record(of run: WhenState.Run, _ unit: UnitInstance, _ binding: [LevelID]) -> Snapshot.RunRecord {
        Snapshot.RunRecord(
            unit: plan.units[Int(unit.template)].template.key, levels: binding.map { levels[$0] }, action: run.action,
            triggeredAt: run.triggeredAt, due: run.due, isConditional: run.condition != Operation.none,
            events: named(run.events, unit), queue: whens[Int(unit.companion)].queue.map { named($0, unit) })
    }

    /// Occurrences by what the rule calls them, for an edit of the rule may move them.
    private func named(_ events: [Int32: Value], _ unit: UnitInstance) -> [String: Snapshot.Stored] {
        var named: [String: Snapshot.Stored] = [:]
        for (operation, name) in occurrenceNames(of: unit) { named[name] = events[operation].map { stored($0) } }
        return named
    }

    /// What a rule calls the occurrences that it reads, by the operations that read them.
    private func occurrenceNames(of unit: UnitInstance) -> [(operation: Int32, name: String)] {
        let template = plan.units[Int(unit.template)].template
        return template.operations.enumerated().compactMap { offset, index in
            guard plan.operations[index].code == .link else { return nil }
            let link = template.links[Int(plan.operations[index].a)]
            guard isEvent(link.target) else { return nil }
            let arguments = link.arguments.map { argument in
                switch argument {
                case .parameter(let parameter): "{\(parameter)}"
                case .level(let level): levels[level]
                case .any: "*"
                }
            }
            let name =
                switch link.target {
                case .input(let input): plan.program.inputs[input].name
                case .unit(let inner): plan.units[inner].template.key
                case .output, .failure, .clock, .startup: ""
                }
            return (Int32(offset), ([name] + arguments).joined(separator: "/"))
        }
    }

    private func stored(_ value: Value) -> Snapshot.Stored {
        switch value.kind {
        case .unknown: .unknown
        case .truth: .truth(value.isTrue)
        case .number: .number(value.number)
        case .word: .word(plan.program.words[value.wordID])
        case .text: .text(texts[value])
        }
    }

    // MARK: Taking up

    /// An engine that goes on where another one stopped. It waits for the retained state like one that begins.
    ///
    /// - Parameter away: How long that was ago, in nanoseconds; nil: what went by on the wall clock. Where that cannot be
    ///   believed, it is found out when it can.
    package init(
        _ program: Program, probing probes: [Expression] = [], restoring snapshot: Snapshot, away: Int64? = nil,
        at moment: Moment
    ) {
        let isKnown = away != nil || moment.isWallTrusted && snapshot.wall > 0
        let away = isKnown ? away ?? max(0, moment.wall - snapshot.wall) : 0
        self.init(plan: PlanCompiler.compile(program, probes: probes), at: moment.advanced(by: -away))
        clockOffset = snapshot.time &+ away &- moment.monotonic
        if !isKnown, snapshot.wall > 0 { standstill = Standstill(wall: snapshot.wall, since: moment.monotonic) }
        takeUp(snapshot)
        // Where the clock was set meanwhile, it is as if that had been first.
        let wall = now.wall
        if now.isWallTrusted, snapshot.wall > 0 { now.wall = min(wall, snapshot.wall) }
        startClocks(missedSince: snapshot.wall > 0 ? snapshot.wall : now.wall)
        if now.wall < wall { missWall(until: wall) }
        guard away > 0 else { return }
        skipLongPast(moment.wall)
        runMissedInstant()
        passTime(to: moment)
    }

    /// An engine that goes on at the very moment of a snapshot, as if nothing had been between. With the same program it
    /// decides nothing by that.
    ///
    /// - Parameter isSameProgram: The happenings of the clock are those that were waited for.
    init(
        _ program: Program, continuing snapshot: Snapshot, from progress: Snapshot.Progress, isSameProgram: Bool = true
    ) {
        self.init(plan: PlanCompiler.compile(program), at: progress.now)
        clockOffset = snapshot.time &- progress.now.monotonic
        standstill = progress.standstill
        phase = progress.phase
        hasStarted = progress.hasStarted
        takeUp(snapshot)
        startClocks(missedSince: progress.now.wall)
        if isSameProgram, progress.now.isWallTrusted { restoreNextHappenings(snapshot.clocks) }
        guard phase != .settling else { return }
        cause = .reload
        isContinuing = true
        runInstant()
        isContinuing = false
    }

    private mutating func restoreNextHappenings(_ records: [Snapshot.ClockRecord]) {
        for record in records {
            if let index = plan.clockTexts.firstIndex(of: record.name) { clocks[index].next = record.next }
        }
        nextClock = clocks.lazy.map(\.next).min() ?? never
    }

    /// How far it is at a moment.
    func progress(at moment: Moment) -> Snapshot.Progress {
        Snapshot.Progress(phase: phase, hasStarted: hasStarted, now: moment, standstill: standstill)
    }

    private mutating func takeUp(_ snapshot: Snapshot) {
        restored = RestoredState(snapshot)
        // What no rule means any more would be out of date if one came to mean it again.
        let meanings = Set(plan.units.map(\.template.key))
        restored.states = restored.states.filter { meanings.contains($0.key.unit) }
        waitingOccurrences = snapshot.occurrences
        for record in snapshot.clocks {
            guard let index = plan.clockTexts.firstIndex(of: record.name) else { continue }
            clocks[index].last = record.last
        }
        openDomains()
        let places = Dictionary(
            plan.program.inputs.enumerated().map { ($0.element.name, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        for record in snapshot.inputs {
            guard let input = places[record.name] else { continue }
            let parameters = plan.program.inputs[input].parameters
            guard record.levels.count == parameters.count else { continue }
            let binding = record.levels.map { levels.id(of: $0) }
            let instance = inputInstance(input, binding)
            guard inputs[Int(instance)].isHeard else { continue }
            count(instance)
        }
        let outputs = Dictionary(
            plan.program.outputs.enumerated().map { ($0.element.name, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        for record in snapshot.outputs {
            guard let output = outputs[record.name],
                record.levels.count == plan.program.outputs[output].parameters.count
            else { continue }
            _ = outputInstance(output, record.levels.map { levels.id(of: $0) })
        }
        for record in snapshot.runs { openRun(record) }
    }

    /// A `when` over events has no input that would bring it back: its run does.
    private mutating func openRun(_ record: Snapshot.RunRecord) {
        guard
            let template = plan.units.firstIndex(where: {
                $0.template.key == record.unit && $0.template.parameterCount == record.levels.count
            }),
            let domain = plan.domains.firstIndex(where: { $0.owner == .unit(template) })
        else { return }
        addBinding(record.levels.map { levels.id(of: $0) }, to: domain)
    }

    mutating func restoreInput(_ place: Int32) {
        let input = Int(inputs[Int(place)].input)
        let definition = plan.program.inputs[input]
        let key = RestoredState.Instance(name: definition.name, levels: inputLevels[Int(place)].map { levels[$0] })
        guard let record = restored.inputs.removeValue(forKey: key),
            let value = value(of: record.heard, as: definition.type)
        else { return }
        heardCounts[input] += 1
        inputs[Int(place)].heard = value
        inputs[Int(place)].isHeard = true
        inputs[Int(place)].lastMessage = record.lastMessage
        inputs[Int(place)].lastChange = record.lastChange
        // What an event said is over; that it was heard makes the instances of rules.
        guard !definition.isEvent else { return }
        let source = Int(inputs[Int(place)].source)
        sources[source].value = value
        if record.isFirst { firstSources.insert(Int32(source)) }
        guard let staleAfter = definition.staleAfter, !value.isUnknown else { return }
        // Stale by what the program says now; what was stale already stays so.
        if record.isStale {
            sources[source].value = .unknown
        } else {
            inputs[Int(place)].staleDue = record.lastMessage &+ staleAfter
            scheduleStale(place)
        }
    }

    mutating func restoreOutput(_ place: Int32) {
        let definition = plan.program.outputs[Int(outputs[Int(place)].output)]
        let key = RestoredState.Instance(name: definition.name, levels: outputs[Int(place)].levels.map { levels[$0] })
        guard let record = restored.outputs.removeValue(forKey: key),
            let value = value(of: record.sent, as: definition.type)
        else { return }
        outputs[Int(place)].sent = value
        outputs[Int(place)].wanted = self.value(of: record.wanted, as: definition.type) ?? value
        outputs[Int(place)].isOwed = record.isOwed
        // What had to wait is still to be sent, though no rule says it again.
        if outputs[Int(place)].isPending { queueOutput(place) }
        outputs[Int(place)].changedAt = record.changedAt
        outputs[Int(place)].sentAt = record.sentAt
        outputs[Int(place)].tries = record.tries
        outputs[Int(place)].reason = record.reason.map { ReasonBox($0) }
        if definition.resendEvery != nil || definition.resendWhen != nil || definition.confirmation != nil {
            outputs[Int(place)].resendDue = record.resendDue
        }
        if definition.confirmation != nil { outputs[Int(place)].confirmDue = record.confirmDue }
        sources[Int(outputs[Int(place)].source)].value = value
        sources[Int(outputs[Int(place)].failure)].value = .truth(record.hasFailed)
        scheduleManners(place)
    }

    mutating func restoreRun(_ place: Int32) {
        let unit = units[Int(place)]
        let key = RestoredState.Instance(
            name: plan.units[Int(unit.template)].template.key, levels: unitLevels[Int(place)].map { levels[$0] })
        guard let record = restored.runs.removeValue(forKey: key) else { return }
        let state = Int(unit.companion)
        let values = plan.units[Int(unit.template)].template.script?.values ?? []
        let isConditional = record.isConditional && values.indices.contains(record.action - 1)
        whens[state].run = WhenState.Run(
            action: record.action, triggeredAt: record.triggeredAt, due: record.due,
            condition: isConditional ? values[record.action - 1] : Operation.none,
            events: occurrences(record.events, unit))
        whens[state].queue = record.queue.map { occurrences($0, unit) }
        if record.due != never { timers.push(.run(place), due: record.due) }
    }

    private mutating func occurrences(_ named: [String: Snapshot.Stored], _ unit: UnitInstance) -> [Int32: Value] {
        var events: [Int32: Value] = [:]
        for (operation, name) in occurrenceNames(of: unit) {
            events[operation] = named[name].map { value(of: $0) }
        }
        return events
    }

    mutating func restoreUnit(_ place: Int32) {
        guard !restored.states.isEmpty else { return }
        let unit = units[Int(place)]
        let template = plan.units[Int(unit.template)].template
        let binding = unitLevels[Int(place)].map { levels[$0] }
        for (offset, state) in template.stateKeys.enumerated() {
            let key = Snapshot.StateKey(unit: template.key, levels: binding, state: state)
            guard let record = restored.states.removeValue(forKey: key) else { continue }
            let index = Int(unit.states) + offset
            states[index].since = record.since
            states[index].mark = record.mark
            states[index].last = value(of: record.last)
            guard !record.window.isEmpty else { continue }
            windows[Int32(index)] = Window(stretches: record.window)
            states[index].due = record.lookDue
        }
    }

    private mutating func value(of stored: Snapshot.Stored) -> Value {
        switch stored {
        case .unknown: .unknown
        case .truth(let truth): .truth(truth)
        case .number(let number): .number(number)
        case .word(let name): plan.program.words.firstIndex(of: name).map { .word($0) } ?? .unknown
        case .text(let text): texts.intern(text)
        }
    }

    /// The value if it still fits the type, else nil.
    private mutating func value(of stored: Snapshot.Stored, as type: ValueType) -> Value? {
        switch (stored, type) {
        case (.unknown, _): return .unknown
        case (.number(let number), .number(let type)):
            if let range = type.range, !range.contains(number) { return nil }
            return .number(number)
        case (.word(let name), .words(let words)):
            return words.first { $0.name == name }.map { .word($0.id) }
        case (.text(let text), .text): return texts.intern(text)
        default: return nil
        }
    }

    // MARK: Changing the rules

    /// Takes a new program. Values, sent commands and the timers of everything whose meaning did not change stay.
    ///
    /// - Parameter awaitingRetained: The program hears topics that the old one did not: commands wait for
    ///   `settled(at:)`, so that nothing is decided on half the state.
    package mutating func reload(_ program: Program, awaitingRetained: Bool, at moment: Moment) -> [Decision] {
        passTime(to: moment)
        var progress = progress(at: moment)
        if phase == .running && awaitingRetained { progress.phase = .disconnected }
        var next = Engine(program, continuing: snapshot(at: moment), from: progress, isSameProgram: false)
        next.decisions = takeDecisions() + next.decisions
        self = next
        return takeDecisions()
    }
}
