/// An expression as it was written; what its words mean is the checker's business.
package struct ExpressionSyntax: Sendable {
    package indirect enum Kind: Sendable {
        /// Where the parser had to go on after a mistake that it has reported. Nothing more is said about it.
        case missing
        /// `26`, `26 °C`: the unit is as written.
        case number(Double, unit: NameSyntax?)
        case text(TextSyntax)
        /// A bare word or a call: parameter, input, output, `let`, payload word or function.
        case reference(ReferenceSyntax)
        /// `abs(x)`, `min(a, b)`: a function's name followed by expressions.
        case function(NameSyntax, [ExpressionSyntax])

        case negate(ExpressionSyntax)
        case not(ExpressionSyntax)
        case arithmetic(ArithmeticOperator, ExpressionSyntax, ExpressionSyntax)
        case and(ExpressionSyntax, ExpressionSyntax)
        case or(ExpressionSyntax, ExpressionSyntax)
        case until(ExpressionSyntax, ExpressionSyntax)
        case held(ExpressionSyntax, DurationSyntax)
        case within(ExpressionSyntax, DurationSyntax)

        case comparison(ComparisonOperator, ExpressionSyntax, ExpressionSyntax)
        /// `x in low..high`
        case between(ExpressionSyntax, ExpressionSyntax, ExpressionSyntax, negated: Bool)
        /// `x in (a, b, c)`
        case oneOf(ExpressionSyntax, [ExpressionSyntax], negated: Bool)
        case isKnown(ExpressionSyntax)
        case isUnknown(ExpressionSyntax)

        /// `any C`, `count of C`, `max of X`
        case aggregate(AggregateSyntax, ExpressionSyntax)
        /// `average of X over 10 min`
        case overTime(OverTimeFunction, ExpressionSyntax, DurationSyntax)

        /// Happenings.
        case becomes(ExpressionSyntax, ExpressionSyntax)
        case changes(ExpressionSyntax)
        case begins(ExpressionSyntax)
        case ends(ExpressionSyntax)
        case every(DurationSyntax)
        case startup

        /// Clock conditions.
        case timeIn(ClockTimeSyntax, ClockTimeSyntax, negated: Bool)
        case timeIs(ClockTimeSyntax)
        /// `day is sat`, `day in mon..fri`, `day is weekend`: the days that it holds on.
        case dayIn(DaySet, negated: Bool)
        case dateIn(DateSyntax, DateSyntax, negated: Bool)
        case sunIsUp
        case sunIsDown
    }

    package var kind: Kind
    package var range: SourceRange

    package init(_ kind: Kind, at range: SourceRange) {
        self.kind = kind
        self.range = range
    }
}

package enum ArithmeticOperator: String, Sendable, Hashable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
}

package enum ComparisonOperator: String, Sendable, Hashable {
    case equal = "is"
    case notEqual = "is not"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case contains = "contains"
    case beginsWith = "begins with"
    case endsWith = "ends with"
}

/// The aggregates over instances.
package enum AggregateSyntax: String, Sendable, Hashable {
    case any, all, no, count, min, max, average, sum
}

/// The aggregates over time.
package enum OverTimeFunction: String, Sendable, Hashable, CaseIterable {
    case average, min, max, change
}

/// A clock time: fixed, or by the sun, with an offset.
package struct ClockTimeSyntax: Sendable, Hashable {
    package enum Base: Sendable, Hashable {
        /// Seconds after local midnight.
        case clock(seconds: Int)
        case sunrise, sunset, dawn, dusk
    }

    package var base: Base
    /// What stands behind `+` or `-`, in seconds.
    package var offsetSeconds: Int
    package var range: SourceRange

    package init(base: Base, offsetSeconds: Int, range: SourceRange) {
        self.base = base
        self.offsetSeconds = offsetSeconds
        self.range = range
    }
}

/// A day of the year, `12-01`.
package struct DateSyntax: Sendable, Hashable {
    package var month: Int
    package var day: Int
    package var range: SourceRange

    package init(month: Int, day: Int, range: SourceRange) {
        self.month = month
        self.day = day
        self.range = range
    }
}

/// Days of the week; bit 0 is Monday.
package struct DaySet: OptionSet, Sendable, Hashable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let weekday = DaySet(rawValue: 0b0001_1111)
    package static let weekend = DaySet(rawValue: 0b0110_0000)
}
