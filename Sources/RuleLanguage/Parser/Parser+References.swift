extension Parser {
    /// `NAME` or `NAME(arguments)`.
    mutating func reference(wanted: String = "a name", inHead: Bool = false) -> ReferenceSyntax {
        let start = current.start
        guard current.kind == .word else {
            fail(.missingName, wanted: wanted)
            return ReferenceSyntax(
                name: NameSyntax("", at: range(from: start)), arguments: nil, range: range(from: start))
        }
        let name = takeName()
        var arguments: [ArgumentSyntax]?
        if isSymbol(.open), !isAtLineEnd { arguments = argumentList(of: name, inHead: inHead) }
        return ReferenceSyntax(name: name, arguments: arguments, range: range(from: start))
    }

    private mutating func argumentList(of name: NameSyntax, inHead: Bool) -> [ArgumentSyntax]? {
        let opening = open()
        if isSymbol(.close) {
            let pair = range(of: opening).union(range(of: current))
            complain(
                .emptyParentheses, "nothing stands in these parentheses", at: pair,
                help: "write \"\(PlainText.excerpt(name.text))\" alone")
            close(opening, wanted: "\")\"")
            return nil
        }
        var arguments: [ArgumentSyntax] = []
        repeat {
            arguments.append(argument(inHead: inHead))
        } while takeComma()
        close(opening, wanted: "\",\" or \")\"")
        return arguments
    }

    private mutating func argument(inHead: Bool) -> ArgumentSyntax {
        let start = current.start
        skipBraces()
        let token = current
        switch token.kind {
        case .symbol where token.symbol == .star:
            advance()
            return ArgumentSyntax(.star, at: range(from: start))
        case .text: return textArgument()
        case .word, .number, .clock: return wordArgument(inHead: inHead)
        case .symbol where token.symbol == .minus && self.token(1).kind == .number: return wordArgument(inHead: false)
        default:
            fail(
                .missingLevel, wanted: "an argument",
                help: "write a parameter, a level such as kitchen or \"living room\", or * under an aggregate")
            return ArgumentSyntax(.word(""), at: range(from: start))
        }
    }

    /// A level in quotes; `"{room}"` is taken for the parameter that is meant.
    private mutating func textArgument() -> ArgumentSyntax {
        let token = current
        let pieces = plainPieces()
        if pieces.count == 1, case .placeholder(let name, nil) = pieces[0] {
            return ArgumentSyntax(.word(name.text), at: range(of: token))
        }
        return ArgumentSyntax(.text(Self.characters(of: pieces)), at: range(of: token))
    }

    private mutating func wordArgument(inHead: Bool) -> ArgumentSyntax {
        let first = current
        if first.kind == .word, matches(token(1), "in"), !token(1).startsLine {
            return memberArgument(inHead: inHead)
        }
        advance()
        if first.kind == .symbol { advance() }
        var isSeveral = first.kind == .clock
        while !isPanicking, continuesLevel(current, behind: tokens[position - 1]) {
            isSeveral = true
            advance()
        }
        let range = range(from: first.start)
        let written = String(decoding: bytes[range.start..<range.end], as: UTF8.self)
        if isSeveral {
            complain(
                .missingQuotes, "a level that is not one word stands in quotes", at: range,
                help: "write \"\(PlainText.excerpt(written))\"")
            return ArgumentSyntax(.text(written), at: range)
        }
        skipBraces()
        return ArgumentSyntax(first.kind == .word ? .word(written) : .number(written), at: range)
    }

    /// `living room`, `room-1`, `0x00158d`: further parts of a level that lacks its quotes.
    private func continuesLevel(_ token: Token, behind last: Token) -> Bool {
        guard !token.startsLine else { return false }
        switch token.kind {
        case .word: return token.isGlued || last.kind == .word && !Keywords.behindValues.contains(text(of: token))
        case .number, .clock: return token.isGlued || last.kind == .word
        case .symbol:
            return token.isGlued && self.token(1).isGlued && [.minus, .dot, .slash, .colon].contains(token.symbol)
                && self.token(1).kind != .symbol
        case .text, .unit, .bad, .end: return false
        }
    }

    /// `room in (kitchen, bath)`
    private mutating func memberArgument(inHead: Bool) -> ArgumentSyntax {
        let start = current.start
        let parameter = takeName()
        let word = advance()
        let members = memberList()
        if !inHead {
            complain(
                .membersHere, "a list of members stands in the head of a \"keep\" or in a declaration",
                at: range(of: word),
                help: "write one argument, or \"*\" under an aggregate")
        }
        return ArgumentSyntax(.members(parameter: parameter, members), at: range(from: start))
    }

    /// `(kitchen, "living room", 1)`; the `in` is behind us.
    mutating func memberList() -> [NameSyntax] {
        guard isSymbol(.open) else {
            fail(.missingLevel, wanted: "a list in parentheses", help: "write \"in (kitchen, bath)\"")
            return []
        }
        let opening = open()
        var members: [NameSyntax] = []
        repeat {
            let token = current
            switch token.kind {
            case .text: members.append(NameSyntax(plainText(), at: range(of: token)))
            case .word, .number, .clock:
                let argument = wordArgument(inHead: false)
                switch argument.kind {
                case .word(let level), .text(let level), .number(let level):
                    members.append(NameSyntax(level, at: argument.range))
                case .star, .members: break
                }
            default: fail(.missingLevel, wanted: "a level", help: "write a word, or a text in quotes")
            }
        } while takeComma()
        close(opening, wanted: "\",\" or \")\"")
        return members
    }

    /// `{room}` in place of `room`.
    mutating func skipBraces() {
        guard isSymbol(.brace) else { return }
        if bytes[current.start] == UInt8(ascii: "{") {
            complain(
                .straySign, "braces stand inside quotes only", at: range(of: current),
                help: "write the name without braces")
        }
        advance()
    }
}
