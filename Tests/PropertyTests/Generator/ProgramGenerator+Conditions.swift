/// Conditions, and what joins them.
extension ProgramGenerator {
    mutating func condition(_ scope: Scope, depth: Int) -> Phrase {
        guard depth > 0 else { return comparison(scope, depth: 0) }
        switch random.below(26) {
        case 0..<7: return comparison(scope, depth: depth - 1)
        case 7, 8:
            let (left, right) = (condition(scope, depth: depth - 1), condition(scope, depth: depth - 1))
            return Phrase(.condition, .and, "\(left, .and) and \(right, .not)")
        case 9, 10:
            let (left, right) = (condition(scope, depth: depth - 1), condition(scope, depth: depth - 1))
            return Phrase(.condition, .or, "\(left, .or) or \(right, .and)")
        case 11:
            let operand = condition(scope, depth: depth - 1)
            return Phrase(.condition, .not, "not \(operand, .not)")
        case 12..<15:
            let operand = condition(scope, depth: depth - 1)
            return Phrase(.condition, .time, "\(operand, .time) for \(duration())")
        case 15, 16:
            let operand = condition(scope, depth: depth - 1)
            return Phrase(.condition, .time, "\(operand, .time) within \(duration())")
        case 17:
            let operand = happening(scope, depth: depth - 1)
            return Phrase(.condition, .time, "\(operand, .time) within \(duration())")
        case 18..<21: return latch(scope, depth: depth)
        case 21: return clockCondition()
        case 22, 23: return aggregateCondition(scope)
        case 24: return named(.condition, scope) ?? comparison(scope, depth: 0)
        default: return failure(scope) ?? comparison(scope, depth: depth - 1)
        }
    }

    /// `A until B`: conditions, happenings, and on either side both joined by `or`.
    private mutating func latch(_ scope: Scope, depth: Int) -> Phrase {
        let start = side(scope, depth: depth - 1)
        let end = side(scope, depth: depth - 1)
        return Phrase(.condition, .until, "\(start, .until) until \(end, .or)")
    }

    private mutating func side(_ scope: Scope, depth: Int) -> Phrase {
        switch random.below(10) {
        case 0..<6: return condition(scope, depth: depth)
        case 6, 7: return happening(scope, depth: depth)
        default:
            let (one, other) = (condition(scope, depth: depth), happening(scope, depth: depth))
            return random.chance(50)
                ? Phrase(.happening, .or, "\(one, .or) or \(other, .and)")
                : Phrase(.happening, .or, "\(other, .or) or \(one, .and)")
        }
    }

    /// A comparison of some value, or a question about one.
    mutating func comparison(_ scope: Scope, depth: Int) -> Phrase {
        switch random.below(12) {
        case 0..<4: return numberComparison(scope, depth: depth)
        case 4..<8:
            return wordComparison(scope) ?? numberComparison(scope, depth: depth)
        case 8: return textComparison(scope) ?? numberComparison(scope, depth: depth)
        case 9, 10:
            guard let thing = reading(scope) else { return numberComparison(scope, depth: depth) }
            return Phrase(
                .condition, .comparison, "\(thing, .sum) is \(random.chance(50) ? "known" : "unknown")")
        default:
            // In a trigger a parameter is one only where something has bound it.
            let parameters = scope.parameters.filter { bound.contains($0) }
            guard flavour.decoration, !parameters.isEmpty else { return numberComparison(scope, depth: depth) }
            let parameter = random.pick(parameters)
            return Phrase(
                .condition, .comparison, "\(parameter) is \(random.pick(Vocabulary.levels[parameter] ?? []).quoted)")
        }
    }

    private mutating func numberComparison(_ scope: Scope, depth: Int) -> Phrase {
        let unit: String? = random.chance(50) ? nil : random.pick(Vocabulary.units)
        let left = number(scope, unit: unit, depth: depth, needsReading: true)
        switch random.below(10) {
        case 0:
            return Phrase(
                .condition, .comparison, "\(left, .sum) \(random.chance(20) ? "not " : "")in 1..\(numeralAbove)")
        case 1:
            return Phrase(.condition, .comparison, "\(left, .sum) in (\(numeral()), \(numeral()))")
        case 2: return Phrase(.condition, .comparison, "\(left, .sum) is \(numeral())")
        default:
            let right = random.chance(75) ? numeralPhrase(unit) : number(scope, unit: unit, depth: 0)
            return Phrase(
                .condition, .comparison, "\(left, .sum) \(random.pick(["<", "<=", ">", ">="])) \(right, .sum)")
        }
    }

    private var numeralAbove: Int { 5 }

    private mutating func numeralPhrase(_ unit: String?) -> Phrase {
        let unit = unit.flatMap { random.chance(50) ? " " + $0 : nil } ?? ""
        return Phrase(.number, .unary, "\(numeral())\(unit)")
    }

    private mutating func wordComparison(_ scope: Scope) -> Phrase? {
        let sets = Vocabulary.wordSets.indices.filter { set in
            candidates(scope).contains { $0.value == .word(set) }
        }
        guard !sets.isEmpty else { return nil }
        let set = random.pick(sets)
        let left = word(set, scope, needsReading: true)
        let words = Vocabulary.wordSets[set].words.map(\.name)
        switch random.below(8) {
        case 0: return Phrase(.condition, .comparison, "\(left, .sum) is not \(random.pick(words))")
        case 1:
            return Phrase(
                .condition, .comparison,
                "\(left, .sum) \(random.chance(30) ? "not " : "")in (\(words[0]), \(words[words.count - 1]))")
        case 2:
            let right = word(set, scope, needsReading: true)
            return Phrase(.condition, .comparison, "\(left, .sum) is \(right, .sum)")
        default: return Phrase(.condition, .comparison, "\(left, .sum) is \(random.pick(words))")
        }
    }

    private mutating func textComparison(_ scope: Scope) -> Phrase? {
        guard candidates(scope).contains(where: { $0.value == .text }) else { return nil }
        let left = text(scope, needsReading: true)
        let verb = random.pick(["is", "is not", "contains", "begins with", "ends with"])
        return Phrase(.condition, .comparison, "\(left, .sum) \(verb) \"\(random.pick(Vocabulary.texts))\"")
    }

    /// `o1(room) is failed`
    private mutating func failure(_ scope: Scope) -> Phrase? {
        guard flavour.readsOutputs, !scope.isStarred else { return nil }
        let confirmed = outputs.prefix(scope.outputLimit).filter(\.isConfirmed)
        guard !confirmed.isEmpty else { return nil }
        let output = random.pick(Array(confirmed))
        return Phrase(.condition, .comparison, "\(output.name)\(arguments(of: output, in: scope)) is failed")
    }
}

extension String {
    var quoted: String { "\"\(self)\"" }
}
