extension Parser {
    /// A `test` with its steps; the keyword stands here.
    mutating func parseTest() {
        let start = current.start
        advance()
        let title: TextSyntax
        if current.kind == .word, !isAtLineEnd {
            let first = current
            while !isAtLineEnd, current.kind != .text, current.kind != .end { advance() }
            let range = range(from: first.start)
            complain(.missingQuotes, "the title of a test stands in quotes", at: range, help: "write test \"…\"")
            title = TextSyntax(
                pieces: [.literal(String(decoding: bytes[range.start..<range.end], as: UTF8.self))], range: range)
        } else if current.kind == .text, !isAtLineEnd {
            title = text(wanted: "a title", help: "")
        } else {
            fail(.missingValue, wanted: "a title in quotes", help: "write test \"what the rules should do\"")
            title = TextSyntax(pieces: [], range: range(from: start))
        }
        if isSymbol(.colon), !isAtLineEnd {
            complain(
                .straySign, "nothing ends in \":\" here", at: range(of: current),
                help: "take it out: the steps stand on the next lines")
            advance()
        }
        endItem(after: "the title", help: "the steps of a test stand on the next lines")
        var steps: [TestSyntax.Step] = []
        while isAtItem {
            beginItem()
            let stepStart = current.start
            let kind = stepKind()
            steps.append(TestSyntax.Step(isPanicking ? .missing : kind, at: range(from: stepStart)))
            let isExpectation = matches(tokens[itemStart], "expect")
            endItem(
                after: "the step",
                help: isExpectation
                    ? "write \"expect OUTPUT = VALUE\", \"expect CONDITION\" or \"expect nothing\""
                    : "steps stand one a line")
        }
        statements.append(.test(TestSyntax(title: title, steps: steps, range: range(from: start))))
    }

    private mutating func stepKind() -> TestSyntax.Step.Kind {
        if isAtAssignment { return message() }
        guard current.kind == .word else {
            failUnknownStep()
            return .missing
        }
        var word = text(of: current)
        if !Keywords.steps.contains(word), token(1).symbol != .open || token(1).startsLine,
            let meant = Nearest.name(to: word, among: Keywords.steps), !token(1).startsLine
        {
            complainMistyped(as: meant)
            word = meant
        }
        guard Keywords.steps.contains(word) else {
            failUnknownStep()
            return .missing
        }
        advance()
        switch word {
        case "clock": return clockStep()
        case "receive": return receive()
        case "wait": return waitStep()
        case "restart":
            guard !isAtLineEnd else { return .restart(after: nil) }
            expect(
                "after", wanted: "\"after\" or the end of the line", help: "write \"restart\" or \"restart after 20 s\""
            )
            return .restart(after: duration())
        case "offline":
            if isWord("for"), token(1).kind == .number {
                complain(
                    .waitFor, "\"offline\" has no \"for\"", at: range(of: current), help: "write \"offline 5 min\"")
                advance()
            }
            return .offline(duration())
        default: return expectation()
        }
    }

    private mutating func failUnknownStep() {
        let help = "steps are INPUT = VALUE, receive, wait, restart, offline, clock and expect"
        guard current.kind == .word else {
            fail(.unknownStep, wanted: "a step", help: help)
            return
        }
        let next = token(1)
        if next.symbol == .open, let end = indexAfterParentheses(at: position + 1), token(0, from: end).symbol == .none,
            !token(0, from: end).startsLine || matches(token(0, from: end), "is")
        {
            fail(
                .unknownStep, "a message on an input is written with \"=\"", at: range(of: current),
                help: "write \"INPUT = VALUE\"; a value is looked at with \"expect\"")
        } else {
            fail(.unknownStep, "there is no step \(shown(current))", at: range(of: current), help: help)
        }
    }

    /// `X(args) = VALUE [retained]`
    private mutating func message() -> TestSyntax.Step.Kind {
        let input = reference()
        takeEquals()
        let value = valueOperand()
        return .message(input, value, retained: takeRetained())
    }

