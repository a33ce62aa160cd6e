/// Words that the grammar knows. None is reserved: each is one only where the grammar expects it.
enum Keywords {
    /// At the start of a line they go on with the one before.
    static let continuing: Set<String> = ["and", "or", "until", "for", "within", "while", "if", "do"]

    /// Words that stand between or behind operands, never in the place of one.
    static let operators: Set<String> = continuing.union([
        "otherwise", "is", "in", "not", "contains", "begins", "ends", "becomes", "changes",
    ])

    /// Words behind a value: where one of them stands, the value has ended.
    static let behindValues: Set<String> = operators.union([
        "over", "at", "then", "else", "to", "retained", "qos", "apart", "tries", "step", "repeating", "once", "queued",
        "late",
        "from", "as",
    ])

    /// Words that stand before what they apply to.
    static let prefixes: Set<String> = [
        "not", "any", "all", "no", "count", "min", "max", "average", "sum", "change", "every",
    ]

    static let functions: Set<String> = ["abs", "round", "floor", "ceil", "min", "max", "clamp"]

    static let settings: [String] = [
        "broker", "client", "prefix", "username", "password", "ca", "certificate", "protocol", "keepalive", "reconnect",
        "presence", "location", "zone", "watch",
    ]

    /// Settings whose value is a text.
    static let textSettings: Set<String> = [
        "broker", "client", "prefix", "username", "ca", "certificate", "presence", "zone",
    ]

    static let actions: [String] = ["toggle", "publish", "wait", "log"]
    static let steps: [String] = ["clock", "receive", "wait", "restart", "offline", "expect"]
    static let sunTimes: [String] = ["sunrise", "sunset", "dawn", "dusk"]
    static let days: [String] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}

/// What a line can begin.
enum StatementKind {
    case input, event, output, binding, keep, when, test, setting

    static let declarations: [String] = ["input", "event", "output", "let", "keep", "when"]

    init?(keyword: String) {
        switch keyword {
        case "input": self = .input
        case "event": self = .event
        case "output": self = .output
        case "let": self = .binding
        case "keep": self = .keep
        case "when": self = .when
        case "test": self = .test
        default:
            guard Keywords.settings.contains(keyword) else { return nil }
            self = .setting
        }
    }
}
