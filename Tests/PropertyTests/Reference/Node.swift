import RuleLanguage

/// An expression for one binding, with all that it has ever been. What depends on time looks through that list.
final class Node {
    /// What it was from an instant on.
    struct Entry {
        var time: Int64
        var instant: Int
        var value: Datum
    }

    /// What its parameters stand for.
    struct Binding {
        var levels: [String] = []
        /// What the stars of the aggregate around it stand for.
        var stars: [String] = []
        /// It stands in a `when`'s `if` or actions, where the events of the trigger keep their values.
        var isInRun = false
        /// Names the rule around it.
        var owner: String
    }

    let expression: Expression
    let binding: Binding
    let parts: [Node]
    /// Where a condition and a happening are joined on the right of `until`.
    private unowned let house: House
    private(set) var history: [Entry] = []
    private var pass = -1
    private var current = Datum.unknown
    /// It reads an occurrence that a run has kept.
    private let readsKept: Bool

    init(_ expression: Expression, _ binding: Binding, _ house: House) {
        self.expression = expression
        self.binding = binding
        self.house = house
        if case .aggregate = expression.kind {
            parts = []
        } else {
            parts = expression.parts.map { Node($0, binding, house) }
        }
        var isKept = false
        if case .input(let id, _) = expression.kind, house.program.inputs[id].isEvent, expression.type != .happening {
            isKept = binding.isInRun
        }
        readsKept = isKept || parts.contains(where: \.readsKept)
        switch expression.kind {
        // What is read is there from the moment that somebody reads it.
        case .output(let id, _), .isFailed(let id, _): if !isStarred { _ = house.output(id, levels) }
        default: break
        }
    }

    private var isStarred: Bool { expression.arguments.contains(.star) && binding.stars.isEmpty }

    /// What its arguments stand for.
    var levels: [String] {
        var stars = binding.stars.makeIterator()
        return expression.arguments.map { argument in
            switch argument {
            case .parameter(let index): binding.levels[index]
            case .level(let level): level
            case .star: stars.next() ?? "*"
            }
        }
    }

    /// Its value now, worked out once in each pass.
    var value: Datum {
        guard pass != house.pass || readsKept else { return current }
        pass = house.pass
        current = worked()
        if history.last?.value != current || current.isTrue && expression.type == .happening {
            history.append(Entry(time: house.now, instant: house.instant, value: current))
        }
        return current
    }

    /// Whether a happening holds now.
    var happens: Bool { value.isTrue }

    /// It is made of a first value that sets nothing off.
    var isFirst: Bool {
        guard !house.firstValues.isEmpty else { return false }
        return switch expression.kind {
        case .input(let id, _): house.isFirst(id, levels)
        case .output(let id, _): house.output(id, levels).isFirst
        case .reference(let id, _): house.definition(id, levels).isFirst
        case .aggregate: house.aggregate(self).isFirst
        default: parts.contains(where: \.isFirst)
        }
    }

    // MARK: What it is

    private func worked() -> Datum {
        let values = parts.map(\.value)
        switch expression.kind {
        case .number(let number): return .finite(number)
        case .word(let id): return .word(id)
        case .parameter(let index): return .text(binding.levels[index])
        case .text: return text()
        case .input(let id, _):
            let read = house.value(of: id, levels, keptByRun: readsKept)
            return expression.type == .happening ? .truth(read != .unknown) : read
        case .output(let id, _): return house.output(id, levels).sent
        case .isFailed(let id, _): return .truth(house.output(id, levels).hasFailed)
        case .reference(let id, _): return house.definition(id, levels).value
        case .aggregate(let function, _): return house.aggregate(self).value(function)
        case .overTime: preconditionFailure("the reference does not know aggregates over time")
        case .until, .held, .within, .becomes, .changes, .begins, .ends: return remembered(values)
        case .startup: return .truth(house.isStartup)
        case .every, .timeIs: return .truth(house.isTimerInstant && house.clock.happens(expression, at: house.wall))
        case .timeIn, .dayIn, .dateIn: return .truth(house.clock.holds(expression.kind, at: house.wall))
        case .sunIsUp, .sunIsDown: preconditionFailure("the reference does not know the sun")
        default:
            let result = Kleene.value(of: expression.kind, values)
            // A happening that is not known to be one is none.
            return expression.type == .happening ? .truth(result.isTrue) : result
        }
    }

