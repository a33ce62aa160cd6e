import RuleLanguage

/// From what should be so to what is sent.
extension Engine {
    /// Takes note of what a `keep` says.
    mutating func want(_ value: Value, case index: Int32, of place: Int32) {
        let value = outputs[Int(place)].wanted == value ? value : fitted(value, to: Int(outputs[Int(place)].output))
        outputs[Int(place)].wanted = value
        outputs[Int(place)].wantedCase = index
        if value != outputs[Int(place)].sent || outputs[Int(place)].due != never {
            queueOutput(place)
        }
    }

    /// A number rounded to the output's step, then clamped to its range.
    private func fitted(_ value: Value, to output: OutputID) -> Value {
        guard value.kind == .number, case .number(let type) = plan.program.outputs[output].type else { return value }
        var number = value.number
        if let step = type.step {
            number = (number / step).rounded() * step
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

    /// Sends what is wanted if it differs from what was sent, as soon as the output's manners allow it.
    private mutating func consider(_ place: Int32) {
        let instance = outputs[Int(place)]
        guard phase == .running, !instance.wanted.isUnknown else { return }
        guard instance.wanted != instance.sent else {
            outputs[Int(place)].due = never
            return
        }
        let earliest = earliestSend(instance)
        guard earliest <= time else {
            return scheduleOutput(place, at: earliest)
        }
        send(place)
    }

    /// The first command is free; the others wait until the minimum times are over.
    private func earliestSend(_ instance: OutputInstance) -> Int64 {
        guard !instance.sent.isUnknown else { return time }
        let output = plan.program.outputs[Int(instance.output)]
        var earliest = time
        if let apart = output.atLeastApart {
            earliest = max(earliest, instance.sentAt &+ apart)
        }
        if instance.sent.kind == .word, let minimum = output.minimumTimes[instance.sent.wordID] {
            earliest = max(earliest, instance.changedAt &+ minimum)
        }
        return earliest
    }

    private mutating func send(_ place: Int32) {
        let index = Int(place)
        let value = outputs[index].wanted
        let former = outputs[index].sent
        decisions.append(.command(command(for: index, value, former: former)))
        outputs[index].sent = value
        outputs[index].sentCase = outputs[index].wantedCase
        outputs[index].changedAt = time
        outputs[index].sentAt = time
        outputs[index].due = never
        let source = Int(outputs[index].source)
        sources[source].value = value
        wakeReaders(of: source)
    }

    private func command(for index: Int, _ value: Value, former: Value) -> Command {
        let instance = outputs[index]
        let output = plan.program.outputs[Int(instance.output)]
        let words = instance.levels.map { levels[$0] }
        let text = written(value, output.type)
        return Command(
            output: Int(instance.output), levels: words, name: name(output.name, instance.levels), topic: instance.topic,
            payload: payload(of: value, text, output), value: text, qos: output.qos, retained: output.retained,
            expirySeconds: output.expiresAfter.map { Int(($0 + 999_999_999) / 1_000_000_000) }, isShadow: output.isShadow,
            reason: reason(for: instance, former: former))
    }

    /// A value as it is written in rules and journals.
    func written(_ value: Value, _ type: ValueType) -> String {
        if value.kind == .number, case .number(let number) = type {
            return NumberText.shortest(value.number, step: number.step)
        }
        return text(of: value)
    }

    private func payload(of value: Value, _ written: String, _ output: Output) -> [UInt8] {
        var wire = written
        if case .words(let words) = output.type, let word = words.first(where: { $0.id == value.wordID }) {
            wire = word.payloads.first ?? word.name
        }
        guard let template = output.template else { return Array(wire.utf8) }
        var bytes: [UInt8] = []
        for piece in template.pieces {
            switch piece {
            case .literal(let text): bytes += text.utf8
            case .value: template.isJSON ? JSONText.escape(wire, into: &bytes) : bytes.append(contentsOf: wire.utf8)
            }
        }
        return bytes
    }

    /// `fan(kitchen)`; a level that is no name stands in quotes.
    func name(_ name: String, _ binding: [LevelID]) -> String {
        guard !binding.isEmpty else { return name }
        return name + "(" + binding.map { LevelText.written(levels[$0]) }.joined(separator: ", ") + ")"
    }
}
