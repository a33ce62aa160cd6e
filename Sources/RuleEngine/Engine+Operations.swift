import RuleLanguage

/// What each operation does. Conditions have three values, and `and`, `or` and `not` follow Kleene.
extension Engine {
    mutating func runOperations(of unit: UnitInstance, _ span: UnitSpan) {
        let base = Int(unit.cells)
        let operations = code.operations + Int(span.firstOperation)
        // What remembers has seen this instant already, and not with occurrences that are over.
        let isReplay = !kept.isEmpty
        for offset in 0..<Int(span.operationCount) {
            let operation = operations[offset]
            switch operation.code {
            case .constant, .parameter:
                continue
            case .until where isReplay, .held where isReplay, .within where isReplay, .overTime where isReplay,
                .becomes where isReplay, .changes where isReplay, .begins where isReplay, .ends where isReplay:
                continue
            case .link:
                let value = sources[Int(links[Int(unit.links) + Int(operation.a)])].value
                cells[base + offset] = isReplay ? kept[Int32(offset)] ?? value : value
            case .until:
                cells[base + offset] = until(operation, base, Int(unit.states))
            case .held:
                cells[base + offset] = held(operation, base, Int(unit.states))
            case .within:
                cells[base + offset] = within(operation, base, Int(unit.states))
            case .text:
                cells[base + offset] = compose(operation, base, unit)
            case .contains, .beginsWith, .endsWith:
                cells[base + offset] = compareTexts(operation, base)
            case .oneOf:
                cells[base + offset] = oneOf(operation, base)
            case .overTime:
                cells[base + offset] = overTime(operation, base, Int(unit.states))
            case .becomes, .changes, .begins, .ends:
                cells[base + offset] = changed(operation, base, Int(unit.states))
            default:
                cells[base + offset] = pure(operation, base)
            }
        }
    }

    private func pure(_ operation: Operation, _ base: Int) -> Value {
        let a = cells[base + Int(operation.a)]
        switch operation.code {
        case .not: return a.isUnknown ? .unknown : .truth(a.isFalse)
        case .isKnown: return .truth(!a.isUnknown)
        case .isUnknown: return .truth(a.isUnknown)
        case .occurred: return .truth(a.isTrue)
        case .and:
            let b = cells[base + Int(operation.b)]
            if a.isFalse || b.isFalse { return .false }
            return a.isUnknown || b.isUnknown ? .unknown : .true
        case .or:
            let b = cells[base + Int(operation.b)]
            if a.isTrue || b.isTrue { return .true }
            return a.isUnknown || b.isUnknown ? .unknown : .false
        case .valid: return a.isTrue ? cells[base + Int(operation.b)] : .unknown
        case .negate, .abs, .floor, .ceil, .round:
            guard a.isNumber else { return .unknown }
            return unary(operation, a.number, base)
        case .between:
            return between(a, cells[base + Int(operation.b)], cells[base + Int(operation.c)])
        default:
            let b = cells[base + Int(operation.b)]
            guard !a.isUnknown, !b.isUnknown else { return .unknown }
            return binary(operation.code, a, b)
        }
    }

    private func unary(_ operation: Operation, _ x: Double, _ base: Int) -> Value {
        switch operation.code {
        case .negate: return .number(-x)
        case .abs: return .number(x.magnitude)
        case .floor: return .number(x.rounded(.down))
        case .ceil: return .number(x.rounded(.up))
        default:
            guard operation.b != Operation.none else { return .number(x.rounded()) }
            let step = cells[base + Int(operation.b)]
            return step.isNumber ? .number(NumberText.rounded(x, toStep: step.number)) : .unknown
        }
    }

    /// Both ends included.
    private func between(_ x: Value, _ low: Value, _ high: Value) -> Value {
        guard !x.isUnknown else { return .unknown }
        let isAbove = low.isUnknown ? Value.unknown : .truth(x.number >= low.number)
        let isBelow = high.isUnknown ? Value.unknown : .truth(x.number <= high.number)
        if isAbove.isFalse || isBelow.isFalse { return .false }
        return isAbove.isUnknown || isBelow.isUnknown ? .unknown : .true
    }

