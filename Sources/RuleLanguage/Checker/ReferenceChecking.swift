/// Names, their arguments, and texts with names in them.
extension Checking {
    mutating func checkReference(_ reference: ReferenceSyntax, in scope: Scope, hint: Hint) -> Expression? {
        let name = reference.name
        if reference.arguments == nil {
            if case .words(let ids, _) = hint, let id = words[name.text], ids.contains(id) {
                return Expression(.word(id), type: .words([id]), range: reference.range)
            }
            if let index = scope.parameter(named: name.text) {
                return Expression(.parameter(index), type: .text, range: reference.range)
            }
        }
        if let symbol = symbols[name.text] {
            return use(symbol, arguments: reference.arguments ?? [], at: reference.range, in: scope)
        }
        if case .level = hint, reference.arguments == nil {
            return Expression(.text([.literal(name.text)]), type: .text, range: reference.range)
        }
        reportUnknown(name, in: scope, hint: hint)
        return nil
    }

    /// The value of an input, event, output or `let`.
    mutating func use(
        _ symbol: SymbolTable.Symbol, arguments: [ArgumentSyntax], at range: SourceRange, in scope: Scope
    ) -> Expression? {
        if scope.countsUses { used.insert(symbol.name.text) }
        guard !ambiguous.contains(symbol.name.text) else { return nil }
        let resolved = resolve(arguments, of: symbol, at: range, in: scope)
        let kind: Expression.Kind
        let type: Expression.ExpressionType
        switch symbol.kind {
        case .input(let id):
            guard let declared = inputTypes[id], let resolved else { return nil }
            (kind, type) = (.input(id, resolved), expressionType(declared))
        case .output(let id):
            guard let declared = outputTypes[id], let resolved else { return nil }
            (kind, type) = (.output(id, resolved), expressionType(declared))
        case .binding(let id):
            guard let value = letValue(id), let resolved else { return nil }
            (kind, type) = (.reference(id, resolved), value.type)
        }
        return Expression(kind, type: type, range: range)
    }

    func expressionType(_ type: ValueType) -> Expression.ExpressionType {
        switch type {
        case .text: .text
        case .number(let number): .number(unit: number.unit)
        case .words(let words): .words(words.map(\.id))
        }
    }

    // MARK: Arguments

    mutating func resolve(
        _ arguments: [ArgumentSyntax], of symbol: SymbolTable.Symbol, at range: SourceRange, in scope: Scope
    ) -> [Argument]? {
        guard arguments.count == symbol.parameters.count else {
            reportCount(arguments.count, of: symbol, at: range, in: scope)
            return nil
        }
        var resolved: [Argument] = []
        var isGood = true
        for (argument, parameter) in zip(arguments, symbol.parameters) {
            if let value = resolve(argument, for: parameter, of: symbol, in: scope) {
                resolved.append(value)
            } else {
                isGood = false
            }
        }
        return isGood ? resolved : nil
    }

    mutating func reportCount(
        _ count: Int, of symbol: SymbolTable.Symbol, at range: SourceRange, in scope: Scope? = nil
    ) {
        let expected = symbol.parameters.count
        var help = expected == 0 ? "write \(symbol.name.text) alone" : "write \(symbol.signature)"
        if let scope, let missing = symbol.parameters.first(where: { scope.parameter(named: $0.name) == nil }) {
            help += ", with a level such as kitchen in the place of \(missing.name)"
        }
        report(
            .wrongArguments,
            "\"\(symbol.name.text)\" has \(Wording.count(expected, "parameter")), and here \(count == 1 ? "is" : "are") \(Wording.count(count, "argument"))",
            at: range, help: help,
            notes: [.init("it is \(symbol.description)", at: symbol.name.range)])
    }

