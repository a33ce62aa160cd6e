import RuleLanguage

/// What expressions are made of, as far as the reference needs to know.
extension Expression {
    var parts: [Expression] {
        switch kind {
        case .number, .word, .input, .output, .reference, .parameter, .isFailed, .every, .startup, .timeIn, .timeIs,
            .dayIn, .dateIn, .sunIsUp, .sunIsDown:
            []
        case .text(let pieces): pieces.compactMap { if case .value(let value) = $0 { value } else { nil } }
        case .negate(let x), .not(let x), .held(let x, _), .within(let x, _), .isKnown(let x), .isUnknown(let x),
            .aggregate(_, let x), .overTime(_, let x, _), .changes(let x), .begins(let x), .ends(let x):
            [x]
        case .arithmetic(_, let a, let b), .and(let a, let b), .or(let a, let b), .until(let a, let b),
            .comparison(_, let a, let b), .becomes(let a, let b):
            [a, b]
        case .between(let x, let low, let high): [x, low, high]
        case .function(_, let list): list
        case .oneOf(let x, let list): [x] + list
        }
    }

    /// Itself and all that it is made of.
    var everything: [Expression] { [self] + parts.flatMap(\.everything) }

    /// Its arguments where it names something.
    var arguments: [Argument] {
        switch kind {
        case .input(_, let list), .output(_, let list), .reference(_, let list), .isFailed(_, let list): list
        default: []
        }
    }

    /// The parameters of the rule around it that it names.
    var usedParameters: Set<Int> {
        var found: Set<Int> = []
        for part in everything {
            if case .parameter(let index) = part.kind { found.insert(index) }
            for case .parameter(let index) in part.arguments { found.insert(index) }
        }
        return found
    }

    /// The one thing with a star.
    var starred: Expression? {
        if arguments.contains(.star) { return self }
        if case .aggregate = kind { return nil }
        return parts.lazy.compactMap(\.starred).first
    }
}

extension Program {
    /// Every expression that stands somewhere.
    var expressions: [Expression] {
        var list = lets.map(\.value) + inputs.compactMap(\.validWhile) + outputs.compactMap(\.resendWhen)
        for keep in keeps { list += keep.cases.flatMap { [$0.value] + ($0.condition.map { [$0] } ?? []) } }
        for when in whens {
            list += [when.trigger] + (when.condition.map { [$0] } ?? [])
            list += when.actions.compactMap { $0.action.expression }
        }
        return list
    }

    /// What is asked of the clock.
    var clockExpressions: [Expression] {
        expressions.flatMap(\.everything).filter { expression in
            switch expression.kind {
            case .timeIn, .timeIs, .dayIn, .dateIn, .every: true
            default: false
            }
        }
    }
}

extension When.Action {
    var expression: Expression? {
        switch self {
        case .set(_, _, let value), .publish(let value, _, _, _), .waitUntil(let value, _), .log(let value): value
        case .toggle, .wait: nil
        }
    }
}
