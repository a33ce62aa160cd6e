extension Parser {
    /// A `when` with its actions; the keyword stands here.
    mutating func parseWhen() {
        let start = current.start
        advance()
        let trigger = expression()
        var options: [WhenSyntax.Option] = []
        while takeOptionComma() {
            if let option = whenOption() { options.append(option) }
        }
        var condition: ExpressionSyntax?
        var isBroken = goToNextPart(after: "the trigger")
        if isWord("if") {
            advance()
            condition = expression()
            if isSymbol(.comma), !isPanicking {
                fail(
                    .unknownOption, "options stand behind the trigger", at: range(of: current),
                    help: "put them before \"if\"")
            }
            isBroken = goToNextPart(after: "the \"if\"") || isBroken
        }
        var actions: [WhenSyntax.Action] = []
        if isWord("do") || isWord("then") {
            if isWord("then") {
                complain(.foreignWord, "\"then\" is written \"do\"", at: range(of: current), help: "write \"do\"")
            }
            advance()
            if isWord("do"), !tokens[position].startsLine { advance() }
            actions = parseActions()
        } else if isAtItem, isAtAction {
            complain(
                .misplacedDo, "\"do\" is missing before the first action", at: range(of: current),
                help: "write \"do \(text(of: current)) …\"")
            actions = parseActions()
        } else if !isBroken {
            let head = range(from: start)
            complain(
                .misplacedDo, "this \"when\" does nothing", at: firstLine(of: head),
                help: "write \"do\" and an action on the next line")
        }
        statements.append(
            .when(
                WhenSyntax(
                    trigger: trigger, options: options, condition: condition, actions: actions,
                    range: range(from: start))))
        recover()
    }

    /// As much of the range as stands on its first line.
    private func firstLine(of range: SourceRange) -> SourceRange {
        let end = tokens[itemStart...].dropFirst().first { $0.startsLine }?.start ?? range.end
        var trimmed = min(range.end, end)
        while trimmed > range.start, bytes[trimmed - 1] <= 0x20 { trimmed -= 1 }
        return SourceRange(file: file, start: range.start, end: trimmed)
    }

    /// After a mistake goes to the `if` or `do` of this `when`, if it has one. Tells whether there was a mistake.
    private mutating func goToNextPart(after what: String) -> Bool {
        if !isPanicking {
            let isNext = isWord("if") || isWord("do") || isWord("then")
            if isAtLineEnd || isNext { return false }
            let change = ["goes", "turns", "gets", "changed", "became"].contains { isWord($0) }
            fail(
                .unexpectedRest, wanted: "\"if\", \"do\" or the end of the line",
                help: change
                    ? "write \"becomes\", as in: status(kitchen) becomes offline"
                    : "write \"when CONDITION\" and below it \"do ACTION\"")
        }
        while tokens[position].kind != .end {
            let token = tokens[position]
            let isPart =
                matches(token, "do") || matches(token, "then")
                || matches(token, "if") && position > itemStart && token.startsLine
            if isPart || position > itemStart && token.startsLine && !continues(token) { break }
            position += 1
        }
        isPanicking = false
        parentheses = 0
        return true
    }

    private mutating func whenOption() -> WhenSyntax.Option? {
        let start = current.start
        switch optionWord(among: ["repeating", "once", "queued", "late"]) {
        case "repeating":
            expect("every", wanted: "\"every\"", help: "write \"repeating every 10 min\"")
            let duration = duration()
            return isPanicking ? nil : .repeatingEvery(duration)
        case "once":
            expect("at", wanted: "\"at a time\"", help: "write \"once at a time\"")
            expect("a", wanted: "\"a time\"", help: "write \"once at a time\"")
            expect("time", wanted: "\"time\"", help: "write \"once at a time\"")
            return isPanicking ? nil : .onceAtATime(range(from: start))
        case "queued": return .queued(range(from: start))
        case "late":
            let duration = duration()
            return isPanicking ? nil : .late(duration)
        default:
            let help = "behind the trigger may stand repeating every, once at a time, queued and late"
            if !isAtLineEnd || current.startsLine, current.kind == .word, !isWord("if"), !isWord("do") {
                fail(
                    .unknownOption, "there is no option \(shown(tokens[position]))", at: range(of: tokens[position]),
                    help: help)
            } else {
                fail(.unknownOption, wanted: "an option", help: help)
            }
            return nil
        }
    }

    // MARK: Actions

    /// The actions behind `do`, one a line, as far as they go.
    private mutating func parseActions() -> [WhenSyntax.Action] {
        var actions: [WhenSyntax.Action] = []
        if isAtLineEnd, !isAtItem || continues(tokens[position]) {
            fail(.misplacedDo, wanted: "an action", help: "write \"do light(hall) = ON\"")
            recover()
            return []
        }
        while isAtItem {
            beginItem()
            actions.append(parseAction())
            endItem(
                after: "the action",
                help: isWord("for")
                    ? "an action is over at once: write \"wait 5 min\" below it, and below that what comes then"
                    : "actions stand one a line")
        }
        return actions
    }

    private mutating func parseAction() -> WhenSyntax.Action {
        let start = current.start
        let kind = actionKind()
        return WhenSyntax.Action(isPanicking ? .missing : kind, at: range(from: start))
    }

    /// Whether a name, perhaps with arguments, and `=` stand here.
    var isAtAssignment: Bool {
        guard current.kind == .word else { return false }
        var index = position + 1
        if token(0, from: index).symbol == .open, !token(0, from: index).startsLine,
            let end = indexAfterParentheses(at: index)
        {
            index = end
        }
        let sign = token(0, from: index)
        return sign.kind == .symbol && !sign.startsLine && [.equals, .doubleEquals, .colon].contains(sign.symbol)
    }

    /// Whether an action begins here that is nothing else.
    private var isAtAction: Bool {
        if isAtAssignment { return true }
        let next = token(1)
        switch text(of: current) {
        case "toggle": return next.kind == .word && !next.startsLine
        case "publish", "log": return next.kind == .text && !next.startsLine
        case "wait": return (next.kind == .number || matches(next, "until")) && !next.startsLine
        default: return false
        }
    }

    private mutating func actionKind() -> WhenSyntax.Action.Kind {
        if matches(current, "do") {
            complain(
                .misplacedDo, "\"do\" stands once, before the first action", at: range(of: current), help: "take it out"
            )
            advance()
        }
        if isAtAssignment { return assignment() }
        let next = token(1)
        let isCall = next.symbol == .open && next.isGlued
        if current.kind == .word, !isCall || isWord("log") {
            switch text(of: current) {
            case "toggle":
                advance()
                return .toggle(reference(wanted: "the name of an output"))
            case "publish":
                advance()
                return publish()
            case "wait":
                advance()
                return wait()
            case "log":
                advance()
                return .log(expression(.sum))
            default: break
            }
        }
        failUnknownAction()
        return .missing
    }

    private mutating func failUnknownAction() {
        let help = "actions are OUTPUT = VALUE, toggle, publish, wait and log"
        guard current.kind == .word else {
            fail(.unknownAction, wanted: "an action", help: help)
            return
        }
        let word = text(of: current)
        let next = token(1)
        if let meant = Nearest.name(to: word, among: Keywords.actions), !next.startsLine, next.symbol == .none {
            complainMistyped(as: meant)
            isPanicking = true
        } else if matches(next, "to") || matches(next, "is") || next.symbol == .open && hasWordBehindParentheses {
            fail(.straySign, "an output is set with \"=\"", at: range(of: current), help: "write \"OUTPUT = VALUE\"")
        } else if word == "if" {
            fail(
                .unknownAction, "an \"if\" stands before the \"do\"", at: range(of: current),
                help: "write \"if CONDITION\" on the line above, and then \"do\" with the actions")
        } else if ["turn", "set", "switch", "send", "turn_on", "turn_off"].contains(word) {
            fail(
                .unknownAction, "there is no action \(shown(current))", at: range(of: current),
                help: "to set an output write \"OUTPUT = VALUE\", as in light(hall) = ON")
        } else {
            fail(.unknownAction, "there is no action \(shown(current))", at: range(of: current), help: help)
        }
    }

    private var hasWordBehindParentheses: Bool {
        guard let end = indexAfterParentheses(at: position + 1) else { return false }
        return token(0, from: end).kind == .word && !token(0, from: end).startsLine
    }

    private mutating func assignment() -> WhenSyntax.Action.Kind {
        let output = reference()
        takeEquals()
        return .set(output, valueOperand())
    }

    /// `=` behind an output or an input.
    mutating func takeEquals() {
        if isSymbol(.doubleEquals) || isSymbol(.colon) {
            complain(
                .straySign, "\(shown(current)) stands where \"=\" is expected", at: range(of: current),
                help: "write \"=\"")
            advance()
            if isSymbol(.equals) { advance() }
        } else if isSymbol(.equals), !isAtLineEnd {
            advance()
        } else {
            fail(.missingWord, wanted: "\"=\" and a value", help: "write \"NAME = VALUE\"")
        }
    }

    /// `publish TEXT to "topic" [retained] [qos N]`
    private mutating func publish() -> WhenSyntax.Action.Kind {
        let payload = valueOperand()
        expect("to", wanted: "\"to\" and a topic", help: "write publish \"PAYLOAD\" to \"TOPIC\"")
        let topic = text(wanted: "a topic in quotes", help: "write publish \"PAYLOAD\" to \"TOPIC\"")
        var isRetained = false
        var qos: Int?
        while !isAtLineEnd, isWord("retained") || isWord("qos") {
            if take("retained") {
                isRetained = true
            } else {
                advance()
                qos = wholeNumber(0...2, wanted: "a quality of service", help: "write qos 0, qos 1 or qos 2")
            }
        }
        return .publish(payload, topic: topic, retained: isRetained, qos: qos)
    }

    /// `wait D`, `wait until C [at most D]`
    private mutating func wait() -> WhenSyntax.Action.Kind {
        if isWord("for"), token(1).kind == .number {
            complain(.waitFor, "\"wait\" has no \"for\"", at: range(of: current), help: "write \"wait 5 min\"")
            advance()
        }
        guard isWord("until") else { return .wait(duration()) }
        advance()
        if current.kind == .clock
            || current.kind == .word && Keywords.sunTimes.contains(text(of: current))
                && endsValue(token(1), at: position + 1)
        {
            let written = text(of: current)
            fail(
                .bareClockTime, "a clock time alone is no condition", at: range(of: current),
                help: "write \"wait until time is \(written)\"")
        }
        let condition = expression()
        guard isWord("at"), !isAtLineEnd else { return .waitUntil(condition, atMost: nil) }
        advance()
        expect("most", wanted: "\"most\"", help: "write \"wait until CONDITION at most 10 min\"")
        return .waitUntil(condition, atMost: duration())
    }
}
