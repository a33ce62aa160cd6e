import RuleLanguage

/// What depends on its parts alone: three-valued logic, comparisons and arithmetic.
enum Kleene {
    static func value(of kind: Expression.Kind, _ x: [Datum]) -> Datum {
        switch kind {
        case .not: return x[0].truth.map { .truth(!$0) } ?? .unknown
        case .and:
            if x[0].isFalse || x[1].isFalse { return .truth(false) }
            return x.contains(.unknown) ? .unknown : .truth(true)
        case .or:
            if x[0].isTrue || x[1].isTrue { return .truth(true) }
            return x.contains(.unknown) ? .unknown : .truth(false)
        case .isKnown: return .truth(x[0] != .unknown)
        case .isUnknown: return .truth(x[0] == .unknown)
        case .comparison(let sign, _, _): return comparison(sign, x[0], x[1])
        case .between: return value(of: .and(unit, unit), [ordered(x[1], x[0], <=), ordered(x[0], x[2], <=)])
        case .oneOf:
            guard x[0] != .unknown else { return .unknown }
            if x.dropFirst().contains(x[0]) { return .truth(true) }
            return x.contains(.unknown) ? .unknown : .truth(false)
        case .negate: return x[0].number.map { .finite(-$0) } ?? .unknown
        case .arithmetic(let sign, _, _): return arithmetic(sign, x[0], x[1])
        case .function(let function, _): return self.function(function, x)
        default: preconditionFailure("not a matter of its parts alone")
        }
    }

    /// Stands where only the kind of an expression matters.
    private static var unit: Expression {
        Expression(.number(0), type: .number(unit: nil), range: SourceRange(file: 0, start: 0, end: 0))
    }

    private static func ordered(_ a: Datum, _ b: Datum, _ holds: (Double, Double) -> Bool) -> Datum {
        guard let a = a.number, let b = b.number else { return .unknown }
        return .truth(holds(a, b))
    }

    private static func comparison(_ sign: ComparisonOperator, _ a: Datum, _ b: Datum) -> Datum {
        guard a != .unknown, b != .unknown else { return .unknown }
        switch sign {
        case .equal: return .truth(a == b)
        case .notEqual: return .truth(a != b)
        case .less: return ordered(a, b, <)
        case .lessOrEqual: return ordered(a, b, <=)
        case .greater: return ordered(a, b, >)
        case .greaterOrEqual: return ordered(a, b, >=)
        case .contains, .beginsWith, .endsWith:
            guard case .text(let whole) = a, case .text(let part) = b else { return .unknown }
            switch sign {
            case .beginsWith: return .truth(whole.hasPrefix(part))
            case .endsWith: return .truth(whole.hasSuffix(part))
            default: return .truth(part.isEmpty || whole.indices.contains { whole[$0...].hasPrefix(part) })
            }
        }
    }

    private static func arithmetic(_ sign: ArithmeticOperator, _ a: Datum, _ b: Datum) -> Datum {
        guard let a = a.number, let b = b.number else { return .unknown }
        switch sign {
        case .add: return .finite(a + b)
        case .subtract: return .finite(a - b)
        case .multiply: return .finite(a * b)
        case .divide: return .finite(a / b)
        }
    }

    private static func function(_ function: Expression.Function, _ x: [Datum]) -> Datum {
        let numbers = x.compactMap(\.number)
        guard numbers.count == x.count else { return .unknown }
        let first = numbers[0]
        switch function {
        case .abs: return .finite(abs(first))
        case .floor: return .finite(first.rounded(.down))
        case .ceil: return .finite(first.rounded(.up))
        case .round:
            guard numbers.count > 1 else { return .finite(first.rounded()) }
            return .finite((first / numbers[1]).rounded() * numbers[1])
        case .min: return .finite(numbers.reduce(first) { $0 < $1 ? $0 : $1 })
        case .max: return .finite(numbers.reduce(first) { $0 > $1 ? $0 : $1 })
        case .clamp: return .finite(min(max(first, numbers[1]), numbers[2]))
        }
    }
}
