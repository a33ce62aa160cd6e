import RuleLanguage

/// What an expression means, as text: the same for every way to write it. Saved state is found again by it, so it
/// leaves out where things stand, what parameters are called, and (`durations: .omitted`) how long a time is.
struct CanonicalText {
    var program: Program

    func text(of expression: Expression) -> String {
        switch expression.kind {
        case .number(let value): return NumberText.shortest(value, step: nil)
        case .word(let id): return program.words[id]
        case .text(let pieces):
            return "\""
                + pieces.map { piece in
                    switch piece {
                    case .literal(let text): text
                    case .value(let value): "{" + text(of: value) + "}"
                    }
                }.joined() + "\""
        case .input(let id, let arguments): return program.inputs[id].name + list(arguments)
        case .output(let id, let arguments): return program.outputs[id].name + list(arguments)
        case .reference(let id, let arguments): return program.lets[id].name + list(arguments)
        case .parameter(let index): return "$\(index)"
        case .negate(let x): return call("-", x)
        case .not(let x): return call("not", x)
        case .arithmetic(let op, let l, let r): return call(op.rawValue, l, r)
        case .function(let function, let values):
            return function.rawValue + "(" + values.map(text(of:)).joined(separator: ",") + ")"
        case .and(let l, let r): return call("and", l, r)
        case .or(let l, let r): return call("or", l, r)
        case .until(let l, let r): return call("until", l, r)
        // Without the length of time: one that is changed counts on from where it began.
        case .held(let x, _): return call("for", x)
        case .within(let x, _): return call("within", x)
        case .comparison(let op, let l, let r): return call(op.rawValue, l, r)
        case .between(let x, let low, let high): return call("in", x, low, high)
        case .oneOf(let x, let values): return "oneof(" + ([x] + values).map(text(of:)).joined(separator: ",") + ")"
        case .isKnown(let x): return call("known", x)
        case .isUnknown(let x): return call("unknown", x)
        case .isFailed(let id, let arguments): return "failed(" + program.outputs[id].name + list(arguments) + ")"
        case .aggregate(let function, let x): return call(function.rawValue + "*", x)
        case .overTime(let function, let x, _): return call(function.rawValue + "~", x)
        case .becomes(let x, let value): return call("becomes", x, value)
        case .changes(let x): return call("changes", x)
        case .begins(let x): return call("begins", x)
        case .ends(let x): return call("ends", x)
        case .every(let duration): return "every(\(duration))"
        case .startup: return "startup"
        case .timeIn(let from, let to): return "time(\(text(of: from)),\(text(of: to)))"
        case .timeIs(let time): return "timeis(\(text(of: time)))"
        case .dayIn(let days): return "day(\(days.rawValue))"
        case .dateIn(let from, let to): return "date(\(from.month)-\(from.day),\(to.month)-\(to.day))"
        case .sunIsUp: return "sunup"
        case .sunIsDown: return "sundown"
        }
    }

    private func call(_ name: String, _ operands: Expression...) -> String {
        name + "(" + operands.map(text(of:)).joined(separator: ",") + ")"
    }

    private func text(of time: ClockTimeSyntax) -> String {
        switch time.base {
        case .clock(let seconds): "\(seconds + time.offsetSeconds)"
        case .sunrise: "sunrise\(time.offsetSeconds)"
        case .sunset: "sunset\(time.offsetSeconds)"
        case .dawn: "dawn\(time.offsetSeconds)"
        case .dusk: "dusk\(time.offsetSeconds)"
        }
    }

    func list(_ arguments: [Argument]) -> String {
        guard !arguments.isEmpty else { return "" }
        let words = arguments.map { argument in
            switch argument {
            case .parameter(let index): "$\(index)"
            // Quoted, so that a level called `$0` or `*` is none of the other two.
            case .level(let level): "'" + level + "'"
            case .star: "*"
            }
        }
        return "(" + words.joined(separator: ",") + ")"
    }
}
