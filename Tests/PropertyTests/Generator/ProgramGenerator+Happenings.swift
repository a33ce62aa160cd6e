/// Happenings and the clock.
extension ProgramGenerator {
    mutating func happening(_ scope: Scope, depth: Int) -> Phrase {
        // Under an aggregate only conditions stand.
        switch random.below(depth > 0 ? 16 : 9) {
        case 0..<5: return occurrence(scope)
        case 5, 6: return change(scope) ?? occurrence(scope)
        case 7: return Phrase(.happening, .comparison, "time is \(clockTime())")
        case 8:
            if flavour.startup && random.chance(30) { return Phrase(.happening, .primary, "startup") }
            return Phrase(.happening, .primary, "every \(random.pick(["10 s", "1 min", "5 min", "7 min", "1 h"]))")
        case 9..<12:
            let operand = condition(scope, depth: depth - 1)
            return Phrase(.happening, .time, "\(operand, .time) \(random.chance(50) ? "begins" : "ends")")
        case 12, 13:
            let (one, other) = (happening(scope, depth: depth - 1), condition(scope, depth: depth - 1))
            return Phrase(.happening, .and, "\(one, .and) and \(other, .not)")
        case 14:
            let (one, other) = (happening(scope, depth: depth - 1), happening(scope, depth: depth - 1))
            return Phrase(.happening, .or, "\(one, .or) or \(other, .and)")
        default: return named(.happening, scope) ?? occurrence(scope)
        }
    }

    private mutating func occurrence(_ scope: Scope) -> Phrase {
        let event = random.pick(events)
        let reference = "\(event.name)\(arguments(of: event, in: scope))"
        guard random.chance(60), let value = constant(event.value) else {
            return Phrase(.happening, .primary, "\(reference)")
        }
        if case .number = event.value, random.chance(60) {
            return Phrase(.happening, .comparison, "\(reference) \(random.pick(["<", ">"])) \(value)")
        }
        return Phrase(.happening, .comparison, "\(reference) is \(value)")
    }

    private mutating func change(_ scope: Scope) -> Phrase? {
        let things = candidates(scope).filter { $0.value != .condition && $0.value != .happening }
        guard !things.isEmpty else { return nil }
        let thing = random.pick(things)
        let reference = "\(thing.name)\(arguments(of: thing, in: scope))"
        guard random.chance(50), let value = constant(thing.value) else {
            return Phrase(.happening, .comparison, "\(reference) changes")
        }
        return Phrase(.happening, .comparison, "\(reference) becomes \(value)")
    }

    // MARK: The clock

    private mutating func clockTime() -> String {
        if flavour.sun, random.chance(20) {
            let base = random.pick(["sunrise", "sunset", "dawn", "dusk"])
            return random.chance(50) ? base : base + random.pick([" + 20 min", " - 1 h"])
        }
        return random.pick(Vocabulary.clockTimes)
    }

    mutating func clockCondition() -> Phrase {
        switch random.below(flavour.sun ? 7 : 6) {
        case 0..<3:
            let (from, to) = (clockTime(), clockTime())
            // A window of no length is an error.
            guard from != to else { fallthrough }
            return Phrase(
                .condition, .comparison, "time \(random.chance(20) ? "not " : "")in \(from)..\(to)")
        case 3, 4:
            let days = random.pick(["is sat", "in mon..fri", "is weekend", "is weekday", "in sun..tue"])
            return Phrase(.condition, .comparison, "day \(days)")
        case 5: return Phrase(.condition, .comparison, "date in \(random.pick(["03-29..04-02", "12-01..03-28"]))")
        default: return Phrase(.condition, .comparison, "sun is \(random.chance(50) ? "up" : "down")")
        }
    }
}
