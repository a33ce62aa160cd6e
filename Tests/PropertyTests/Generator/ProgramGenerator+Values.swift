/// Numbers, words and texts.
extension ProgramGenerator {
    /// The things whose value an expression may read here.
    func candidates(_ scope: Scope) -> [Thing] {
        var things = Array(inputs.prefix(scope.inputLimit))
        things += bindings.prefix(scope.bindingLimit)
        if flavour.readsOutputs { things += outputs.prefix(scope.outputLimit) }
        return things
    }

    /// Something that holds a value.
    mutating func reading(_ scope: Scope) -> Phrase? {
        let things = candidates(scope).filter { $0.value != .happening && $0.value != .condition }
        guard !things.isEmpty else { return nil }
        let thing = random.pick(things)
        return Phrase(kind(of: thing.value), .primary, "\(thing.name)\(arguments(of: thing, in: scope))")
    }

    func kind(of value: Thing.Value) -> Phrase.Kind {
        switch value {
        case .number: .number
        case .word(let set): .word(set)
        case .text: .text
        case .condition: .condition
        case .happening: .happening
        }
    }

    /// A reference to a `let` of a kind, if there is one.
    mutating func named(_ value: Thing.Value, _ scope: Scope) -> Phrase? {
        let things = bindings.prefix(scope.bindingLimit).filter { $0.value == value }
        guard !things.isEmpty else { return nil }
        let thing = random.pick(Array(things))
        return Phrase(kind(of: value), .primary, "\(thing.name)\(arguments(of: thing, in: scope))")
    }

    private mutating func read(_ value: Thing.Value, orAs other: Thing.Value? = nil, _ scope: Scope) -> Phrase? {
        let things = candidates(scope).filter { $0.value == value || $0.value == other }
        guard !things.isEmpty else { return nil }
        let thing = random.pick(things)
        return Phrase(kind(of: value), .primary, "\(thing.name)\(arguments(of: thing, in: scope))")
    }

    /// A number that fits a unit. With `needsReading` it is no constant, where something can be read.
    mutating func number(_ scope: Scope, unit: String?, depth: Int, needsReading: Bool = false) -> Phrase {
        let draw = random.below(depth > 0 ? 14 : 7)
        switch draw {
        case 0..<6:
            if let phrase = read(.number(unit: unit), orAs: .number(unit: nil), scope) { return phrase }
        case 6:
            if let phrase = aggregateNumber(scope, unit: unit) { return phrase }
            if needsReading, let phrase = read(.number(unit: unit), orAs: .number(unit: nil), scope) { return phrase }
        case 7, 8:
            let (left, right) = operands(scope, unit, depth)
            return Phrase(.number, .sum, "\(left, .sum) \(random.chance(50) ? "+" : "-") \(right, .product)")
        case 9:
            let (left, right) = (number(scope, unit: nil, depth: 0), number(scope, unit: nil, depth: 0))
            return Phrase(.number, .product, "\(left, .product) \(random.chance(50) ? "*" : "/") \(right, .unary)")
        case 10:
            let operand = number(scope, unit: unit, depth: depth - 1)
            return Phrase(.number, .unary, "-\(operand, .primary)")
        case 11: return function(scope, unit, depth)
        default:
            if let phrase = overTime(scope, unit: unit) { return phrase }
        }
        let isPlain = unit == nil || random.chance(60)
        return Phrase(.number, .unary, "\(numeral())\(isPlain ? "" : " " + (unit ?? ""))")
    }

    private mutating func operands(_ scope: Scope, _ unit: String?, _ depth: Int) -> (Phrase, Phrase) {
        (number(scope, unit: unit, depth: depth - 1), number(scope, unit: unit, depth: 0))
    }

    private mutating func function(_ scope: Scope, _ unit: String?, _ depth: Int) -> Phrase {
        let operand = number(scope, unit: unit, depth: depth - 1)
        switch random.below(6) {
        case 0: return Phrase(.number, .primary, "abs(\(operand, .until))")
        case 1: return Phrase(.number, .primary, "round(\(operand, .until)\(random.chance(50) ? "" : ", 0.5"))")
        case 2: return Phrase(.number, .primary, "floor(\(operand, .until))")
        case 3: return Phrase(.number, .primary, "ceil(\(operand, .until))")
        case 4:
            let other = number(scope, unit: unit, depth: 0)
            return Phrase(
                .number, .primary, "\(random.chance(50) ? "min" : "max")(\(operand, .until), \(other, .until))")
        default: return Phrase(.number, .primary, "clamp(\(operand, .until), 0, 8)")
        }
    }

    mutating func word(_ set: Int, _ scope: Scope, needsReading: Bool = false) -> Phrase {
        if needsReading || random.chance(40), let phrase = read(.word(set), scope) { return phrase }
        return Phrase(.word(set), .primary, "\(random.pick(Vocabulary.wordSets[set].words).name)")
    }

    mutating func text(_ scope: Scope, needsReading: Bool = false) -> Phrase {
        if needsReading || random.chance(20), let phrase = read(.text, scope) { return phrase }
        var words: Phrase.Words = "\"\(random.pick(Vocabulary.texts)) "
        for _ in 0..<random.below(3) {
            if !scope.heldEvents.isEmpty, random.chance(40) {
                words = "\(words){\(random.pick(scope.heldEvents))} "
            } else if !scope.parameters.isEmpty, random.chance(30) {
                words = "\(words){\(random.pick(scope.parameters))} "
            } else if let part = reading(scope) {
                // A level in double quotes would end the text.
                words = "\(words){\(part.text.replacing("\"", with: "'"))} "
            }
        }
        return Phrase(.text, .primary, "\(words)\"")
    }

    /// A value for an output.
    mutating func value(for output: Thing, _ scope: Scope, depth: Int) -> Phrase {
        switch output.value {
        case .number(let unit): number(scope, unit: unit, depth: depth)
        case .word(let set): word(set, scope)
        case .text: text(scope)
        case .condition, .happening: preconditionFailure("an output has a value")
        }
    }
}