    private mutating func resolve(
        _ argument: ArgumentSyntax, for parameter: Parameter, of symbol: SymbolTable.Symbol, in scope: Scope
    ) -> Argument? {
        switch argument.kind {
        case .word(let word):
            if let index = scope.parameter(named: word) { return .parameter(index) }
            if symbol.parameters.contains(where: { $0.name == word }), !(parameter.members ?? []).contains(word) {
                reportUnbound(word, at: argument.range, in: scope)
                return nil
            }
            guard isDeclared(word, for: parameter, of: symbol, at: argument.range) else { return nil }
            if parameter.members == nil, let meant = slip(word, in: scope) {
                report(
                    .likelySlip,
                    "\"\(word)\" looks like the parameter \"\(meant)\", and would be the level \"\(word)\"",
                    at: argument.range, help: "write \(meant), or \"\(word)\" in quotes if the level is meant")
                return nil
            }
            return .level(word)
        case .text(let level), .number(let level):
            guard isLevel(level, at: argument.range), isDeclared(level, for: parameter, of: symbol, at: argument.range)
            else { return nil }
            return .level(level)
        case .star:
            guard scope.isUnderAggregate else {
                report(
                    .starOutsideAggregate, "\"*\" means all of them, and nothing here says what to make of them",
                    at: argument.range,
                    help: "write any, all, no, count of, min of, max of, average of or sum of before it")
                return nil
            }
            return .star
        case .members:
            // The parser has said that a list does not stand here.
            return nil
        }
    }

    private mutating func reportUnbound(_ name: String, at range: SourceRange, in scope: Scope) {
        let help: String
        switch scope.place {
        case .keep: help = "bind it in the head of the keep, or write a level, or * under an aggregate such as any"
        case .trigger, .action: help = "name it in the trigger, or write a level, or * under an aggregate such as any"
        case .binding: help = "make it a parameter of the let, or write a level, or * under an aggregate such as any"
        case .option: help = "make it a parameter of this declaration, or write a level"
        case .test: help = "write a level, such as kitchen"
        }
        report(.unboundParameter, "nothing binds \"\(name)\" in \(scope.description)", at: range, help: help)
    }

    /// Whether the level is one of those that the declaration lists, if it lists any.
    mutating func isDeclared(
        _ level: String, for parameter: Parameter, of symbol: SymbolTable.Symbol, at range: SourceRange
    ) -> Bool {
        guard let members = parameter.members, !members.contains(level) else { return true }
        let nearest = Nearest.name(to: level, among: members)
        report(
            .unknownLevel,
            "\(Wording.quoted(level)) is none of the levels of \"\(parameter.name)\" that \"\(symbol.name.text)\" has",
            at: range,
            help: nearest.map { "did you mean \(Wording.level($0))?" }
                ?? "they are \(Wording.shortList(members.map(Wording.level)))",
            notes: [.init("they are listed here", at: symbol.name.range)])
        return false
    }

    /// The parameter in scope that a bare word is one or two letters off.
    func slip(_ word: String, in scope: Scope) -> String? {
        scope.parameters.map(\.name).first { name in
            let distance = Nearest.distance(Array(word.unicodeScalars), Array(name.unicodeScalars), atMost: 2)
            let (shorter, longer) = (min(word.count, name.count), max(word.count, name.count))
            return shorter >= 2 && (distance == 1 && longer >= 3 || distance == 2 && longer >= 4)
        }
    }

    // MARK: Unknown names

