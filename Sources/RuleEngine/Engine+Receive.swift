import RuleLanguage

/// An occurrence of an event that came before the first instant.
struct WaitingOccurrence {
    var topic: [UInt8]
    var payload: [UInt8]

    /// Most of them; those beyond are dropped and reported.
    static let limit = 1_000
}

extension Engine {
    /// Takes a message and decides.
    ///
    /// Before the first instant messages set values and nothing is decided; what is not the broker's memory but happened
    /// meanwhile is seen by everything that remembers. Occurrences of events wait for the first instant.
    /// The bytes are needed during the call only.
    package mutating func receive(
        topic: UnsafeRawBufferPointer, payload: UnsafeRawBufferPointer, retained: Bool, at moment: Moment
    ) -> [Decision] {
        passTime(to: moment)
        reader.begin()
        waitingBefore = waitingOccurrences.count
        for index in topics.known(topic) ?? topics.match(topic, levels: &levels) {
            hear(index, topic, payload, retained)
        }
        if phase != .settling {
            runInstant()
        } else if !retained {
            runMissedInstant()
        }
        return takeDecisions()
    }

    private mutating func hear(
        _ index: Int, _ topic: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer, _ retained: Bool
    ) {
        let input = topics.targets[index].input
        let known = topics.targets[index].instance
        let reading = reader.read(payload, for: Int(input))
        let traits = code.traits[Int(input)]
        if traits.isEvent {
            guard !retained else { return }
            occur(reading, input, index, topic, payload)
            return
        }
        switch reading {
        case .absent:
            return
        case .bad:
            complain(aboutPayload: payload, on: topic, input: Int(input))
        case .empty:
            guard let instance = heardInstance(of: input, known, at: index) else { return }
            forget(instance)
        case .unknown:
            guard let instance = instance(of: input, known, at: index) else { return }
            forget(instance)
            count(instance)
        case .number(let number):
            guard let instance = instance(of: input, known, at: index) else { return }
            learn(.number(number), instance, traits, retained)
        case .word(let id):
            guard let instance = instance(of: input, known, at: index) else { return }
            learn(.word(id), instance, traits, retained)
        case .text(let bytes):
            guard let instance = instance(of: input, known, at: index) else { return }
            learn(text(bytes, lastHeard: inputs[Int(instance)].heard, input: Int(input)), instance, traits, retained)
        }
    }

    /// The instance that a topic feeds, made when the first message fits; nil when there are too many.
    private mutating func instance(of input: Int32, _ known: Int32, at index: Int) -> Int32? {
        if known != nothing { return known }
        let binding = topics.bindings[index]
        let members = plan.program.inputs[Int(input)].parameters.map(\.members)
        for (level, members) in zip(binding, members) {
            // An input with declared members hears no others.
            if let members, !members.contains(where: { $0.utf8.elementsEqual(levels[level].utf8) }) { return nil }
        }
        let existing = inputPlaces[InstanceKey(owner: input, levels: binding)]
        if existing.map({ !inputs[Int($0)].isHeard }) ?? true {
            guard heardCounts[Int(input)] < code.traits[Int(input)].limit else {
                complainAboutInstances(ofInput: Int(input))
                return nil
            }
            heardCounts[Int(input)] += 1
        }
        let instance = existing ?? inputInstance(Int(input), binding)
        topics.targets[index].instance = instance
        return instance
    }

    /// The instance that a topic feeds, if it was heard before: perhaps by a former run of the gateway.
    private func heardInstance(of input: Int32, _ known: Int32, at index: Int) -> Int32? {
        if known != nothing { return known }
        guard let place = inputPlaces[InstanceKey(owner: input, levels: topics.bindings[index])],
            inputs[Int(place)].isHeard
        else { return nil }
        return place
    }

    // MARK: Values