    private mutating func takeRetained() -> Bool { take("retained") }

    /// `receive "topic" "payload" [retained]`
    private mutating func receive() -> TestSyntax.Step.Kind {
        let topic = text(wanted: "a topic in quotes", help: "write receive \"TOPIC\" \"PAYLOAD\"")
        let payload = payloadText()
        return .receive(topic: topic, payload: payload, retained: takeRetained())
    }

    /// A payload in quotes; a word or a number without them is taken for it.
    private mutating func payloadText() -> TextSyntax {
        let token = current
        if !isAtLineEnd, token.kind == .word || token.kind == .number, token.kind == .number || !isWord("retained") {
            complain(
                .missingQuotes, "a payload stands in quotes", at: range(of: token),
                help: "write \"\(PlainText.excerpt(text(of: token)))\"")
            advance()
            return TextSyntax(pieces: [.literal(text(of: token))], range: range(of: token))
        }
        if isAtLineEnd, !isPanicking {
            fail(
                .missingValue, wanted: "a payload in quotes",
                help: "write it behind the topic; \"\" is an empty one")
        }
        return text(wanted: "a payload in quotes", help: "write it behind the topic; \"\" is an empty one")
    }

    /// `wait D`, `wait until 22:30`
    private mutating func waitStep() -> TestSyntax.Step.Kind {
        if isWord("for"), token(1).kind == .number {
            complain(.waitFor, "\"wait\" has no \"for\"", at: range(of: current), help: "write \"wait 5 min\"")
            advance()
        }
        guard isWord("until") else { return .wait(duration()) }
        advance()
        return .waitUntil(clockTime())
    }

    /// `clock 2026-07-01 14:00`
    private mutating func clockStep() -> TestSyntax.Step.Kind {
        let start = current.start
        let help = "write date and time, such as 2026-07-01 14:00"
        guard current.kind == .number, !isAtLineEnd else {
            fail(.missingTime, wanted: "a date", help: help)
            return .missing
        }
        let year = Int(text(of: advance())) ?? 0
        var parts: [Int] = []
        while isSymbol(.minus), !isAtLineEnd, token(1).kind == .number {
            advance()
            parts.append(Int(text(of: advance())) ?? 0)
        }
        let date = range(from: start)
        guard parts.count == 2, (1970...2199).contains(year), (1...12).contains(parts[0]),
            (1...Calendar.days(in: parts[0], ofYear: year)).contains(parts[1])
        else {
            fail(.badDate, "there is no such date", at: date, help: help)
            return .missing
        }
        var second = 0
        if current.kind == .clock, !isAtLineEnd {
            second = clockSeconds(current)
            advance()
        } else if !isAtLineEnd, current.kind == .word, current.isGlued {
            fail(.badDate, "a blank stands between date and time", at: range(of: current), help: help)
        }
        return .clock(CivilDateTime(year: year, month: parts[0], day: parts[1], second: second))
    }

    // MARK: expect

    private mutating func expectation() -> TestSyntax.Step.Kind {
        let next = token(1)
        if isWord("nothing"), next.kind == .end || next.startsLine {
            advance()
            return .expectNothing
        }
        if isWord("publish"), !isAtAssignment {
            advance()
            let topic = text(wanted: "a topic in quotes", help: "write expect publish \"TOPIC\" \"PAYLOAD\"")
            return .expectPublish(topic: topic, payload: payloadText())
        }
        if isAtAssignment, !isAtLineEnd {
            let output = reference()
            takeEquals()
            return .expectCommand(output, valueOperand())
        }
        if isWord("no"), matches(next, "commands") || matches(next, "command") {
            fail(
                .expectNothing, "no command is written \"nothing\"", at: range(of: current),
                help: "write \"expect nothing\"")
        }
        return .expectCondition(expression())
    }
}