    mutating func reportUnknown(_ name: NameSyntax, in scope: Scope, hint: Hint) {
        if case .words(let ids, let owner) = hint {
            let list = wordList(ids)
            let nearest = Nearest.name(to: name.text, among: ids.map { program.words[$0] })
            return report(
                .unknownWord, "\(Wording.quoted(name.text)) is no word of \(owner)", at: name.range,
                help: nearest.map { "did you mean \"\($0)\"? The words are \(list)" } ?? "the words are \(list)")
        }
        let message = "nothing is called \(Wording.quoted(name.text))"
        if case .text(let owner) = hint {
            return report(
                .unknownName, message, at: name.range, help: "\(owner) is a text: write \"\(name.text)\" in quotes")
        }
        if let parameter = Nearest.name(to: name.text, among: scope.parameters.map(\.name)) {
            return report(
                .unknownName, message, at: name.range, help: "did you mean \"\(parameter)\"? It is a parameter")
        }
        let help: String?
        if ["sunrise", "sunset", "dawn", "dusk"].contains(name.text) {
            help = "write a moment or a window, as in: time is \(name.text), time in \(name.text)..23:00"
        } else if let symbol = symbols.nearest(to: name.text) {
            help =
                "did you mean \"\(symbol.name.text)\"? It is \(symbol.description), defined in \(sources.place(of: symbol.name.range))"
        } else if let function = Nearest.name(to: name.text, among: SymbolTable.reserved.sorted()), name.text.count > 2
        {
            help = "did you mean \"\(function)\"?"
        } else if scope.place == .option || scope.place == .test {
            help = nil
        } else if let owner = input(withWord: name.text) {
            help = "it is a word of \(owner.name): write \(owner.signature) is \(name.text)"
        } else {
            help = "an input, event, output or let gives a name: define it first"
        }
        report(.unknownName, message, at: name.range, help: help)
    }

    /// The first input or event that may have this word.
    private func input(withWord word: String) -> (name: String, signature: String)? {
        for (id, type) in inputTypes.enumerated() {
            guard case .words(let words)? = type, words.contains(where: { $0.name == word }),
                let symbol = symbols[program.inputs[id].name]
            else { continue }
            return (symbol.name.text, symbol.signature)
        }
        return nil
    }

    // MARK: Texts

    mutating func checkText(_ text: TextSyntax, in scope: Scope) -> Expression? {
        var pieces: [Expression.TextPiece] = []
        var isGood = true
        for piece in text.pieces {
            switch piece {
            case .literal(let literal): pieces.append(literal: literal)
            case .placeholder(let name, let arguments):
                guard let value = placeholder(name, arguments, in: scope) else {
                    isGood = false
                    continue
                }
                if case .text(let inner) = value.kind, case .literal(let literal)? = inner.first, inner.count == 1 {
                    pieces.append(literal: literal)
                } else {
                    pieces.append(.value(value))
                }
            }
        }
        return isGood ? Expression(.text(pieces), type: .text, range: text.range) : nil
    }

    private mutating func placeholder(_ name: NameSyntax, _ arguments: [ArgumentSyntax]?, in scope: Scope)
        -> Expression?
    {
        if arguments == nil, let index = scope.parameter(named: name.text) {
            return Expression(.parameter(index), type: .text, range: name.range)
        }
        if let symbol = symbols[name.text] {
            guard let value = use(symbol, arguments: arguments ?? [], at: name.range, in: scope) else { return nil }
            switch value.type {
            case .number, .words, .text: break
            case .condition, .happening:
                report(
                    .conditionAsValue,
                    "\"\(name.text)\" is \(description(of: value.type)) and has no value to put into a text",
                    at: name.range)
                return nil
            }
            return isHeld(value, in: scope, at: name.range) ? value : nil
        }
        if arguments == nil, let setting = filledIn(name) {
            return setting.map { Expression(.text([.literal($0)]), type: .text, range: name.range) }
        }
        if name.text == "password" {
            report(.passwordInFile, "the password cannot stand in a text", at: name.range)
            return nil
        }
        if anyDeclaration(hasParameter: name.text), arguments == nil {
            reportUnbound(name.text, at: name.range, in: scope)
            return nil
        }
        reportUnknown(name, in: scope, hint: .none)
        return nil
    }

    private func anyDeclaration(hasParameter name: String) -> Bool {
        symbols.symbols.contains { $0.parameters.contains { $0.name == name } }
    }
}

extension [Expression.TextPiece] {
    /// Neighbouring literals are one piece, and an empty one is none.
    mutating func append(literal: String) {
        guard !literal.isEmpty else { return }
        if case .literal(let before)? = last {
            self[count - 1] = .literal(before + literal)
        } else {
            append(.literal(literal))
        }
    }
}
