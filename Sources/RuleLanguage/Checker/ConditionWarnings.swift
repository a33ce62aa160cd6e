/// Conditions that say nothing, and `not` beside `for`.
extension Checking {
    mutating func warnAboutConditions(in expression: Expression) {
        var parts: [Expression] = []
        expression.visit { parts.append($0) }
        warnAboutJoining(in: expression)
        // `x not in …` is a `not` around what stands at the same place.
        var negated: Set<SourceRange> = []
        for part in parts {
            warnAboutNotFor(part)
            guard part.isComparison, !negated.contains(part.range), let truth = truth(of: part) else { continue }
            if case .not(let inner) = part.kind, inner.range == part.range { negated.insert(part.range) }
            report(
                truth ? .alwaysTrue : .neverTrue, "this is \(truth ? "always" : "never") true", at: part.range,
                help: rangeHelp(part) ?? "leave it out")
        }
    }

    /// What is true or false whatever is heard, as far as ranges show it. Unknown values aside.
    func truth(of condition: Expression) -> Bool? {
        switch condition.kind {
        case .comparison(let sign, let left, let right):
            guard let a = bounds(of: left), let b = bounds(of: right) else { return nil }
            return Self.truth(sign, a, b)
        case .between(let value, let low, let high):
            guard let bounds = bounds(of: value), case .number(let a) = low.kind, case .number(let b) = high.kind else {
                return nil
            }
            if bounds.upperBound < a || bounds.lowerBound > b { return false }
            return bounds.lowerBound >= a && bounds.upperBound <= b ? true : nil
        case .oneOf(let value, let choices):
            if case .words(let ids) = value.type {
                let chosen = choices.compactMap { choice -> WordID? in
                    if case .word(let id) = choice.kind { id } else { nil }
                }
                return chosen.count == choices.count && Set(ids).isSubset(of: chosen) ? true : nil
            }
            guard let bounds = bounds(of: value) else { return nil }
            let isOutside = choices.allSatisfy {
                if case .number(let number) = $0.kind { !bounds.contains(number) } else { false }
            }
            return isOutside ? false : nil
        case .not(let inner): return truth(of: inner).map { !$0 }
        case .becomes(let value, let goal):
            guard let a = bounds(of: value), let b = bounds(of: goal) else { return nil }
            return a.overlaps(b) ? nil : false
        default: return nil
        }
    }

    private static func truth(_ sign: ComparisonOperator, _ a: ClosedRange<Double>, _ b: ClosedRange<Double>) -> Bool? {
        switch sign {
        case .less: a.upperBound < b.lowerBound ? true : (a.lowerBound >= b.upperBound ? false : nil)
        case .lessOrEqual: a.upperBound <= b.lowerBound ? true : (a.lowerBound > b.upperBound ? false : nil)
        case .greater: truth(.less, b, a)
        case .greaterOrEqual: truth(.lessOrEqual, b, a)
        case .equal: a.overlaps(b) ? (a.lowerBound == a.upperBound && a == b ? true : nil) : false
        case .notEqual: truth(.equal, a, b).map { !$0 }
        case .contains, .beginsWith, .endsWith: nil
        }
    }

    /// Where a number can be: a constant, or what a declaration's range allows.
    func bounds(of value: Expression) -> ClosedRange<Double>? {
        switch value.kind {
        case .number(let number): number...number
        case .input(let id, _):
            if case .number(let type) = program.inputs[id].type { type.range } else { nil }
        case .output(let id, _):
            if case .number(let type) = program.outputs[id].type { type.range } else { nil }
        case .aggregate(.min, let operand), .aggregate(.max, let operand), .aggregate(.average, let operand):
            bounds(of: operand)
        case .aggregate(.count, _): 0...Double.greatestFiniteMagnitude
        case .overTime(.min, let operand, _), .overTime(.max, let operand, _), .overTime(.average, let operand, _):
            bounds(of: operand)
        default: nil
        }
    }

    private func rangeHelp(_ part: Expression) -> String? {
        var help: String?
        part.visit { inner in
            guard help == nil else { return }
            if case .input(let id, _) = inner.kind, let range = bounds(of: inner) {
                help =
                    "\"\(program.inputs[id].name)\" is in \(NumberText.shortest(range.lowerBound))..\(NumberText.shortest(range.upperBound))"
            } else if case .output(let id, _) = inner.kind, let range = bounds(of: inner) {
                help =
                    "\"\(program.outputs[id].name)\" is in \(NumberText.shortest(range.lowerBound))..\(NumberText.shortest(range.upperBound))"
            }
        }
        return help
    }

    /// `not C for D` is read as `not (C for D)`; parentheses say that this is meant.
    private mutating func warnAboutNotFor(_ part: Expression) {
        guard case .not(let operand) = part.kind, case .held(let inner, _) = operand.kind else { return }
        guard !sources.text(of: operand.range).hasPrefix("("), sources.text(of: part.range).hasPrefix("not") else {
            return
        }
        let (condition, whole) = (written(inner.range), written(operand.range))
        let duration = whole.hasPrefix(condition) ? String(whole.dropFirst(condition.count)) : " for …"
        report(
            .notFor, "\"not\" is about all of \(whole): it is true at once when that breaks off", at: part.range,
            help: "write (not \(condition))\(duration), or not (\(whole)) if that is meant")
    }
}

extension Expression {
    fileprivate var isComparison: Bool {
        switch kind {
        case .comparison, .between, .oneOf, .becomes: true
        case .not(let inner): inner.range == range
        default: false
        }
    }
}