    private mutating func learn(_ value: Value, _ instance: Int32, _ traits: InputTraits, _ retained: Bool) {
        let place = Int(instance)
        if retained {
            // The broker's memory of what was heard already says nothing about how the sensor is now.
            if inputs[place].isHeard && inputs[place].heard == value { return }
        }
        // A first value that the broker remembers, or one in the place of what was assumed, sets nothing off.
        if inputs[place].heard.isUnknown, inputs[place].lastChange == noTime,
            retained || plan.program.inputs[Int(inputs[place].input)].initially != nil
        {
            firstSources.insert(inputs[place].source)
        }
        if news == .none { news = .slight }
        inputs[place].heard = value
        inputs[place].isHeard = true
        inputs[place].lastMessage = time
        if traits.staleAfter != never {
            inputs[place].staleDue = time &+ traits.staleAfter
            if inputs[place].staleScheduled == never { scheduleStale(instance) }
        }
        show(value, instance)
        if !inputs[place].isCounted { count(instance) }
    }

    /// The value is no longer known, by the device's own word.
    private mutating func forget(_ instance: Int32) {
        let place = Int(instance)
        if news == .none { news = .slight }
        inputs[place].isHeard = true
        inputs[place].lastMessage = time
        inputs[place].staleDue = never
        // What was assumed is no value that was heard: one that comes later is still the first.
        let lastChange = inputs[place].heard.isUnknown ? inputs[place].lastChange : time
        inputs[place].heard = .unknown
        show(.unknown, instance)
        inputs[place].lastChange = lastChange
    }

    private mutating func show(_ value: Value, _ instance: Int32) {
        let source = Int(inputs[Int(instance)].source)
        guard sources[source].value != value else { return }
        inputs[Int(instance)].lastChange = time
        cause = .message(instance)
        sources[source].value = value
        wakeReaders(of: source)
    }

    mutating func scheduleStale(_ instance: Int32) {
        inputs[Int(instance)].staleScheduled = inputs[Int(instance)].staleDue
        timers.push(.input(instance), due: inputs[Int(instance)].staleDue)
    }

    mutating func becomeStale(_ instance: Int32) {
        show(.unknown, instance)
        cause = .time
    }

    /// The value of a text; the one last heard is not made again.
    private mutating func text(_ bytes: UnsafeRawBufferPointer, lastHeard: Value, input: Int) -> Value {
        var bytes = bytes
        if bytes.count > TextPool.longestText {
            bytes = UnsafeRawBufferPointer(rebasing: bytes[..<TextPool.cut(bytes)])
            complainAboutLongText(input: input)
        }
        if lastHeard.kind == .text, texts[lastHeard].utf8.elementsEqual(bytes) {
            return lastHeard
        }
        return texts.intern(String(decoding: bytes, as: UTF8.self))
    }

    // MARK: Events

    private mutating func occur(
        _ reading: Reading, _ input: Int32, _ index: Int, _ topic: UnsafeRawBufferPointer,
        _ payload: UnsafeRawBufferPointer
    ) {
        let value: Value
        switch reading {
        case .absent, .empty, .unknown: return
        case .bad: return complain(aboutPayload: payload, on: topic, input: Int(input))
        case .number(let number): value = .number(number)
        case .word(let id): value = .word(id)
        case .text(let bytes):
            guard bytes.count > 0 else { return }
            value = text(bytes, lastHeard: .unknown, input: Int(input))
        }
        guard phase != .settling else {
            return postpone(topic, payload)
        }
        guard let instance = instance(of: input, topics.targets[index].instance, at: index) else { return }
        let place = Int(instance)
        inputs[place].isHeard = true
        inputs[place].lastMessage = time
        inputs[place].lastChange = time
        let source = inputs[place].source
        cause = .message(instance)
        sources[Int(source)].value = value
        momentary.append(source)
        wakeReaders(of: Int(source))
        if !inputs[place].isCounted { count(instance) }
    }

    private mutating func postpone(_ topic: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer) {
        // An event and another input may share a topic; the message waits once.
        guard waitingOccurrences.count == waitingBefore else { return }
        guard waitingOccurrences.count < WaitingOccurrence.limit else {
            return complainAboutDroppedOccurrence()
        }
        waitingOccurrences.append(WaitingOccurrence(topic: Array(topic), payload: Array(payload)))
    }
}