    /// Both are known.
    private func binary(_ code: Operation.Code, _ a: Value, _ b: Value) -> Value {
        switch code {
        case .equal: return .truth(a == b)
        case .notEqual: return .truth(a != b)
        case .less: return .truth(a.number < b.number)
        case .lessOrEqual: return .truth(a.number <= b.number)
        case .greater: return .truth(a.number > b.number)
        case .greaterOrEqual: return .truth(a.number >= b.number)
        case .add: return .number(a.number + b.number)
        case .subtract: return .number(a.number - b.number)
        case .multiply: return .number(a.number * b.number)
        case .divide: return .number(a.number / b.number)
        case .least: return .number(min(a.number, b.number))
        case .greatest: return .number(max(a.number, b.number))
        default: preconditionFailure("not an operation on two values")
        }
    }

    private func oneOf(_ operation: Operation, _ base: Int) -> Value {
        let x = cells[base + Int(operation.a)]
        guard !x.isUnknown else { return .unknown }
        var isAnyUnknown = false
        for index in Int(operation.b)..<Int(operation.b + operation.c) {
            let choice = cells[base + Int(plan.operandLists[index])]
            if choice == x { return .true }
            isAnyUnknown = isAnyUnknown || choice.isUnknown
        }
        return isAnyUnknown ? .unknown : .false
    }

    // MARK: Texts

    /// By bytes, as everything in topics and payloads.
    private func compareTexts(_ operation: Operation, _ base: Int) -> Value {
        let a = cells[base + Int(operation.a)]
        let b = cells[base + Int(operation.b)]
        guard a.kind == .text, b.kind == .text else { return .unknown }
        let whole = texts[a].utf8
        let part = texts[b].utf8
        switch operation.code {
        case .beginsWith: return .truth(whole.starts(with: part))
        case .endsWith: return .truth(whole.count >= part.count && whole.suffix(part.count).elementsEqual(part))
        default: return .truth(whole.containsBytes(part))
        }
    }

    /// Puts a text together; an unknown value in it prints `unknown`.
    private mutating func compose(_ operation: Operation, _ base: Int, _ unit: UnitInstance) -> Value {
        var text = ""
        for piece in plan.recipes[Int(operation.a)] {
            switch piece {
            case .literal(let literal): text += literal
            case .operation(let place): text += self.text(of: cells[base + Int(place)])
            }
        }
        if text.utf8.count > TextPool.longestText {
            let end = text.withUTF8 { TextPool.cut(UnsafeRawBufferPointer($0)) }
            text = String(decoding: text.utf8.prefix(end), as: UTF8.self)
            complainAboutLongText(of: unit)
        }
        return texts.intern(text)
    }

    /// A value as it stands in texts.
    func text(of value: Value) -> String {
        switch value.kind {
        case .unknown: "unknown"
        case .truth: value.isTrue ? "true" : "false"
        case .number: NumberText.shortest(value.number, step: nil)
        case .word: plan.program.words[value.wordID]
        case .text: texts[value]
        }
    }

    // MARK: Time

    /// `C for D`: true from exactly D after C began, as long as C lasts; unknown while C is, and afresh after it.
    private mutating func held(_ operation: Operation, _ base: Int, _ stateBase: Int) -> Value {
        let condition = cells[base + Int(operation.a)]
        let place = stateBase + Int(operation.state)
        guard condition.isTrue else {
            if states[place].since != noTime {
                states[place].since = noTime
                states[place].due = never
                news = .important
            }
            return condition
        }
        if states[place].since == noTime {
            states[place].since = time
            news = .important
        }
        let due = states[place].since &+ operation.duration
        if time >= due {
            states[place].due = never
            return .true
        }
        schedule(state: place, at: due)
        return .false
    }

    /// `C within D`: true while C is, and until exactly D after it ended or happened. Only known truth counts.
    private mutating func within(_ operation: Operation, _ base: Int, _ stateBase: Int) -> Value {
        let condition = cells[base + Int(operation.a)]
        let place = stateBase + Int(operation.state)
        let isHappening = operation.b == 1
        if condition.isTrue {
            if isHappening || states[place].mark == 0 { news = .important }
            states[place].since = time &- missedAgo
            states[place].mark = isHappening ? 0 : 1
            states[place].due = never
            if isHappening { schedule(state: place, at: states[place].since &+ operation.duration) }
            return .true
        }
        if states[place].mark == 1 {
            // It held until now.
            states[place].mark = 0
            states[place].since = time &- missedAgo
            news = .important
        }
        if states[place].since != noTime, time < states[place].since &+ operation.duration {
            schedule(state: place, at: states[place].since &+ operation.duration)
            return .true
        }
        states[place].due = never
        return condition.isUnknown && !isHappening ? .unknown : .false
    }

