/// A checked expression. Its parameters are indices into the parameters of the rule, `let`, input or output it stands in.
package struct Expression: Sendable {
    /// What an expression gives.
    package enum ExpressionType: Sendable, Hashable {
        /// True, false or unknown.
        case condition
        /// Holds for an instant.
        case happening
        case number(unit: String?)
        /// The words that it can be.
        case words([WordID])
        case text
    }

    package indirect enum Kind: Sendable {
        case number(Double)
        case word(WordID)
        case text([TextPiece])

        /// The value of an input; of an event: in a condition, the occurrence of this instant.
        case input(InputID, [Argument])
        /// The value last sent.
        case output(OutputID, [Argument])
        case reference(LetID, [Argument])
        /// A parameter's level, as text.
        case parameter(Int)

        case negate(Expression)
        case arithmetic(ArithmeticOperator, Expression, Expression)
        case function(Function, [Expression])

        case not(Expression)
        case and(Expression, Expression)
        case or(Expression, Expression)
        case until(Expression, Expression)
        /// Nanoseconds.
        case held(Expression, Int64)
        case within(Expression, Int64)

        case comparison(ComparisonOperator, Expression, Expression)
        case between(Expression, Expression, Expression)
        case oneOf(Expression, [Expression])
        case isKnown(Expression)
        case isUnknown(Expression)
        /// `OUTPUT is failed`
        case isFailed(OutputID, [Argument])

        /// The one thing named with `*` inside is `over`; its starred arguments are `.star`.
        case aggregate(AggregateSyntax, Expression)
        case overTime(OverTimeFunction, Expression, Int64)

        case becomes(Expression, Expression)
        case changes(Expression)
        case begins(Expression)
        case ends(Expression)
        case every(Int64)
        case startup

        case timeIn(ClockTimeSyntax, ClockTimeSyntax)
        case timeIs(ClockTimeSyntax)
        case dayIn(DaySet)
        case dateIn(DateSyntax, DateSyntax)
        case sunIsUp
        case sunIsDown
    }

    package enum TextPiece: Sendable {
        case literal(String)
        case value(Expression)
    }

    package enum Function: String, Sendable, Hashable {
        case abs, round, floor, ceil, min, max, clamp
    }

    package var kind: Kind
    package var type: ExpressionType
    package var range: SourceRange

    package init(_ kind: Kind, type: ExpressionType, range: SourceRange) {
        self.kind = kind
        self.type = type
        self.range = range
    }
}

/// A resolved argument.
package enum Argument: Sendable, Hashable {
    /// Index of a parameter in scope.
    case parameter(Int)
    case level(String)
    case star
}
