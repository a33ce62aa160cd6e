import RuleLanguage

/// One instant: everything that depends on what changed is computed once, in the order of dependence.
extension Engine {
    /// Most rounds of one instant. Outputs that others read may set off further ones; more than this is a loop.
    static let longestChain = 100

    mutating func runInstant() {
        instant += 1
        guard lowestQueue < queues.count || !outputQueue.isEmpty else { return endInstant() }
        var rounds = 0
        repeat {
            evaluateQueues()
            flushOutputs()
            rounds += 1
            if rounds > Self.longestChain {
                stopChain()
                break
            }
        } while lowestQueue < queues.count
        endInstant()
    }

    private mutating func endInstant() {
        for source in momentary {
            sources[Int(source)].value = .unknown
        }
        momentary.removeAll(keepingCapacity: true)
        firstSources.removeAll()
        if texts.isSweepDue {
            sweepTexts()
        }
    }

    mutating func wakeReaders(of source: Int) {
        if sources[source].reader != nothing { enqueue(sources[source].reader) }
        var edge = sources[source].firstEdge
        while edge != nothing {
            enqueue(edges[Int(edge)].unit)
            edge = edges[Int(edge)].next
        }
    }

    mutating func enqueue(_ place: Int32) {
        guard !units[Int(place)].isQueued else { return }
        units[Int(place)].isQueued = true
        let level = Int(code.spans[Int(units[Int(place)].template)].level)
        queues[level].append(place)
        lowestQueue = min(lowestQueue, level)
    }

    mutating func queueOutput(_ place: Int32) {
        guard !outputs[Int(place)].isQueued else { return }
        outputs[Int(place)].isQueued = true
        outputQueue.append(place)
    }

    mutating func evaluateQueues() {
        while lowestQueue < queues.count {
            let level = lowestQueue
            lowestQueue += 1
            orderWhens(in: level)
            var index = 0
            while index < queues[level].count {
                let place = queues[level][index]
                index += 1
                units[Int(place)].isQueued = false
                evaluate(place)
            }
            queues[level].removeAll(keepingCapacity: true)
        }
    }

    /// `when`s see what those before them in the program have set, whichever instance came first.
    private mutating func orderWhens(in level: Int) {
        guard queues[level].count > 1, !plan.program.whens.isEmpty,
            queues[level].contains(where: { code.spans[Int(units[Int($0)].template)].kind == .when })
        else { return }
        queues[level].sort { a, b in
            let (one, other) = (units[Int(a)].template, units[Int(b)].template)
            return one != other ? one < other : a < b
        }
    }

    private mutating func evaluate(_ place: Int32) {
        let unit = units[Int(place)]
        let span = code.spans[Int(unit.template)]
        if !firstSources.isEmpty { passOnFirstValue(of: unit, span) }
        switch span.kind {
        case .aggregate:
            publish(aggregateValue(of: unit), of: unit)
        case .element:
            runOperations(of: unit, span)
            let old = sources[Int(unit.source)].value
            let new = cells[Int(unit.cells) + Int(span.result)]
            guard old != new, unit.companion != nothing else { return publish(new, of: unit) }
            recount(unit.companion, from: old, to: new)
            publish(new, of: unit)
            enqueue(unit.companion)
        case .value:
            runOperations(of: unit, span)
            publish(cells[Int(unit.cells) + Int(span.result)], of: unit)
        case .keep:
            runOperations(of: unit, span)
            if !isCatchingUp { choose(unit) }
        case .when:
            runOperations(of: unit, span)
            evaluateWhen(place, unit)
        case .resend:
            runOperations(of: unit, span)
            evaluateResend(unit, unitLevels[Int(place)])
        case .confirmation:
            runOperations(of: unit, span)
            if !isCatchingUp { evaluateConfirmation(unit, unitLevels[Int(place)]) }
        }
    }

    private mutating func publish(_ value: Value, of unit: UnitInstance) {
        guard sources[Int(unit.source)].value != value else { return }
        sources[Int(unit.source)].value = value
        if !value.isUnknown, !value.isFalse, code.spans[Int(unit.template)].isMomentary {
            momentary.append(unit.source)
        }
        wakeReaders(of: Int(unit.source))
    }

    private mutating func choose(_ unit: UnitInstance) {
        guard let index = chosenCase(of: unit) else { return }
        let item = Int(code.spans[Int(unit.template)].firstCase) + index
        reached?.choose(item)
        let value = cells[Int(unit.cells) + Int(code.cases[item].value)]
        guard !value.isUnknown else { return }
        want(value, case: Int32(index), of: unit.companion)
    }

    /// The first case that holds says what the output should be. A case whose condition is unknown is passed over, and where
    /// there are conditions and none is known, nothing is said.
    @inline(__always)
    func chosenCase(of unit: UnitInstance) -> Int? {
        var isAnyKnown = false
        let span = code.spans[Int(unit.template)]
        for index in 0..<Int(span.caseCount) {
            let item = code.cases[Int(span.firstCase) + index]
            if item.condition == Operation.none {
                return isAnyKnown || index == 0 ? index : nil
            }
            let condition = cells[Int(unit.cells) + Int(item.condition)]
            isAnyKnown = isAnyKnown || !condition.isUnknown
            if condition.isTrue { return index }
        }
        return nil
    }

    private mutating func stopChain() {
        for level in queues.indices {
            for place in queues[level] { units[Int(place)].isQueued = false }
            queues[level].removeAll(keepingCapacity: true)
        }
        lowestQueue = queues.count
        complainAboutChain()
    }

    private mutating func sweepTexts() {
        var used: Set<Int> = []
        func note(_ value: Value) {
            if value.kind == .text { used.insert(value.textID) }
        }
        constants.forEach(note)
        sources.forEach { note($0.value) }
        inputs.forEach { note($0.heard) }
        cells.forEach(note)
        states.forEach { note($0.last) }
        for output in outputs {
            note(output.wanted)
            note(output.sent)
        }
        texts.sweep(keeping: used)
    }
}
