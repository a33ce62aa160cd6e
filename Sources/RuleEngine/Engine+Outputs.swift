import RuleLanguage

/// From what should be so to what is sent.
extension Engine {
    /// Takes note of what a `keep` says.
    mutating func want(_ value: Value, case index: Int32, of place: Int32) {
        let value = Self.fitted(value, to: plan.outputs[Int(outputs[Int(place)].output)].definition.type)
        outputs[Int(place)].wanted = value
        outputs[Int(place)].wantedCase = index
        if value != outputs[Int(place)].sent || outputs[Int(place)].waitDue != never {
            queueOutput(place)
        }
    }

    /// Does what a `when` says: the value is sent whether or not it is another one.
    mutating func set(_ place: Int32, to value: Value, _ reason: Reason) {
        outputs[Int(place)].wanted = Self.fitted(
            value, to: plan.outputs[Int(outputs[Int(place)].output)].definition.type)
        outputs[Int(place)].isOwed = true
        news = .important
        outputs[Int(place)].reason = ReasonBox(reason)
        consider(place)
    }

    /// A number rounded to the output's step, then clamped to its range.
    private static func fitted(_ value: Value, to type: @autoclosure () -> ValueType) -> Value {
        guard value.kind == .number, case .number(let type) = type() else { return value }
        var number = value.number
        if let step = type.step {
            number = NumberText.rounded(number, toStep: step)
        }
        if let range = type.range {
            number = min(max(number, range.lowerBound), range.upperBound)
        }
        return .number(number)
    }

    mutating func flushOutputs() {
        guard !outputQueue.isEmpty else { return }
        var queue = outputQueue
        outputQueue.removeAll(keepingCapacity: true)
        if queue.count > 1 {
            // What is decided in one instant goes out in the order of the program, whatever the order of computing was.
            queue.sort { isBefore(outputs[Int($0)], outputs[Int($1)]) }
        }
        for place in queue {
            outputs[Int(place)].isQueued = false
            consider(place)
        }
    }

    private func isBefore(_ a: OutputInstance, _ b: OutputInstance) -> Bool {
        guard a.output == b.output else { return a.output < b.output }
        for (left, right) in zip(a.levels, b.levels) where left != right {
            return levels[left].utf8.lexicographicallyPrecedes(levels[right].utf8)
        }
        return false
    }

    /// Sends what is wanted if it differs from what was sent, or if it is owed, as soon as the output's manners allow it;
    /// where nothing new is to be sent, what falls due once more.
    private mutating func consider(_ place: Int32) {
        if !sendWanted(place) { repeatWhatIsDue(place) }
        scheduleManners(place)
    }

    private mutating func sendWanted(_ place: Int32) -> Bool {
        let instance = outputs[Int(place)]
        outputs[Int(place)].waitDue = never
        guard phase == .running, !instance.wanted.isUnknown else { return false }
        guard instance.isOwed || instance.keeper != nothing && instance.wanted != instance.sent else { return false }
        let earliest = earliestSend(instance)
        guard earliest <= time else {
            outputs[Int(place)].waitDue = earliest
            return false
        }
        send(instance.wanted, place, reason(of: instance))
        return true
    }

    func reason(of instance: OutputInstance) -> Reason {
        instance.keeper == nothing ? instance.reason?.reason ?? rememberedReason(instance) : reason(ofKept: instance)
    }

    /// The first command is free; the others wait until the minimum times are over.
    private func earliestSend(_ instance: OutputInstance) -> Int64 {
        guard !instance.sent.isUnknown else { return time }
        let output = plan.outputs[Int(instance.output)]
        var earliest = time
        if let apart = earliestRepetition(instance) {
            earliest = max(earliest, apart)
        }
        if instance.sent != instance.wanted, instance.sent.kind == .word,
            let minimum = output.definition.minimumTimes[instance.sent.wordID]
        {
            earliest = max(earliest, instance.changedAt &+ minimum)
        }
        return earliest
    }

    /// When the next command may be sent, whatever it says, or nil where there is no limit.
    func earliestRepetition(_ instance: OutputInstance) -> Int64? {
        plan.outputs[Int(instance.output)].definition.atLeastApart.map { instance.sentAt &+ $0 }
    }

    private mutating func send(_ value: Value, _ place: Int32, _ reason: Reason) {
        let index = Int(place)
        issue(value, place, reason)
        if outputs[index].sent != value { outputs[index].changedAt = time }
        outputs[index].sent = value
        outputs[index].sentCase = outputs[index].wantedCase
        outputs[index].isOwed = false
        outputs[index].waitDue = never
        outputs[index].tries = 1
        outputs[index].reason =
            plan.outputs[Int(outputs[index].output)].definition.isEverResent ? ReasonBox(reason) : nil
        startConfirmation(place)
        let source = Int(outputs[index].source)
        if sources[source].value != value {
            sources[source].value = value
            wakeReaders(of: source)
        }
        if !sources[Int(outputs[index].failure)].value.isFalse {
            sources[Int(outputs[index].failure)].value = .false
            wakeReaders(of: Int(outputs[index].failure))
        }
    }

    /// Hands a command out; what it means for the output is the caller's business.
    mutating func issue(_ value: Value, _ place: Int32, _ reason: Reason) {
        decisions.append(.command(command(for: Int(place), value, reason)))
        news = .important
        outputs[Int(place)].sentAt = time
        outputs[Int(place)].sentInstant = instant
        let interval = plan.outputs[Int(outputs[Int(place)].output)].definition.resendEvery
        outputs[Int(place)].resendDue = interval.map { time &+ $0 } ?? never
    }

    private func command(for index: Int, _ value: Value, _ reason: Reason) -> Command {
        let target = outputs[index].target
        let output = plan.outputs[target.output]
        if value.kind == .word, let payload = output.wirePayloads[value.wordID] {
            return Command(
                target: target, payload: payload, value: plan.program.words[value.wordID], reason: reason)
        }
        let text = written(value, output.definition.type)
        return Command(
            target: target, payload: payload(of: value, text, output.definition, target.levels), value: text,
            reason: reason)
    }

    /// A value as it is written in rules and journals.
    func written(_ value: Value, _ type: ValueType) -> String {
        if value.kind == .number, case .number(let number) = type {
            return NumberText.shortest(value.number, step: number.step)
        }
        return text(of: value)
    }

    private func payload(of value: Value, _ written: String, _ output: Output, _ levels: [String]) -> [UInt8] {
        var wire = written
        if case .words(let words) = output.type, let word = words.first(where: { $0.id == value.wordID }) {
            wire = word.payloads.first ?? word.name
        }
        guard let template = output.template else { return Array(wire.utf8) }
        var bytes: [UInt8] = []
        for piece in template.pieces {
            switch piece {
            case .literal(let text): bytes += text.utf8
            case .value: bytes += (template.isJSON ? JSONText.escaped(wire) : wire).utf8
            case .parameter(let index):
                bytes += (template.isJSON ? JSONText.escaped(levels[index]) : levels[index]).utf8
            }
        }
        return bytes
    }

    /// `fan(kitchen)`; a level that is no name stands in quotes.
    func name(_ name: String, _ binding: [LevelID]) -> String {
        InstanceName.written(name, binding.map { levels[$0] })
    }
}

extension Output {
    /// Whether a command may be sent more than once.
    fileprivate var isEverResent: Bool {
        resendWhen != nil || resendEvery != nil || confirmation != nil
    }
}
