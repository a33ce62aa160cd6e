/// Whether a value fits the type of what it is given to.
extension Checking {
    /// The value for an output, checked against its type.
    mutating func value(_ syntax: ExpressionSyntax, for type: ValueType?, of owner: String, in scope: Scope)
        -> Expression?
    {
        guard let type else { return nil }
        guard let checked = value(syntax, in: scope, hint: hint(for: type, of: owner)) else { return nil }
        guard isHeld(checked, in: scope, at: syntax.range) else { return nil }
        return fits(checked, syntax, type, of: owner) ? checked : nil
    }

    func hint(for type: ValueType, of owner: String) -> Hint {
        switch type {
        case .text: .text(of: owner)
        case .number: .number(of: owner)
        case .words(let words): .words(words.map(\.id), of: owner)
        }
    }

    private mutating func fits(_ value: Expression, _ syntax: ExpressionSyntax, _ type: ValueType, of owner: String)
        -> Bool
    {
        switch (type, value.type) {
        case (.text, .text): return true
        case (.number(let number), .number(let unit)):
            guard case .unit = Units.common(number.unit, unit) else {
                report(
                    .unitMismatch, "\(owner) is in \(number.unit ?? ""), and this value in \(unit ?? "")",
                    at: syntax.range,
                    help: "units are never converted: write the value in \(number.unit ?? "")")
                return false
            }
            return isInRange(value, syntax, number, of: owner)
        case (.words(let words), .words(let given)):
            guard let wrong = given.first(where: { id in !words.contains { $0.id == id } }) else { return true }
            report(
                .unknownWord,
                "\(Wording.quoted(program.words[wrong])) is no word of \(owner), and \(quote(syntax)) can be it",
                at: syntax.range, help: "the words are \(wordList(words.map(\.id)))")
            return false
        default:
            reportMisfit(value, syntax, type, of: owner)
            return false
        }
    }

    private mutating func isInRange(
        _ value: Expression, _ syntax: ExpressionSyntax, _ type: ValueType.NumberType, of owner: String
    ) -> Bool {
        guard case .number(let constant) = value.kind, let range = type.range, !range.contains(constant) else {
            return true
        }
        report(
            .valueOutOfRange, "\(Wording.number(constant, unit: value.unit)) is outside the range of \(owner)",
            at: syntax.range,
            help: "the range is \(NumberText.shortest(range.lowerBound))..\(NumberText.shortest(range.upperBound))")
        return false
    }

    private mutating func reportMisfit(
        _ value: Expression, _ syntax: ExpressionSyntax, _ type: ValueType, of owner: String
    ) {
        var help: String?
        switch type {
        case .text: help = "put it into a text, as in: \"{\(written(syntax.range))}\""
        case .number: break
        case .words(let words):
            help = "the words are \(wordList(words.map(\.id)))"
            if case .text(let pieces) = value.kind, pieces.count == 1, case .literal(let text)? = pieces.first,
                words.contains(where: { $0.name == text })
            {
                help = "write \(text) without quotes"
            }
        }
        if case .text = type, case .number(let constant) = value.kind {
            help = "write \"\(NumberText.shortest(constant))\" in quotes"
        }
        report(
            .typeMismatch,
            "\(owner) needs \(description(of: expressionType(type))), and \(quote(syntax)) is \(description(of: value.type))",
            at: syntax.range, help: help)
    }

    /// A constant of a type: of a declaration's options and of tests. A number's range is the caller's business.
    mutating func literal(_ syntax: ExpressionSyntax, of type: ValueType?, of owner: String, in scope: Scope)
        -> Literal?
    {
        guard let type else { return nil }
        var unbounded = type
        if case .number(var number) = type {
            number.range = nil
            unbounded = .number(number)
        }
        guard let value = value(syntax, for: unbounded, of: owner, in: scope) else { return nil }
        switch value.kind {
        case .number(let number): return .number(number)
        case .word(let id): return .word(id)
        case .text(let pieces):
            if pieces.isEmpty { return .text("") }
            if pieces.count == 1, case .literal(let text) = pieces[0] { return .text(text) }
        default: break
        }
        report(
            .notConstant, "a constant is needed here, and \(quote(syntax)) can change", at: syntax.range,
            help: "write a number, a word or a text as it is")
        return nil
    }
}
