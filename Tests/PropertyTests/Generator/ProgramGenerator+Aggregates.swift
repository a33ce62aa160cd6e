/// Aggregates over instances and over time.
extension ProgramGenerator {
    /// What can be named with a star.
    private func starrable(_ scope: Scope) -> [Thing] {
        candidates(scope).filter {
            !$0.parameters.isEmpty && $0.value != .happening && (flavour.countsOutputs || $0.role != .output)
        }
    }

    mutating func aggregateCondition(_ scope: Scope) -> Phrase {
        guard !scope.isStarred, let element = starredCondition(scope) else { return comparison(scope, depth: 0) }
        switch random.below(5) {
        case 0: return Phrase(.condition, .comparison, "any \(element, .comparison)")
        case 1: return Phrase(.condition, .comparison, "all \(element, .comparison)")
        case 2: return Phrase(.condition, .comparison, "no \(element, .comparison)")
        default:
            let sign = random.pick(["<", ">", ">=", "is"])
            return Phrase(.condition, .comparison, "count of \(element, .comparison) \(sign) \(random.below(3))")
        }
    }

    /// A comparison of the starred thing, or a condition in parentheses with it and others.
    private mutating func starredCondition(_ scope: Scope) -> Phrase? {
        let things = starrable(scope)
        guard !things.isEmpty else { return nil }
        let thing = random.pick(things)
        let reference = "\(thing.name)\(arguments(of: thing, in: scope, starred: true))"
        let simple: Phrase
        switch thing.value {
        case .number:
            simple = Phrase(
                .condition, .comparison, "\(reference) \(random.pick(["<", ">", ">="])) \(numeral())")
        case .word(let set):
            simple = Phrase(
                .condition, .comparison, "\(reference) is \(random.pick(Vocabulary.wordSets[set].words).name)")
        case .text: simple = Phrase(.condition, .comparison, "\(reference) is \"\(random.pick(Vocabulary.texts))\"")
        case .condition: simple = Phrase(.condition, .primary, "\(reference)")
        case .happening: return nil
        }
        guard random.chance(25) || thing.value == .condition else { return simple }
        var inner = scope
        inner.isStarred = true
        switch random.below(4) {
        case 0:
            return Phrase(.condition, .primary, "(\(simple, .time) for \(duration()))")
        case 1:
            let other = comparison(inner, depth: 0)
            return Phrase(.condition, .primary, "(\(simple, .and) and \(other, .not))")
        case 2:
            let other = comparison(inner, depth: 0)
            return Phrase(.condition, .primary, "(\(simple, .or) until \(other, .or))")
        default: return Phrase(.condition, .primary, "(\(simple, .until))")
        }
    }

    mutating func aggregateNumber(_ scope: Scope, unit: String?) -> Phrase? {
        guard !scope.isStarred else { return nil }
        let things = starrable(scope).filter { $0.value == .number(unit: nil) || $0.value == .number(unit: unit) }
        guard !things.isEmpty, random.chance(80) else {
            guard let element = starredCondition(scope) else { return nil }
            return Phrase(.number, .comparison, "count of \(element, .comparison)")
        }
        let thing = random.pick(things)
        let function = random.pick(["min", "max", "average", "sum"])
        return Phrase(
            .number, .unary, "\(function) of \(thing.name)\(arguments(of: thing, in: scope, starred: true))")
    }

    mutating func overTime(_ scope: Scope, unit: String?) -> Phrase? {
        guard flavour.overTime, !scope.isStarred else { return nil }
        let things = candidates(scope).filter { $0.value == .number(unit: nil) || $0.value == .number(unit: unit) }
        guard !things.isEmpty else { return nil }
        let thing = random.pick(things)
        let function = random.pick(["min", "max", "average", "change"])
        // Not less: the engine looks sixty times in each.
        let duration = random.pick(["1 min 30 s", "5 min", "1 h"])
        return Phrase(
            .number, .unary, "\(function) of \(thing.name)\(arguments(of: thing, in: scope)) over \(duration)")
    }
}
