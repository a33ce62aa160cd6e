/// `sending '…{value}…'`
extension Checking {
    mutating func template(_ text: TextSyntax, ofOutput id: OutputID) -> PayloadTemplate? {
        var pieces: [PayloadTemplate.Piece] = []
        var isGood = true
        for piece in text.pieces {
            switch piece {
            case .literal(let literal): pieces.append(literal: literal)
            case .placeholder(let name, nil) where name.text == "value": pieces.append(.value)
            case .placeholder(let name, let arguments):
                if arguments == nil,
                    let index = program.outputs[id].parameters.firstIndex(where: { $0.name == name.text })
                {
                    pieces.append(.parameter(index))
                } else if arguments == nil, let setting = filledIn(name) {
                    if let setting { pieces.append(literal: setting) } else { isGood = false }
                } else {
                    isGood = false
                    reportInTemplate(name, ofOutput: id)
                }
            }
        }
        guard isGood else { return nil }
        guard pieces.contains(.value) else {
            report(
                .invalidTemplate, "the template sends the same whatever the value is", at: text.range,
                help: "write {value} where the value stands, as in '{\"state\": \"{value}\"}'")
            return nil
        }
        var isJSON = false
        if case .literal(let first) = pieces[0] { isJSON = first.hasPrefix("{") || first.hasPrefix("[") }
        if isJSON {
            guard isValidJSON(pieces, text, ofOutput: id) else { return nil }
        }
        return PayloadTemplate(pieces: pieces, isJSON: isJSON)
    }

    private mutating func reportInTemplate(_ name: NameSyntax, ofOutput id: OutputID) {
        if let symbol = symbols[name.text] {
            return report(
                .invalidTemplate,
                "only {value}, parameters and settings can stand in a template, and \"\(name.text)\" is \(symbol.description)",
                at: name.range)
        }
        let known = ["value"] + program.outputs[id].parameters.map(\.name)
        report(
            .unknownName, "nothing is called \(Wording.quoted(name.text))", at: name.range,
            help: Nearest.name(to: name.text, among: known).map { "did you mean \"\($0)\"?" }
                ?? "{value} stands for the value; write \"\\{\" for a brace that means itself")
    }

    private mutating func isValidJSON(_ pieces: [PayloadTemplate.Piece], _ text: TextSyntax, ofOutput id: OutputID)
        -> Bool
    {
        var bytes: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .literal(let literal): bytes += literal.utf8
            case .value: bytes.append(JSONCheck.value)
            case .parameter: bytes.append(JSONCheck.level)
            }
        }
        let isBare: Bool
        switch outputTypes[id] {
        case .number, nil: isBare = true
        case .text: isBare = false
        case .words(let words): isBare = words.allSatisfy { JSONText.isBare($0.payloads[0]) }
        }
        var check = JSONCheck(bytes: bytes, valueMayStandBare: isBare)
        switch check.problem() {
        case nil: return true
        case .bareValue:
            report(
                .invalidTemplate, "the value is a text in this JSON and stands without quotes", at: text.range,
                help: "write \"{value}\" in quotes")
        case .malformed:
            report(
                .invalidTemplate, "the template is no valid JSON", at: text.range,
                help: "check its quotes, commas and braces")
        }
        return false
    }
}

extension [PayloadTemplate.Piece] {
    fileprivate mutating func append(literal: String) {
        guard !literal.isEmpty else { return }
        if case .literal(let before)? = last {
            self[count - 1] = .literal(before + literal)
        } else {
            append(.literal(literal))
        }
    }
}
