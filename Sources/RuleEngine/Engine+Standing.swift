import RuleLanguage

extension Engine {
    /// What the `keep` of an output says at this moment, for a person who expected something else:
    /// `since temperature(kitchen) is 25 °C, not above 26 °C (climate.rules:10)`. Nil where nothing holds the output.
    package func wordsOfKeep(of output: OutputID, _ ownLevels: [String]) -> String? {
        guard let instance = instance(of: output, ownLevels), instance.keeper != nothing else { return nil }
        let unit = units[Int(instance.keeper)]
        guard let chosen = chosenCase(of: unit) else {
            return "and no case holds (\(place(of: plan.units[Int(unit.template)].template.range)))"
        }
        // Asked as if the case had just been chosen after the one that was sent.
        var asked = instance
        asked.wantedCase = Int32(chosen)
        let reason = reason(ofKept: asked)
        let since = "since \(reason.words) (\(reason.rule))"
        guard instance.waitDue != never, instance.wanted != instance.sent else { return since }
        let value = written(instance.wanted, plan.outputs[output].definition.type)
        return "to be \(EscapedText.line(value)) in \(DurationText.written(instance.waitDue &- time)), \(since)"
    }

    private func instance(of output: OutputID, _ ownLevels: [String]) -> OutputInstance? {
        outputs.first { instance in
            instance.output == Int32(output) && instance.target.levels.count == ownLevels.count
                && zip(instance.target.levels, ownLevels).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
        }
    }
}
