/// `let`s put in where they are used, so that conditions can be compared by what they mean.
extension Checking {
    /// Nil where the result would be too large to look at: `let`s that use each other twice double at each step, and a
    /// tree must not be deeper than a stack.
    func expanded(_ expression: Expression) -> Expression? {
        var budget = Self.largestExpansion
        return expanded(expression, depth: Self.deepestExpansion, &budget)
    }

    private static var largestExpansion: Int { 2_000 }
    private static var deepestExpansion: Int { 50 }

    private func expanded(_ expression: Expression, depth: Int, _ budget: inout Int) -> Expression? {
        budget -= 1
        guard budget > 0, depth > 0 else { return nil }
        if case .reference(let id, let arguments) = expression.kind {
            guard let value = letValue(id), value.isNested(atMost: depth) else { return nil }
            return expanded(value.filling(arguments), depth: depth - 1, &budget)
        }
        var isComplete = true
        let result = expression.mappingChildren { child in
            guard isComplete, let whole = expanded(child, depth: depth - 1, &budget) else {
                isComplete = false
                return child
            }
            return whole
        }
        return isComplete ? result : nil
    }
}

extension Expression {
    fileprivate func isNested(atMost depth: Int) -> Bool {
        depth > 0 && children.allSatisfy { $0.isNested(atMost: depth - 1) }
    }

    /// With these arguments in the places of the parameters.
    func filling(_ given: [Argument]) -> Expression {
        func filled(_ arguments: [Argument]) -> [Argument] {
            arguments.map { argument in
                if case .parameter(let index) = argument, given.indices.contains(index) {
                    given[index]
                } else {
                    argument
                }
            }
        }
        var result = mappingChildren { $0.filling(given) }
        switch kind {
        case .input(let id, let arguments): result.kind = .input(id, filled(arguments))
        case .output(let id, let arguments): result.kind = .output(id, filled(arguments))
        case .reference(let id, let arguments): result.kind = .reference(id, filled(arguments))
        case .isFailed(let id, let arguments): result.kind = .isFailed(id, filled(arguments))
        case .parameter(let index):
            guard given.indices.contains(index) else { break }
            switch given[index] {
            case .parameter(let other): result.kind = .parameter(other)
            case .level(let level): result.kind = .text([.literal(level)])
            case .star: break
            }
        default: break
        }
        return result
    }

    /// The same with other parts.
    func mappingChildren(_ change: (Expression) -> Expression) -> Expression {
        var result = self
        switch kind {
        case .number, .word, .input, .output, .reference, .parameter, .isFailed, .every, .startup, .timeIn, .timeIs,
            .dayIn, .dateIn, .sunIsUp, .sunIsDown:
            break
        case .text(let pieces):
            result.kind = .text(
                pieces.map { piece in
                    guard case .value(let value) = piece else { return piece }
                    return .value(change(value))
                })
        case .negate(let x): result.kind = .negate(change(x))
        case .arithmetic(let sign, let a, let b): result.kind = .arithmetic(sign, change(a), change(b))
        case .function(let function, let arguments): result.kind = .function(function, arguments.map(change))
        case .not(let x): result.kind = .not(change(x))
        case .and(let a, let b): result.kind = .and(change(a), change(b))
        case .or(let a, let b): result.kind = .or(change(a), change(b))
        case .until(let a, let b): result.kind = .until(change(a), change(b))
        case .held(let x, let duration): result.kind = .held(change(x), duration)
        case .within(let x, let duration): result.kind = .within(change(x), duration)
        case .comparison(let sign, let a, let b): result.kind = .comparison(sign, change(a), change(b))
        case .between(let x, let low, let high): result.kind = .between(change(x), change(low), change(high))
        case .oneOf(let x, let list): result.kind = .oneOf(change(x), list.map(change))
        case .isKnown(let x): result.kind = .isKnown(change(x))
        case .isUnknown(let x): result.kind = .isUnknown(change(x))
        case .aggregate(let function, let x): result.kind = .aggregate(function, change(x))
        case .overTime(let function, let x, let duration): result.kind = .overTime(function, change(x), duration)
        case .becomes(let a, let b): result.kind = .becomes(change(a), change(b))
        case .changes(let x): result.kind = .changes(change(x))
        case .begins(let x): result.kind = .begins(change(x))
        case .ends(let x): result.kind = .ends(change(x))
        }
        return result
    }
}