    /// An aggregate over time is looked at with each message, and so often while nothing comes.
    private static let looksPerWindow: Int64 = 60

    private mutating func overTime(_ operation: Operation, _ base: Int, _ stateBase: Int) -> Value {
        let value = cells[base + Int(operation.a)]
        let place = stateBase + Int(operation.state)
        if isContinuing, states[place].due != never, states[place].due > time {
            schedule(state: place, at: states[place].due)
            return states[place].last
        }
        let start = time &- operation.duration
        windows[Int32(place), default: Window()].note(value.isNumber ? value.number : nil, at: time, horizon: start)
        guard let window = windows[Int32(place)] else { return .unknown }
        let function = OverTimeFunction.allCases[Int(operation.b)]
        if window.isConstant(for: function, from: start) {
            states[place].due = never
        } else {
            schedule(state: place, at: time &+ max(1, operation.duration / Self.looksPerWindow))
        }
        let figure = window.value(of: function, from: start, to: time).map { Value.number($0) } ?? .unknown
        states[place].last = figure
        return figure
    }

    /// Compares with what was last known. A first known value is no happening, nor is turning unknown.
    private mutating func changed(_ operation: Operation, _ base: Int, _ stateBase: Int) -> Value {
        let value = cells[base + Int(operation.a)]
        let place = stateBase + Int(operation.state)
        let last = states[place].last
        guard !value.isUnknown, value != last else { return .truth(states[place].instant == instant) }
        let isFirst = isFirstValue(operation.a, units[Int(states[place].unit)])
        let happens: Bool
        switch operation.code {
        case .becomes: happens = value == cells[base + Int(operation.b)]
        case .begins: happens = value.isTrue
        case .ends: happens = value.isFalse
        default: happens = true
        }
        if isCatchingUp, operation.duration != Operation.seen {
            noteMissedChange(to: value, happens && !isFirst, place)
            return .false
        }
        let missedSince = states[place].since
        states[place].since = noTime
        states[place].last = value
        guard happens, !last.isUnknown, !isFirst || missedSince != noTime else { return .false }
        if missedSince != noTime, time &- missedSince > operation.duration {
            complainAboutMissed(by: states[place].unit, delay: time &- missedSince, limit: operation.duration)
            return .false
        }
        states[place].instant = instant
        return .true
    }

    /// The states of `until`: `last` is the latch, `mark` is 1 where its start must be known false before it counts again.
    /// The operation's `duration` is the place of that part of the start that lasts.
    private mutating func until(_ operation: Operation, _ base: Int, _ stateBase: Int) -> Value {
        let start = cells[base + Int(operation.a)]
        let place = stateBase + Int(operation.state)
        let isEnded = operation.b != Operation.none && cells[base + Int(operation.b)].isTrue
        let isEndedByHappening = operation.c != Operation.none && cells[base + Int(operation.c)].isTrue
        let former = states[place].last
        // A happening on the left is over when the instant is.
        let lasting = operation.duration == Int64(Operation.none) ? Value.false : cells[base + Int(operation.duration)]
        if isEndedByHappening {
            if lasting.isTrue || states[place].last.isTrue && !lasting.isFalse {
                states[place].mark = 1
            }
            states[place].last = .false
        } else if isEnded {
            states[place].last = .false
        } else if start.isTrue && states[place].mark == 0 {
            if !states[place].last.isTrue {
                states[place].since = time
                states[place].last = .true
            }
        } else if start.isFalse && states[place].last.isUnknown {
            states[place].last = .false
        }
        if lasting.isFalse && states[place].mark != 0 {
            states[place].mark = 0
        }
        if states[place].last != former { news = .important }
        return states[place].last
    }
}

extension String.UTF8View {
    fileprivate func containsBytes(_ part: String.UTF8View) -> Bool {
        guard let first = part.first else { return true }
        var rest = self[...]
        while let start = rest.firstIndex(of: first) {
            if rest[start...].starts(with: part) { return true }
            rest = rest[rest.index(after: start)...]
        }
        return false
    }
}
