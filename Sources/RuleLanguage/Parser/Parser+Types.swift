extension Parser {
    /// `as TYPE`
    mutating func declaredType(help: String) -> TypeSyntax {
        if !isPanicking, tokens[position].startsLine, statement(at: position) != nil || tokens[position].kind == .end {
            let place = SourceRange(file: file, start: previousEnd, end: previousEnd)
            fail(.missingWord, "a type is missing at the end of this line", at: place, help: help)
        } else if !isAtLineEnd, isWord("number") || isWord("text") {
            complain(.missingWord, "\"as\" is missing before the type", at: range(of: current), help: help)
        } else if !isAtLineEnd, isSymbol(.colon) || isSymbol(.equals) || isWord("is") {
            complain(
                .missingWord, "\(shown(current)) stands where \"as\" is expected", at: range(of: current), help: help)
            advance()
        } else {
            expect("as", wanted: "\"as\"", help: help)
        }
        return type(help: help)
    }

    private mutating func type(help: String) -> TypeSyntax {
        let start = current.start
        if isPanicking { return .missing(range(from: start)) }
        if isAtLineEnd, current.kind == .end || statement(at: position) != nil {
            fail(.missingType, wanted: "a type", help: help)
            return .missing(range(from: start))
        }
        let next = token(1)
        let isWordList =
            !next.startsLine && (next.symbol == .bar || next.symbol == .doubleBar || next.kind == .text)
            || next.symbol == .bar
        if isWord("number"), !isWordList { return numberType(from: start) }
        if isWord("text"), !isWordList {
            advance()
            return .text(range(from: start))
        }
        if !isWordList, current.kind == .word, let meant = meantType(text(of: current)) {
            complain(
                .unknownType, "\(shown(current)) is no type", at: range(of: current),
                help: meant == "words"
                    ? "write its words and their payloads: as yes \"true\" | no \"false\"" : "write \"as \(meant)\"")
            if meant == "number" { return numberType(from: start) }
            advance()
            return meant == "text" ? .text(range(from: start)) : .missing(range(from: start))
        }
        return wordsType(from: start, help: help)
    }

    /// What a type from another language is called here; nil where it is a word of a type.
    private func meantType(_ word: String) -> String? {
        switch word.lowercased() {
        case "bool", "boolean", "switch", "binary", "onoff": return "words"
        case "int", "integer", "float", "double", "decimal", "numeric", "num", "numbers", "real": return "number"
        case "string", "str", "txt", "texts": return "text"
        case "number", "text": return word == word.lowercased() ? nil : word.lowercased()
        default: return word.utf8.count > 4 ? Nearest.name(to: word, among: ["number"]) : nil
        }
    }

    /// `number °C in -40..60 step 0.5`; the word stands here.
    private mutating func numberType(from start: Int) -> TypeSyntax {
        advance()
        var unit: NameSyntax?
        if !isWord("in") || token(1).symbol == .comma || token(1).startsLine { unit = takeUnit() ?? unitOnNextLine() }
        if unit == nil, !current.startsLine,
            current.kind == .unit || current.kind == .word && !isWord("in") && !isWord("step") && !isPanicking
        {
            complainUnknownUnit()
        }
        var range: (low: SignedNumberSyntax, high: SignedNumberSyntax)?
        var step: SignedNumberSyntax?
        while !isAtLineEnd, isWord("in") || isWord("step") {
            if take("in") {
                let low = signedNumber(wanted: "the lowest number", unit: unit)
                guard takeDots(wanted: "\"..\" and the highest number", help: "write \"in -40..60\"") else { break }
                let high = signedNumber(wanted: "the highest number", unit: unit)
                range = isPanicking ? nil : (low, high)
            } else {
                advance()
                let number = signedNumber(wanted: "a step", unit: unit)
                step = isPanicking ? nil : number
            }
        }
        return .number(unit: unit, range: range, step: step, self.range(from: start))
    }

    /// `ON | OFF`, `open "true" | closed "false"`
    private mutating func wordsType(from start: Int, help: String) -> TypeSyntax {
        var words: [WordSyntax] = []
        var hadMistake = false
        repeat {
            guard let name = typeWord(help: help, hadMistake: &hadMistake) else { return .missing(range(from: start)) }
            var payloads: [TextSyntax] = []
            if !current.startsLine, isSymbol(.equals) || isSymbol(.colon), token(1).kind == .text {
                complain(
                    .straySign, "a payload stands behind its word without a sign", at: range(of: current),
                    help: "write \(PlainText.excerpt(name.text)) \"PAYLOAD\"")
                advance()
            }
            while current.kind == .text, !current.startsLine || parentheses > 0 {
                payloads.append(text(wanted: "a payload", help: ""))
            }
            words.append(WordSyntax(name: name, payloads: payloads))
        } while takeBar()
        return isPanicking ? .missing(range(from: start)) : .words(words, range(from: start))
    }

    private mutating func typeWord(help: String, hadMistake: inout Bool) -> NameSyntax? {
        let token = current
        switch token.kind {
        case .word where !isAtLineEnd || statement(at: position) == nil:
            let name = takeName()
            guard current.isGlued, isSymbol(.minus), !current.startsLine else { return name }
            while current.isGlued, isSymbol(.minus) || current.kind == .word || current.kind == .number { advance() }
            let range = range(from: token.start)
            let written = String(decoding: bytes[range.start..<range.end], as: UTF8.self)
            let fixed = String(written.map { $0 == "-" ? "_" : $0 })
            complain(
                .badName, "a word has letters, digits and \"_\" only", at: range,
                help: "write \(PlainText.excerpt(fixed)) \"\(PlainText.excerpt(written))\"")
            return NameSyntax(fixed, at: range)
        case .text:
            let word = plainText()
            // A list in quotes is one mistake, however long it is.
            if !hadMistake {
                complain(
                    .needlessQuotes, "a word of a type stands without quotes", at: range(of: token),
                    help: "write \(PlainText.excerpt(word)), and its payload in quotes behind it where that differs")
            }
            hadMistake = true
            return NameSyntax(word, at: range(of: token))
        case .number:
            let number = text(of: token)
            if !hadMistake {
                complain(
                    .badName, "a number is no word of a type", at: range(of: token),
                    help: "give it a name before its payload: on \"\(number)\"; or write: as number")
            }
            hadMistake = true
            advance()
            return NameSyntax(number, at: range(of: token))
        default:
            fail(.missingType, wanted: words(before: token), help: help)
            return nil
        }
    }

    private func words(before token: Token) -> String {
        position > 0 && tokens[position - 1].symbol == .bar ? "a word behind \"|\"" : "a type"
    }

    /// `|`, also where the next line begins with it; other separators are taken for it.
    private mutating func takeBar() -> Bool {
        if isSymbol(.bar) {
            advance()
            return true
        }
        guard !isAtLineEnd, isWord("or") || isSymbol(.slash) || isSymbol(.doubleBar) else { return false }
        complain(
            .straySign, "the words of a type stand between \"|\"", at: range(of: current), help: "write \"ON | OFF\"")
        advance()
        return true
    }
}
