extension Parser {
    /// `input` and `event`; the keyword stands here.
    mutating func parseInput(isEvent: Bool) {
        let start = current.start
        let word = isEvent ? "event" : "input"
        advance()
        let name = declaredName(of: word)
        let parameters = parameterList()
        let topic = topic(behind: "from", not: "to", of: word)
        let path = isWord("at") && !isAtStatement ? jsonPath() : []
        let type = declaredType(
            help: isEvent
                ? "write \"as text\" or \"as single | double\""
                : "write \"as number °C\", \"as text\" or \"as ON | OFF\"")
        var options: [InputSyntax.Option] = []
        while takeOptionComma() {
            if let option = inputOption(isEvent: isEvent) { options.append(option) }
        }
        let range = range(from: start)
        if !name.text.isEmpty {
            statements.append(
                .input(
                    InputSyntax(
                        isEvent: isEvent, name: name, parameters: parameters, topic: topic, path: path, type: type,
                        options: options, range: range)))
        }
        endItem(after: "the \(word)", help: optionHelp)
    }

    mutating func parseOutput() {
        let start = current.start
        advance()
        let name = declaredName(of: "output")
        let parameters = parameterList()
        let topic = topic(behind: "to", not: "from", of: "output")
        let type = declaredType(help: "write \"as ON | OFF\", \"as number °C\" or \"as text\"")
        var options: [OutputSyntax.Option] = []
        while takeOptionComma() {
            if let option = outputOption() { options.append(option) }
        }
        let range = range(from: start)
        if !name.text.isEmpty {
            statements.append(
                .output(
                    OutputSyntax(
                        name: name, parameters: parameters, topic: topic, type: type, options: options, range: range)))
        }
        endItem(after: "the output", help: optionHelp)
    }

    /// `let NAME(parameters) = EXPRESSION`
    mutating func parseLet() {
        let start = current.start
        advance()
        let name = declaredName(of: "let")
        let parameters = parameterList()
        if isSymbol(.colon) || isSymbol(.doubleEquals) || isWord("is") {
            complain(
                .straySign, "\(shown(current)) stands where \"=\" is expected", at: range(of: current),
                help: "write \"=\"")
            advance()
            if isSymbol(.equals) { advance() }
        } else if isSymbol(.equals) {
            advance()
        } else {
            fail(.missingWord, wanted: "\"=\" and a value", help: "write \"let NAME = EXPRESSION\"")
        }
        let value = expression()
        if !name.text.isEmpty {
            statements.append(
                .binding(LetSyntax(name: name, parameters: parameters, value: value, range: range(from: start))))
        }
        endItem(
            after: "the \"let\"", help: "its value ends with its line; conditions are joined with \"and\" and \"or\"")
    }

    private var optionHelp: String {
        current.kind == .number
            ? "a range stands behind \"in\", as in: number % in 0..100" : "options stand behind commas"
    }

    /// Whether a statement begins at this line although another one is not finished.
    private var isAtStatement: Bool {
        tokens[position].startsLine && statement(at: position) != nil
    }

    // MARK: Names and parameters

    /// A name that is declared; empty after a mistake.
    private mutating func declaredName(of word: String) -> NameSyntax {
        let token = current
        if token.kind == .text {
            complain(
                .needlessQuotes, "a name stands without quotes", at: range(of: token),
                help: "write a name of letters, digits and \"_\"")
            return NameSyntax(plainText().filter { $0.isLetter || $0.isNumber || $0 == "_" }, at: range(of: token))
        }
        guard token.kind == .word, !isAtLineEnd else {
            fail(
                .missingName, wanted: "a name behind \"\(word)\"",
                help: "a name is a letter and then letters, digits and \"_\"")
            return NameSyntax("", at: range(of: token))
        }
        if ["from", "to", "as"].contains(text(of: token)), self.token(1).kind == .text {
            fail(
                .missingName, wanted: "a name behind \"\(word)\"",
                help: "a name is a letter and then letters, digits and \"_\"")
            return NameSyntax("", at: range(of: token))
        }
        let name = takeName()
        if isAtSecondWord { return joinedName(from: token.start) }
        guard isSymbol(.minus) || isSymbol(.dot), current.isGlued else { return name }
        while isSymbol(.minus) || isSymbol(.dot) || current.kind == .word || current.kind == .number, current.isGlued {
            advance()
        }
        let range = range(from: token.start)
        let written = String(decoding: bytes[range.start..<range.end], as: UTF8.self)
        let fixed = String(written.map { $0 == "-" || $0 == "." ? "_" : $0 })
        complain(
            .badName, "a name has letters, digits and \"_\" only", at: range,
            help: "write \(PlainText.excerpt(fixed))")
        return NameSyntax(fixed, at: range)
    }

