extension ExpressionSyntax {
    /// The expressions that this one is made of, in order.
    var children: [ExpressionSyntax] {
        switch kind {
        case .missing, .number, .text, .reference, .every, .startup, .timeIn, .timeIs, .dayIn, .dateIn, .sunIsUp,
            .sunIsDown:
            []
        case .function(_, let arguments): arguments
        case .negate(let x), .not(let x), .held(let x, _), .within(let x, _), .isKnown(let x), .isUnknown(let x),
            .aggregate(_, let x), .overTime(_, let x, _), .changes(let x), .begins(let x), .ends(let x):
            [x]
        case .arithmetic(_, let a, let b), .and(let a, let b), .or(let a, let b), .until(let a, let b),
            .comparison(_, let a, let b), .becomes(let a, let b):
            [a, b]
        case .between(let x, let low, let high, _): [x, low, high]
        case .oneOf(let x, let list, _): [x] + list
        }
    }

    /// The names with arguments in this expression alone, those in texts too.
    var ownReferences: [(name: NameSyntax, arguments: [ArgumentSyntax])] {
        switch kind {
        case .reference(let reference): [(reference.name, reference.arguments ?? [])]
        case .text(let text):
            text.pieces.compactMap { piece in
                guard case .placeholder(let name, let arguments) = piece else { return nil }
                return (name, arguments ?? [])
            }
        default: []
        }
    }

    /// Calls the closure for this expression and all in it, in order.
    func visit(_ body: (ExpressionSyntax) -> Void) {
        body(self)
        for child in children { child.visit(body) }
    }
}

extension Expression {
    /// The expressions that this one is made of, in order.
    var children: [Expression] {
        switch kind {
        case .number, .word, .input, .output, .reference, .parameter, .isFailed, .every, .startup, .timeIn, .timeIs,
            .dayIn,
            .dateIn, .sunIsUp, .sunIsDown:
            []
        case .text(let pieces):
            pieces.compactMap { piece in
                guard case .value(let value) = piece else { return nil }
                return value
            }
        case .function(_, let arguments): arguments
        case .negate(let x), .not(let x), .held(let x, _), .within(let x, _), .isKnown(let x), .isUnknown(let x),
            .aggregate(_, let x), .overTime(_, let x, _), .changes(let x), .begins(let x), .ends(let x):
            [x]
        case .arithmetic(_, let a, let b), .and(let a, let b), .or(let a, let b), .until(let a, let b),
            .comparison(_, let a, let b), .becomes(let a, let b):
            [a, b]
        case .between(let x, let low, let high): [x, low, high]
        case .oneOf(let x, let list): [x] + list
        }
    }

    /// Calls the closure for this expression and all in it, in order.
    func visit(_ body: (Expression) -> Void) {
        body(self)
        for child in children { child.visit(body) }
    }
}
