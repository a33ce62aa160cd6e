/// Conditions that exclude each other, or leave nothing out.
extension Checking {
    /// Looks at all that is joined by `and`s or `or`s, each chain as a whole.
    mutating func warnAboutJoining(in whole: Expression) {
        var open: [(part: Expression, link: Link)] = [(whole, .none)]
        while let (part, link) = open.popLast() {
            switch part.kind {
            case .and(let a, let b):
                if link != .and { warnAboutContradiction(conjuncts(of: part), at: part.range) }
                open += [(a, .and), (b, .and)]
            case .or(let a, let b):
                if link != .or { warnAboutCompleteness(disjuncts(of: part), at: part.range) }
                open += [(a, .or), (b, .or)]
            default: open += part.children.map { ($0, .none) }
            }
        }
    }

    /// The word by which a part is joined to others.
    private enum Link { case none, and, or }

    private func disjuncts(of expression: Expression) -> [Expression] {
        var open = [expression]
        var parts: [Expression] = []
        while let next = open.popLast() {
            if case .or(let a, let b) = next.kind { open += [b, a] } else { parts.append(next) }
        }
        return parts
    }

    /// Longer chains are not looked at: the work grows with the square.
    private static var mostJoined: Int { 40 }

    private mutating func warnAboutContradiction(_ parts: [Expression], at range: SourceRange) {
        var space = ConditionSpace()
        guard let (regions, pair) = exclusion(parts, .isTrue, in: &space) else { return }
        var message = "this is never true"
        var help = "its parts exclude each other; perhaps \"or\" is meant"
        if let (first, second) = pair {
            if let example = space.example(of: regions[first]) {
                message += ": where \(example), for example, \(quoted(parts[second])) is not"
            }
            help =
                "no value makes both \(quoted(parts[first])) and \(quoted(parts[second])) true; perhaps \"or\" is meant"
            if parts[first].isThreshold, parts[second].isThreshold {
                help += ", or \"until\" in place of \"and\" for a second threshold"
            }
        }
        report(.neverTrue, message, at: range, help: help)
    }

    private mutating func warnAboutCompleteness(_ parts: [Expression], at range: SourceRange) {
        var space = ConditionSpace()
        guard let (regions, pair) = exclusion(parts, .isFalse, in: &space) else { return }
        var message = "this is always true"
        if let (first, second) = pair, let example = space.example(of: regions[first]) {
            message += ": where \(example), for example, \(quoted(parts[second])) is true"
        }
        report(
            .alwaysTrue, message, at: range,
            help: "one of its parts is true for any value; perhaps \"and\" is meant, or \"is known\"")
    }

    /// Whether no situation has all parts on one side, though each by itself can be there; and which two show it.
    private func exclusion(
        _ parts: [Expression], _ side: ConditionSpace.Side, in space: inout ConditionSpace
    ) -> (regions: [ConditionSpace.Region], pair: (Int, Int)?)? {
        guard parts.count <= Self.mostJoined else { return nil }
        let regions = parts.map { region(of: $0, side, in: &space) }
        guard regions.allSatisfy({ !$0.isEmpty }) else { return nil }
        let common = regions.reduce([[:]]) { space.intersection($0, $1) }
        guard common.isEmpty, !space.isExhausted else { return nil }
        for second in parts.indices {
            for first in 0..<second where space.intersection(regions[first], regions[second]).isEmpty {
                return (regions, (first, second))
            }
        }
        return (regions, nil)
    }

    private func quoted(_ part: Expression) -> String { "\"\(written(part.range))\"" }

    // MARK: if

    /// What a `when` asks at its trigger, where it may be that the trigger has answered it.
    mutating func warnAboutAsking(_ condition: Expression, of when: When) {
        warnAboutConditions(in: condition)
        // A moment that was missed is asked about later, when much is different.
        guard when.trigger.type == .condition else { return }
        var space = ConditionSpace()
        let begun = region(of: when.trigger, .isTrue, in: &space)
        let asked = region(of: condition, .isTrue, in: &space)
        guard !begun.isEmpty, !asked.isEmpty, space.intersection(begun, asked).isEmpty, !space.isExhausted else {
            return
        }
        let example = space.example(of: begun).map { ": where \($0), for example, it is not" } ?? ""
        report(
            .neverTrue, "this is never true when it is asked\(example)", at: condition.range,
            help: "an \"if\" is asked at the moment at which the condition of the \"when\" becomes true",
            notes: [.init("the condition of the when is here", at: when.trigger.range)])
    }
}

extension Expression {
    /// A comparison of a number that a second threshold could follow.
    fileprivate var isThreshold: Bool {
        guard case .comparison(let sign, _, _) = kind else { return false }
        return sign.opposite != nil
    }
}
