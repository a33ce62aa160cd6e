import RuleLanguage

/// What is wrong and does not stop anything: counted, and said at most once a minute for each cause.
extension Engine {
    /// Most bytes of a stranger's payload or topic that are shown.
    private static let shownBytes = 60
    /// Most commands that are named where rules set each other off.
    private static let namedInChain = 8

    mutating func complain(aboutPayload payload: UnsafeRawBufferPointer, on topic: UnsafeRawBufferPointer, input: Int) {
        guard let count = complaints.badReadings[input].note(at: time) else { return }
        let definition = plan.program.inputs[input]
        let shown = EscapedText.quote(payload, limit: Self.shownBytes)
        let place = EscapedText.quote(topic, limit: 2 * Self.shownBytes)
        let what = definition.path.isEmpty ? "" : " at \(PathText.written(definition.path))"
        let more = count > 1 ? " (\(count) bad readings since this was last said)" : ""
        say(
            .badReading,
            "bad reading: \(shown) on \(place)\(what) is no \(TypeText.written(definition.type)) for \(definition.name)\(more)",
            about: definition.name, count)
    }

    mutating func complainAboutInstances(ofInput input: Int) {
        guard let count = complaints.refusals[input].note(at: time) else { return }
        let definition = plan.program.inputs[input]
        say(
            .instancesRefused,
            "\(definition.name) has \(definition.limit) instances and takes no more; if the house is that large, say `limit` behind it",
            about: definition.name, count)
    }

    mutating func complainAboutInstances(of owner: Domain.Owner) {
        guard case .unit(let template) = owner else { return }
        guard let count = complaints.rules[template, default: Complaints.Account()].note(at: time) else { return }
        let rule = place(of: plan.units[template].template.range)
        say(
            .instancesRefused, "the rule at \(rule) holds for \(DomainState.limit) combinations and takes no more",
            about: rule, count)
    }

    mutating func complainAboutLongText(input: Int) {
        guard let count = complaints.cutTexts[input].note(at: time) else { return }
        let definition = plan.program.inputs[input]
        say(
            .textCut,
            "a text for \(definition.name) is longer than \(TextPool.longestText / 1024) KiB and was cut there",
            about: definition.name, count)
    }

    mutating func complainAboutLongText(of unit: UnitInstance) {
        let rule = place(of: plan.units[Int(unit.template)].template.range)
        guard let count = complaints.longTexts[rule, default: Complaints.Account()].note(at: time) else { return }
        say(
            .textCut,
            "a text that is put together at \(rule) is longer than \(TextPool.longestText / 1024) KiB and was cut there",
            about: rule, count)
    }

    mutating func complainAboutDroppedOccurrence() {
        guard let count = complaints.dropped.note(at: time) else { return }
        say(
            .dropped, "more than \(WaitingOccurrence.limit) events came before the start was done; the rest is lost",
            about: "events", count)
    }

    mutating func complainAboutChain() {
        guard let count = complaints.chains.note(at: time) else { return }
        var names: [String] = []
        for case .command(let command) in decisions.suffix(Self.longestChain) where names.count < Self.namedInChain {
            let name = "\(command.name) (\(command.reason.rule))"
            if !names.contains(name) { names.append(name) }
        }
        say(
            .loopStopped,
            "rules set each other off more than \(Self.longestChain) times in one moment and were stopped: \(names.joined(separator: ", "))",
            about: "rules", count)
    }

    mutating func complainAboutUnknown(_ place: Int32, _ range: SourceRange) {
        let name = outputName(place)
        say(.unknownValue, "\(name) was not set, since its value is unknown (\(self.place(of: range)))", about: name, 1)
    }

    mutating func complainAboutFailure(_ place: Int32, tries: Int) {
        let name = outputName(place)
        let value = written(outputs[Int(place)].sent, plan.program.outputs[Int(outputs[Int(place)].output)].type)
        say(
            .commandFailed,
            "\(name) did not become \(value): it was sent \(tries) times and the device did not confirm it",
            about: name, 1)
    }

    mutating func complainAboutQueue(of unit: UnitInstance) {
        let rule = place(of: plan.units[Int(unit.template)].template.range)
        say(
            .dropped, "more than \(WhenState.longestQueue) triggers wait for the rule at \(rule); this one is dropped",
            about: rule, 1)
    }

    mutating func complainAboutLateRun(_ unit: UnitInstance, by delay: Int64) {
        let rule = place(of: plan.units[Int(unit.template)].template.range)
        say(
            .dropped, "the rest of the rule at \(rule) was dropped: it is \(DurationText.measured(delay)) late",
            about: rule, 1)
    }

    mutating func complainAboutMissed(by place: Int32, delay: Int64, limit: Int64) {
        let rule = self.place(of: plan.units[Int(units[Int(place)].template)].template.range)
        let (late, most) = (DurationText.measured(delay), DurationText.written(limit))
        say(
            .dropped,
            "the rule at \(rule) was not run: it is \(late) late, and at most \(most) is allowed; `late` behind its trigger allows more",
            about: rule, 1)
    }

    private func outputName(_ place: Int32) -> String {
        let instance = outputs[Int(place)]
        return name(plan.program.outputs[Int(instance.output)].name, instance.levels)
    }

    private mutating func say(_ kind: Notice.Kind, _ message: String, about subject: String, _ count: Int) {
        decisions.append(.notice(Notice(kind: kind, message: message, subject: subject, count: count)))
    }
}

/// A JSON path as it is written in rules.
enum PathText {
    static func written(_ path: [PathElement]) -> String {
        path.enumerated().map { index, element in
            switch element {
            case .index(let place): "[\(place)]"
            case .key(let key): (index == 0 ? "" : ".") + LevelText.written(key)
            }
        }.joined()
    }
}

/// A type as it is written in rules, for messages.
enum TypeText {
    static func written(_ type: ValueType) -> String {
        switch type {
        case .text: return "text"
        case .words(let words): return words.map(\.name).joined(separator: " | ")
        case .number(let number):
            var text = "number"
            if let unit = number.unit { text += " \(unit)" }
            if let range = number.range {
                text +=
                    " in \(NumberText.shortest(range.lowerBound, step: nil))..\(NumberText.shortest(range.upperBound, step: nil))"
            }
            return text
        }
    }
}
