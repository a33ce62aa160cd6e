extension TokenMarker {
    mutating func mark(_ expression: ExpressionSyntax) {
        markOwn(expression)
        for child in expression.children { mark(child) }
    }

    mutating func mark(_ reference: ReferenceSyntax) {
        guard let arguments = reference.arguments else { return }
        glueArguments(of: reference.name)
        for argument in arguments {
            if case .number = argument.kind { glueSigns(in: argument.range) }
        }
    }

    /// What the expression has of its own, beside its children.
    private mutating func markOwn(_ expression: ExpressionSyntax) {
        switch expression.kind {
        case .number(_, let unit):
            // Around it may stand parentheses, between its signs too.
            glueSigns(in: expression.range)
            if let unit { glue(in: unit.range) }
        case .negate: glueSign(of: expression)
        case .reference(let reference): mark(reference)
        case .function(let name, _): glueArguments(of: name)
        case .between(_, let low, let high, _): markDots(between: low.range, and: high.range)
        case .timeIn(let low, let high, _): markDots(between: low.range, and: high.range)
        case .dateIn(let low, let high, _):
            glue(in: low.range)
            glue(in: high.range)
            if low != high { markDots(between: low.range, and: high.range) }
        case .missing, .text, .not, .arithmetic, .and, .or, .until, .held, .within, .comparison, .oneOf, .isKnown,
            .isUnknown, .aggregate, .overTime, .becomes, .changes, .begins, .ends, .every, .startup, .timeIs, .dayIn,
            .sunIsUp, .sunIsDown:
            break
        }
    }

    /// The `-` before an operand; parentheses may stand around both.
    private mutating func glueSign(of expression: ExpressionSyntax) {
        let indices = tokens.indices(of: expression.range)
        guard let sign = indices.first(where: { !tokens.isSymbol(.open, at: $0) }) else { return }
        glue(sign + 1)
    }
}
