import RuleLanguage

/// Why something is done, told at the moment in which it is decided.
extension Engine {
    /// `climate.rules:7`
    func place(of range: SourceRange) -> String {
        plan.program.sources.shortPlace(of: range)
    }

    /// Why a `keep` sends a command.
    func reason(ofKept instance: OutputInstance) -> Reason {
        guard instance.wantedCase != nothing else { return instance.reason?.reason ?? rememberedReason(instance) }
        let chosen = Int(instance.wantedCase)
        let former = instance.sent.isUnknown || instance.sentCase == nothing ? nil : Int(instance.sentCase)
        let template = Int(units[Int(instance.keeper)].template)
        var words = ReasonWords()
        describe(chosen, former, of: instance.keeper, into: &words)
        return Reason(
            rule: plan.units[template].template.casePlaces[chosen], words: words.isEmpty ? causeSentence : words.text)
    }

    /// Why a `when` does something.
    func reason(ofAction range: SourceRange, _ unit: Int32) -> Reason {
        var words = ReasonWords()
        if let script = plan.units[Int(units[Int(unit)].template)].template.script {
            describe(script.trigger, of: unit, into: &words)
        }
        return Reason(rule: place(of: range), words: words.isEmpty ? causeSentence : words.text)
    }

    /// Why something is sent that a former run of the gateway decided.
    func rememberedReason(_ instance: OutputInstance) -> Reason {
        let range = plan.outputs[Int(instance.output)].definition.range
        return Reason(rule: place(of: range), words: "it was said before the gateway was started again")
    }

    /// Why a case of a `keep` was chosen; `former` is the one that held before, if it is known.
    private func describe(_ chosen: Int, _ former: Int?, of place: Int32, into words: inout ReasonWords) {
        let unit = units[Int(place)]
        let span = code.spans[Int(unit.template)]
        func condition(_ index: Int) -> Int32 { code.cases[Int(span.firstCase) + index].condition }
        if condition(chosen) != Operation.none {
            return describe(condition(chosen), of: place, into: &words)
        }
        // Why none of the others: first of all the one that held before.
        if let former, former != chosen, condition(former) != Operation.none {
            return describe(condition(former), of: place, into: &words)
        }
        var told = 0
        for index in 0..<Int(span.caseCount) where told < Self.toldCases && condition(index) != Operation.none {
            guard !cells[Int(unit.cells + condition(index))].isUnknown else { continue }
            if told > 0 { words += "; " }
            describe(condition(index), of: place, into: &words)
            told += 1
        }
    }

    /// So many of the cases that do not hold are named beside an `otherwise`.
    private static let toldCases = 2

    /// What set the instant off, where the rule itself has nothing to say.
    private var causeSentence: String {
        switch cause {
        case .message(let place):
            let input = inputs[Int(place)]
            return "a message came on \(name(plan.program.inputs[Int(input.input)].name, inputLevels[Int(place)]))"
        case .time: return "it was time"
        case .start: return "the gateway started"
        case .reload: return "the rules were changed"
        case .reconnect: return "the connection is back"
        }
    }
}
