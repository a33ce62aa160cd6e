@testable import RuleLanguage

extension SyntaxDump {
    /// A statement a line, its cases, actions and steps below it.
    static func text(_ tree: SyntaxTree) -> String {
        tree.statements.map(text).joined(separator: "\n")
    }

    static func text(_ statement: SyntaxTree.Statement) -> String {
        switch statement {
        case .setting(let setting):
            return "setting \(setting.name.text): " + setting.parts.map(text).joined(separator: " ")
        case .input(let input):
            let options = input.options.map { ", " + text($0) }.joined()
            let path = input.path.isEmpty ? "" : " at " + text(input.path)
            return
                "\(input.isEvent ? "event" : "input") \(input.name.text)\(text(input.parameters)) from \(text(input.topic))\(path)"
                + " as \(text(input.type))\(options)"
        case .output(let output):
            let options = output.options.map { ", " + text($0) }.joined()
            return
                "output \(output.name.text)\(text(output.parameters)) to \(text(output.topic)) as \(text(output.type))\(options)"
        case .binding(let binding):
            return "let \(binding.name.text)\(text(binding.parameters)) = \(text(binding.value))"
        case .keep(let keep):
            let cases = keep.cases.map {
                "\n  \(text($0.value)) " + ($0.condition.map { "while \(text($0))" } ?? "otherwise")
            }
            return "keep \(text(keep.output))" + cases.joined()
        case .when(let when):
            let options = when.options.map { ", " + text($0) }.joined()
            let condition = when.condition.map { "\n  if \(text($0))" } ?? ""
            return "when \(text(when.trigger))\(options)\(condition)"
                + when.actions.map { "\n  " + text($0.kind) }.joined()
        case .test(let test): return "test \(text(test.title))" + test.steps.map { "\n  " + text($0.kind) }.joined()
        }
    }

    private static func text(_ part: SettingSyntax.Part) -> String {
        switch part {
        case .word(let word): return word.text
        case .text(let text): return self.text(text)
        case .number(_, let unit, let written, _): return "#\(written)" + (unit.map { "[\($0.text)]" } ?? "")
        case .duration(let duration): return text(duration)
        case .symbol(let symbol): return symbol.text
        }
    }

    private static func text(_ option: InputSyntax.Option) -> String {
        switch option {
        case .staleAfter(let duration): return "stale \(text(duration))"
        case .validWhile(let condition): return "valid \(text(condition))"
        case .except(let values, _): return "except \(values.map(text).joined(separator: " "))"
        case .initially(let value, _): return "initially \(text(value))"
        case .qos(let qos, _): return "qos \(qos)"
        case .limit(let limit, _): return "limit \(limit)"
        }
    }

    private static func text(_ option: OutputSyntax.Option) -> String {
        switch option {
        case .qos(let qos, _): return "qos \(qos)"
        case .retained: return "retained"
        case .sending(let text): return "sending \(self.text(text))"
        case .atLeastApart(let duration): return "apart \(text(duration))"
        case .wordAtLeast(let word, let duration): return "\(word.text) at least \(text(duration))"
        case .expiresAfter(let duration): return "expires \(text(duration))"
        case .confirmed(let input, let duration, let tries, _):
            return "confirmed \(text(input)) \(text(duration)) \(tries)"
        case .resendWhen(let condition): return "resend when \(text(condition))"
        case .resendEvery(let duration): return "resend every \(text(duration))"
        case .shadow: return "shadow"
        }
    }

    private static func text(_ option: WhenSyntax.Option) -> String {
        switch option {
        case .repeatingEvery(let duration): return "repeating \(text(duration))"
        case .onceAtATime: return "once"
        case .queued: return "queued"
        case .late(let duration): return "late \(text(duration))"
        }
    }

    private static func text(_ action: WhenSyntax.Action.Kind) -> String {
        switch action {
        case .missing: return "?"
        case .set(let output, let value): return "\(text(output)) = \(text(value))"
        case .toggle(let output): return "toggle \(text(output))"
        case .publish(let payload, let topic, let retained, let qos):
            return "publish \(text(payload)) to \(text(topic))" + (retained ? " retained" : "")
                + (qos.map { " qos \($0)" } ?? "")
        case .wait(let duration): return "wait \(text(duration))"
        case .waitUntil(let condition, let most):
            return "wait until \(text(condition))" + (most.map { " at most \(text($0))" } ?? "")
        case .log(let value): return "log \(text(value))"
        }
    }

    private static func text(_ step: TestSyntax.Step.Kind) -> String {
        switch step {
        case .missing: return "?"
        case .clock(let time): return "clock \(time.year)-\(time.month)-\(time.day) @\(time.second)"
        case .message(let input, let value, let retained):
            return "\(text(input)) = \(text(value))" + (retained ? " retained" : "")
        case .receive(let topic, let payload, let retained):
            return "receive \(text(topic)) \(text(payload))" + (retained ? " retained" : "")
        case .wait(let duration): return "wait \(text(duration))"
        case .waitUntil(let time): return "wait until \(text(time))"
        case .restart(let after): return "restart" + (after.map { " \(text($0))" } ?? "")
        case .offline(let duration): return "offline \(text(duration))"
        case .expectNothing: return "expect nothing"
        case .expectCommand(let output, let value): return "expect \(text(output)) = \(text(value))"
        case .expectPublish(let topic, let payload): return "expect publish \(text(topic)) \(text(payload))"
        case .expectCondition(let condition): return "expect \(text(condition))"
        }
    }
}
