extension Parser {
    /// A comma, and something behind it that can be an option.
    mutating func takeOptionComma() -> Bool {
        guard isSymbol(.comma) else { return false }
        let comma = advance()
        if current.kind == .end || current.startsLine && statement(at: position) != nil, !isPanicking {
            fail(
                .straySign, "nothing follows this comma", at: range(of: comma),
                help: "take it out, or write an option behind it")
            return false
        }
        return !isPanicking
    }

    private mutating func qosOption() -> Int? {
        wholeNumber(0...2, wanted: "a quality of service", help: "write qos 0, qos 1 or qos 2")
    }

    mutating func inputOption(isEvent: Bool) -> InputSyntax.Option? {
        let start = current.start
        let word = optionWord(among: ["stale", "valid", "except", "initially", "qos", "limit"])
        switch word {
        case "stale":
            expect("after", wanted: "\"after\"", help: "write \"stale after 15 min\"")
            return result(.staleAfter(duration()))
        case "valid":
            expect("while", wanted: "\"while\"", help: "write \"valid while CONDITION\"")
            return result(.validWhile(expression()))
        case "except":
            var values = [valueOperand()]
            while isSymbol(.comma), token(1).kind == .number || token(1).kind == .text || token(1).symbol == .minus,
                !isPanicking
            {
                advance()
                values.append(expression(.sum))
            }
            return result(.except(values, range(from: start)))
        case "initially":
            let value = valueOperand()
            return result(.initially(value, range(from: start)))
        case "qos": return qosOption().flatMap { result(.qos($0, range(from: start))) }
        case "limit":
            let limit = wholeNumber(
                1...1_000_000, wanted: "a number of instances", help: "write a whole number from 1 to 1000000")
            return limit.flatMap { result(.limit($0, range(from: start))) }
        default:
            failUnknownOption(
                help:
                    "options of an \(isEvent ? "event" : "input") are stale after, valid while, except, initially, qos and limit"
            )
            return nil
        }
    }

    mutating func outputOption() -> OutputSyntax.Option? {
        let start = current.start
        if current.kind == .word, matches(token(1), "at"), matches(token(2), "least") {
            let name = takeName()
            advance()
            advance()
            return result(.wordAtLeast(name, duration()))
        }
        let names = ["qos", "retained", "sending", "at", "expires", "confirmed", "resend", "shadow"]
        switch optionWord(among: names) {
        case "qos": return qosOption().flatMap { result(.qos($0, range(from: start))) }
        case "retained": return result(.retained(range(from: start)))
        case "shadow": return result(.shadow(range(from: start)))
        case "sending":
            return result(
                .sending(text(wanted: "a payload in quotes", help: "write sending '{\"state\": \"{value}\"}'")))
        case "at":
            expect("least", wanted: "\"least\"", help: "write \"at least 5 s apart\"")
            let duration = duration()
            expect("apart", wanted: "\"apart\"", help: "write \"at least 5 s apart\", or \"ON at least 5 min\"")
            return result(.atLeastApart(duration))
        case "expires":
            expect("after", wanted: "\"after\"", help: "write \"expires after 10 min\"")
            return result(.expiresAfter(duration()))
        case "confirmed": return confirmation(from: start)
        case "resend": return resend()
        default:
            failUnknownOption(
                help:
                    "options of an output are qos, retained, sending, at least … apart, WORD at least, expires after, confirmed by, resend when, resend every and shadow"
            )
            return nil
        }
    }

    /// `confirmed by INPUT(args) within D, N tries`; `confirmed` is behind us.
    private mutating func confirmation(from start: Int) -> OutputSyntax.Option? {
        let help = "write \"confirmed by INPUT within 5 s, 3 tries\""
        expect("by", wanted: "\"by\" and an input", help: help)
        let input = reference(wanted: "the input that confirms")
        expect("within", wanted: "\"within\" and a length of time", help: help)
        let duration = duration()
        guard isSymbol(.comma), token(1).kind == .number else {
            fail(.missingValue, wanted: "a comma and the number of tries", help: help)
            return nil
        }
        advance()
        let tries = wholeNumber(1...1000, wanted: "a number of tries", help: "write a whole number from 1 to 1000")
        if isWord("try") {
            advance()
        } else {
            expect("tries", wanted: "\"tries\"", help: help)
        }
        return tries.flatMap { result(.confirmed(by: input, within: duration, tries: $0, range(from: start))) }
    }

    private mutating func resend() -> OutputSyntax.Option? {
        if isWord("when") {
            advance()
            return result(.resendWhen(expression()))
        }
        expect(
            "every", wanted: "\"when\" or \"every\"", help: "write \"resend when CONDITION\" or \"resend every 10 min\""
        )
        return result(.resendEvery(duration()))
    }

    // MARK: Words of options

    /// An option that was read without a mistake.
    private func result<Option>(_ option: Option) -> Option? { isPanicking ? nil : option }

    /// Takes the word that begins an option, also a mistyped one; nil where there is none.
    mutating func optionWord(among words: [String]) -> String? {
        guard current.kind == .word else { return nil }
        let word = text(of: current)
        if words.contains(word) {
            advance()
            return word
        }
        guard let meant = Nearest.name(to: word, among: words) else { return nil }
        complainMistyped(as: meant)
        advance()
        return meant
    }

    private mutating func failUnknownOption(help: String) {
        let isBehindWord = position > 1 && tokens[position - 2].kind == .word && tokens[position - 1].symbol == .comma
        let isWordAlone = current.kind == .word && (token(1).startsLine || token(1).symbol == .comma)
        let help = isBehindWord && isWordAlone ? "\(help); the words of a type stand between \"|\"" : help
        if current.kind == .word, !isAtLineEnd || position > itemStart {
            fail(
                .unknownOption, "there is no option \(shown(tokens[position]))", at: range(of: tokens[position]),
                help: help)
        } else {
            fail(.unknownOption, wanted: "an option", help: help)
        }
    }
}
