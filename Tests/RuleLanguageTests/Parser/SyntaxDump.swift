@testable import RuleLanguage

/// Shows syntax trees as short text, so that a test can say what it expects in one line.
enum SyntaxDump {
    static func text(_ expression: ExpressionSyntax) -> String {
        switch expression.kind {
        case .missing: return "?"
        case .number(let value, let unit): return "\(value)" + (unit.map { "[\($0.text)]" } ?? "")
        case .text(let text): return self.text(text)
        case .reference(let reference): return self.text(reference)
        case .function(let name, let arguments): return "\(name.text)!(\(list(arguments)))"
        case .negate(let operand): return "(- \(text(operand)))"
        case .not(let operand): return "(not \(text(operand)))"
        case .arithmetic(let sign, let left, let right): return "(\(text(left)) \(sign.rawValue) \(text(right)))"
        case .and(let left, let right): return "(\(text(left)) and \(text(right)))"
        case .or(let left, let right): return "(\(text(left)) or \(text(right)))"
        case .until(let left, let right): return "(\(text(left)) until \(text(right)))"
        case .held(let operand, let duration): return "(\(text(operand)) for \(text(duration)))"
        case .within(let operand, let duration): return "(\(text(operand)) within \(text(duration)))"
        case .comparison(let sign, let left, let right): return "(\(text(left)) \(sign.rawValue) \(text(right)))"
        case .between(let operand, let low, let high, let negated):
            return "(\(text(operand))\(negated ? " not" : "") in \(text(low))..\(text(high)))"
        case .oneOf(let operand, let members, let negated):
            return "(\(text(operand))\(negated ? " not" : "") in {\(list(members))})"
        case .isKnown(let operand): return "(known \(text(operand)))"
        case .isUnknown(let operand): return "(unknown \(text(operand)))"
        case .aggregate(let aggregate, let operand): return "\(aggregate.rawValue)<\(text(operand))>"
        case .overTime(let function, let operand, let duration):
            return "\(function.rawValue)<\(text(operand)) over \(text(duration))>"
        case .becomes(let left, let right): return "(\(text(left)) becomes \(text(right)))"
        case .changes(let operand): return "(changes \(text(operand)))"
        case .begins(let operand): return "(begins \(text(operand)))"
        case .ends(let operand): return "(ends \(text(operand)))"
        case .every(let duration): return "(every \(text(duration)))"
        case .startup: return "startup!"
        case .timeIn(let low, let high, let negated):
            return "(time\(negated ? " not" : "") in \(text(low))..\(text(high)))"
        case .timeIs(let time): return "(time is \(text(time)))"
        case .dayIn(let days, let negated): return "(day\(negated ? " not" : "") in \(String(days.rawValue, radix: 2)))"
        case .dateIn(let low, let high, let negated):
            return "(date\(negated ? " not" : "") in \(low.month)-\(low.day)..\(high.month)-\(high.day))"
        case .sunIsUp: return "(sun up)"
        case .sunIsDown: return "(sun down)"
        }
    }

    private static func list(_ expressions: [ExpressionSyntax]) -> String {
        expressions.map(text).joined(separator: ", ")
    }

    static func text(_ duration: DurationSyntax) -> String {
        let milliseconds = duration.nanoseconds / 1_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }

    static func text(_ time: ClockTimeSyntax) -> String {
        let base: String
        switch time.base {
        case .clock(let seconds): base = "@\(seconds)"
        case .sunrise: base = "sunrise"
        case .sunset: base = "sunset"
        case .dawn: base = "dawn"
        case .dusk: base = "dusk"
        }
        return time.offsetSeconds == 0 ? base : "\(base)\(time.offsetSeconds > 0 ? "+" : "")\(time.offsetSeconds)"
    }

    static func text(_ text: TextSyntax) -> String {
        let pieces = text.pieces.map { piece in
            switch piece {
            case .literal(let characters): return characters
            case .placeholder(let name, let arguments):
                return "<\(name.text)\(arguments.map { "(\($0.map(self.text).joined(separator: ",")))" } ?? "")>"
            }
        }
        return "'\(pieces.joined())'"
    }

    static func text(_ argument: ArgumentSyntax) -> String {
        switch argument.kind {
        case .word(let word): return word
        case .text(let text): return "\"\(text)\""
        case .number(let number): return "#\(number)"
        case .star: return "*"
        case .members(let parameter, let members):
            return "\(parameter.text) in (\(members.map(\.text).joined(separator: ",")))"
        }
    }

    static func text(_ reference: ReferenceSyntax) -> String {
        reference.name.text + (reference.arguments.map { "(\($0.map(text).joined(separator: ",")))" } ?? "")
    }

    static func text(_ parameters: [ParameterSyntax]) -> String {
        let list = parameters.map {
            $0.name.text + ($0.members.map { " in (\($0.map(\.text).joined(separator: ",")))" } ?? "")
        }
        return list.isEmpty ? "" : "(\(list.joined(separator: ",")))"
    }

    static func text(_ type: TypeSyntax) -> String {
        switch type {
        case .missing: return "?"
        case .text: return "text"
        case .number(let unit, let range, let step, _):
            return "number" + (unit.map { "[\($0.text)]" } ?? "")
                + (range.map { " in \($0.low.value)..\($0.high.value)" } ?? "")
                + (step.map { " step \($0.value)" } ?? "")
        case .words(let words, _):
            return words.map { $0.name.text + $0.payloads.map { " " + text($0) }.joined() }.joined(separator: "|")
        }
    }

    static func text(_ path: [PathElement]) -> String {
        path.map { element in
            switch element {
            case .key(let key): return ".\(key)"
            case .index(let index): return "[\(index)]"
            }
        }.joined()
    }
}