    /// `fan speed from …`: a name of two words.
    private var isAtSecondWord: Bool {
        let next = token(1)
        return current.kind == .word && !current.startsLine && !Keywords.behindValues.contains(text(of: current))
            && (matches(next, "from") || matches(next, "to") || next.symbol == .open || next.symbol == .equals)
    }

    private mutating func joinedName(from start: Int) -> NameSyntax {
        advance()
        let range = range(from: start)
        let words = tokens[position - 2...position - 1].map { text(of: $0) }
        let joined = words.joined(separator: "_")
        complain(.badName, "a name is one word", at: range, help: "write \(PlainText.excerpt(joined))")
        return NameSyntax(joined, at: range)
    }

    /// `(room)`, `(room in (kitchen, bath), n)`
    private mutating func parameterList() -> [ParameterSyntax] {
        guard isSymbol(.open), !isAtLineEnd else { return [] }
        let opening = open()
        var parameters: [ParameterSyntax] = []
        if isSymbol(.close) {
            let pair = range(of: opening).union(range(of: current))
            complain(
                .emptyParentheses, "nothing stands in these parentheses", at: pair,
                help: "take them out, or name a parameter")
            close(opening, wanted: "\")\"")
            return []
        }
        repeat {
            skipBraces()
            guard current.kind == .word else {
                fail(.missingName, wanted: "the name of a parameter", help: "write a name such as room")
                break
            }
            let name = takeName()
            skipBraces()
            if isWord("in") {
                advance()
                parameters.append(ParameterSyntax(name: name, members: memberList()))
            } else {
                parameters.append(ParameterSyntax(name: name))
            }
        } while takeComma()
        close(opening, wanted: "\",\" or \")\"")
        return parameters
    }

    // MARK: Topics and paths

    private mutating func topic(behind word: String, not other: String, of statement: String) -> TextSyntax {
        if isAtStatement {
            fail(
                .missingWord, "this \(statement) has no topic", at: range(from: tokens[itemStart].start),
                help: "write \(word) \"TOPIC\" as TYPE")
        } else if isWord(other) {
            complain(
                .wrongDirection,
                "\(statement == "output" ? "an output goes to" : "an \(statement) comes from") its topic",
                at: range(of: current), help: "write \"\(word)\"")
            advance()
        } else if current.kind == .text, !isAtLineEnd {
            complain(
                .missingWord, "\"\(word)\" is missing before the topic", at: range(of: current),
                help: "write \(word) \"TOPIC\"")
        } else {
            expect(word, wanted: "\"\(word)\"", help: "write \(word) \"TOPIC\" as TYPE")
        }
        return text(wanted: "a topic in quotes", help: "write it as in \(word) \"home/{room}/temperature\"")
    }

    /// `temperature`, `AM2301.Temperature`, `params."switch:0".output`, `values[0].v`; `at` stands here.
    private mutating func jsonPath() -> [PathElement] {
        advance()
        var path: [PathElement] = []
        if !isSymbol(.openBracket) { path.append(pathKey()) }
        while !isPanicking, !current.startsLine, isSymbol(.dot) || isSymbol(.openBracket) {
            if take(.dot) {
                path.append(pathKey())
            } else {
                path.append(pathIndex())
            }
        }
        return isPanicking ? [] : path
    }

    private mutating func pathKey() -> PathElement {
        let token = current
        if token.kind == .text { return .key(plainText()) }
        guard token.kind == .word || token.kind == .number || token.kind == .clock, !isAtLineEnd else {
            fail(
                .missingValue, wanted: "a place in the payload",
                help: "write the key of the value, as in \"at temperature\" or \"at AM2301.Temperature\"")
            return .key("")
        }
        advance()
        while isPathSign(current), !isPanicking { advance() }
        let range = range(from: token.start)
        let key = String(decoding: bytes[range.start..<range.end], as: UTF8.self)
        if token.kind != .word || tokens[position - 1].start != token.start {
            complain(
                .missingQuotes, "this key stands in quotes", at: range, help: "write \"\(PlainText.excerpt(key))\"")
        }
        return .key(key)
    }

    /// Parts of a key such as `DS18B20-1` or `switch:0`.
    private func isPathSign(_ token: Token) -> Bool {
        guard token.isGlued else { return false }
        switch token.kind {
        case .word, .number, .clock, .unit: return true
        case .symbol: return [.minus, .colon, .slash].contains(token.symbol)
        case .text, .bad, .end: return false
        }
    }

    private mutating func pathIndex() -> PathElement {
        let opening = advance()
        let index =
            wholeNumber(0...1_000_000, wanted: "a place in the list", help: "places count from 0: write [0]") ?? 0
        if isSymbol(.closeBracket) {
            advance()
        } else {
            fail(.missingParenthesis, "this bracket is not closed", at: range(of: opening), help: "write [0]")
        }
        return .index(index)
    }
}