    private func text() -> Datum {
        guard case .text(let pieces) = expression.kind else { return .unknown }
        var values = parts.makeIterator()
        let strings = pieces.map { piece -> String in
            switch piece {
            case .literal(let text): text
            case .value: values.next()?.value.text(words: house.program.words) ?? ""
            }
        }
        return .text(strings.joined())
    }

    // MARK: What it remembers

    private func remembered(_ values: [Datum]) -> Datum {
        switch expression.kind {
        case .held(_, let duration): return held(parts[0], duration)
        case .within(_, let duration): return within(parts[0], duration)
        case .until: return latched()
        default: return changed()
        }
    }

    /// `C for D`: true from exactly D after C began, as long as C lasts; unknown while C is.
    private func held(_ condition: Node, _ duration: Int64) -> Datum {
        guard condition.value.isTrue, let began = condition.history.last?.time else { return condition.value }
        return .truth(house.isOver(began + duration))
    }

    /// `C within D`: true while C is, and until exactly D after it ended or happened.
    private func within(_ condition: Node, _ duration: Int64) -> Datum {
        let isHappening = condition.expression.type == .happening
        if condition.value.isTrue {
            if isHappening { _ = house.isOver(house.now + duration) }
            return .truth(true)
        }
        for (index, entry) in condition.history.enumerated().reversed() where entry.value.isTrue {
            let end = isHappening ? entry.time : condition.history[index + 1].time
            if !house.isOver(end + duration) { return .truth(true) }
            break
        }
        return condition.value == .unknown ? .unknown : .truth(false)
    }

    /// Whether there was a change in this instant. Compares with what was last known; a first known value is no happening.
    private func changed() -> Datum {
        let known = parts[0].history.filter { $0.value != .unknown }
        // Nobody asks between an instant that a first value has made mute and the next one.
        guard !parts[0].isFirst, let first = known.firstIndex(where: { $0.instant == house.instant }) else {
            return .truth(false)
        }
        return .truth(
            known.indices[first...].contains { index in
                guard index > 0, known[index - 1].value != known[index].value else { return false }
                switch expression.kind {
                case .becomes: return known[index].value == parts[1].value
                case .begins: return known[index].value.isTrue
                case .ends: return known[index].value.isFalse
                default: return true
                }
            })
    }

    // MARK: until

    /// Both sides at each pass.
    private struct Sides: Equatable {
        var start: Datum
        /// The part of the start that is no happening.
        var lasting: Datum
        var ending: Datum
        var isEndedByHappening: Bool
    }

    private var sides: [Sides] = []

    /// Goes through all passes from the beginning.
    private func latched() -> Datum {
        guard case .until(let left, let right) = expression.kind else { return .unknown }
        let start = Self.side(left, parts[0])
        let end = Self.side(right, parts[1])
        let either = start.condition.isTrue || start.happening ? Datum.truth(true) : start.condition
        sides.append(
            Sides(start: either, lasting: start.condition, ending: end.condition, isEndedByHappening: end.happening))
        if sides.count > 1, sides[sides.count - 2] == sides[sides.count - 1], !end.happening { sides.removeLast() }
        var latch = Datum.unknown
        /// A happening ended it: the start must be known false before it counts again.
        var isSpent = false
        for side in sides {
            if side.isEndedByHappening {
                isSpent = isSpent || side.lasting.isTrue || latch.isTrue && !side.lasting.isFalse
                latch = .truth(false)
            } else if side.ending.isTrue {
                latch = .truth(false)
            } else if side.start.isTrue, !isSpent {
                latch = .truth(true)
            } else if side.start.isFalse, latch == .unknown {
                latch = .truth(false)
            }
            if side.lasting.isFalse { isSpent = false }
        }
        return latch
    }

    /// The conditions and the happenings of a side apart.
    private static func side(_ expression: Expression, _ node: Node) -> (condition: Datum, happening: Bool) {
        guard expression.type == .happening else { return (node.value, false) }
        guard case .or(let a, let b) = expression.kind else { return (.truth(false), node.happens) }
        let (one, other) = (side(a, node.parts[0]), side(b, node.parts[1]))
        return (
            Kleene.value(of: .or(a, b), [one.condition, other.condition]), one.happening || other.happening
        )
    }
}
