import RuleLanguage

/// An input that a rule names, with its arguments as seen from the rule's parameters.
struct FeedUse {
    enum Argument {
        case parameter(Int)
        case level(String)
        case any
    }

    var input: InputID
    var arguments: [Argument]
}

/// Finds the inputs and events that an expression names, also through `let`s.
struct FeedCollector {
    let program: Program
    private(set) var uses: [FeedUse] = []

    init(program: Program) {
        self.program = program
    }

    mutating func collect(_ expression: Expression) {
        collect(expression, scope: nil)
    }

    /// `scope` is what the parameters of a `let` stand for; nil where they are the rule's own.
    private mutating func collect(_ expression: Expression, scope: [FeedUse.Argument]?) {
        switch expression.kind {
        case .input(let id, let arguments):
            uses.append(FeedUse(input: id, arguments: arguments.map { substitute($0, scope) }))
        case .reference(let id, let arguments):
            collect(program.lets[id].value, scope: arguments.map { substitute($0, scope) })
        default:
            for operand in expression.operands {
                collect(operand, scope: scope)
            }
        }
    }

    private func substitute(_ argument: Argument, _ scope: [FeedUse.Argument]?) -> FeedUse.Argument {
        switch argument {
        case .parameter(let index): scope.map { $0[index] } ?? .parameter(index)
        case .level(let name): .level(name)
        case .star: .any
        }
    }
}

extension Expression {
    /// The expressions that this one is made of, from left to right.
    package var operands: [Expression] {
        switch kind {
        case .number, .word, .input, .output, .reference, .parameter, .isFailed, .every, .startup, .timeIn, .timeIs,
            .dayIn,
            .dateIn, .sunIsUp, .sunIsDown:
            []
        case .text(let pieces):
            pieces.compactMap { piece in
                if case .value(let value) = piece { value } else { nil }
            }
        case .negate(let x), .not(let x), .held(let x, _), .within(let x, _), .isKnown(let x), .isUnknown(let x),
            .aggregate(_, let x), .overTime(_, let x, _), .changes(let x), .begins(let x), .ends(let x):
            [x]
        case .arithmetic(_, let l, let r), .and(let l, let r), .or(let l, let r), .until(let l, let r),
            .comparison(_, let l, let r), .becomes(let l, let r):
            [l, r]
        case .between(let x, let low, let high):
            [x, low, high]
        case .function(_, let values):
            values
        case .oneOf(let x, let values):
            [x] + values
        }
    }
}
