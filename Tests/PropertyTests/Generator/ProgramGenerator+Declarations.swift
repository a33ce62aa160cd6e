/// Settings, inputs, events and outputs.
extension ProgramGenerator {
    mutating func makeSettings() {
        add([Phrase(line: "zone \"\(random.chance(50) ? "UTC" : "Europe/Berlin")\"")])
        if flavour.sun { add([Phrase(line: "location 52.37, 4.90")]) }
        guard flavour.decoration else { return }
        let settings: [Phrase.Words] = [
            "prefix \"house/one\"", "broker \"mqtts://broker.local:8883\"", "keepalive 30 s", "reconnect 2 s .. 60 s",
            "client \"tester\"", "protocol 3.1.1", "username \"me\"", "password from credential \"mqtt\"",
            "watch rules", "ca \"/etc/ca.pem\"", "presence \"{prefix}/{client}/status\"",
        ]
        for setting in settings where random.chance(15) { add([Phrase(line: setting)]) }
    }

    /// `name(room in (kitchen, office), n)`
    private func signature(_ thing: Thing) -> String {
        guard !thing.parameters.isEmpty else { return thing.name }
        let list = thing.parameters.map { parameter -> String in
            guard let members = thing.members[parameter] else { return parameter }
            return "\(parameter) in (\(members.map { Vocabulary.written($0) }.joined(separator: ", ")))"
        }
        return "\(thing.name)(\(list.joined(separator: ", ")))"
    }

    private mutating func valueOfThing() -> Thing.Value {
        random.pick(
            weighted: [
                (5, .number(unit: nil)), (3, .number(unit: random.pick(Vocabulary.units))),
                (6, .word(random.below(Vocabulary.wordSets.count))), (2, .text),
            ])
    }

    private func typeText(_ value: Thing.Value) -> String {
        switch value {
        case .number(let unit): unit.map { "number \($0)" } ?? "number"
        case .text: "text"
        case .word(let set):
            Vocabulary.wordSets[set].words.map { word in
                let isPlain = word.payloads == [word.name]
                return isPlain ? word.name : word.name + word.payloads.map { " \"\($0)\"" }.joined()
            }.joined(separator: " | ")
        case .condition, .happening: preconditionFailure("no type of a declaration")
        }
    }

    // MARK: Inputs and events

    mutating func declareInput() {
        var thing = Thing(
            role: .input, name: "i\(inputs.count)", parameters: parameters(), value: valueOfThing())
        if !thing.parameters.isEmpty, random.chance(20) {
            let parameter = random.pick(thing.parameters)
            thing.members[parameter] = Array((Vocabulary.levels[parameter] ?? []).prefix(2))
        }
        place(&thing)
        var type = typeText(thing.value)
        if case .number = thing.value, random.chance(30) {
            thing.hasRange = true
            type += " in -5..10"
        }
        let options = inputOptions(thing)
        add([Phrase(line: "input \(signature(thing)) from \"\(thing.topic)\"\(thing.path) as \(type)\(options)")])
        inputs.append(thing)
    }

    mutating func declareEvent() {
        var thing = Thing(
            role: .event, name: "e\(events.count)", parameters: parameters(), value: valueOfThing())
        place(&thing)
        var options: Phrase.Words = ""
        if flavour.options, !inputs.isEmpty, random.chance(30) {
            let scope = Scope(parameters: thing.parameters, bindingLimit: 0)
            let condition = condition(scope, depth: 1)
            options = ", valid while \(condition, .until)"
        }
        let type = typeText(thing.value)
        add([Phrase(line: "event \(signature(thing)) from \"\(thing.topic)\"\(thing.path) as \(type)\(options)")])
        events.append(thing)
    }

    /// A topic for what it captures: of its own, or one that several look into.
    private mutating func place(_ thing: inout Thing) {
        let captures = thing.parameters.map { "{\($0)}" }
        switch random.below(10) {
        case 0..<3:
            thing.topic = (["j"] + captures + ["state"]).joined(separator: "/")
            let key = random.chance(30) ? "\"a b\"" : thing.name
            thing.path = " at " + (random.chance(30) ? "v.\(key)" : random.chance(20) ? "list[1].\(key)" : key)
        case 3: thing.topic = (["w", thing.name] + captures.map { "p-\($0)" }).joined(separator: "/")
        case 4: thing.topic = (["w", "+", thing.name] + captures).joined(separator: "/")
        case 5: thing.topic = (["h"] + captures + [thing.name, "#"]).joined(separator: "/")
        default: thing.topic = (["{prefix}"] + captures + [thing.name]).joined(separator: "/")
        }
    }

    private mutating func inputOptions(_ thing: Thing) -> Phrase.Words {
        guard flavour.options else { return "" }
        var words: Phrase.Words = ""
        if random.chance(25) { words = "\(words), stale after \(duration())" }
        if random.chance(15), !inputs.isEmpty {
            let scope = Scope(parameters: thing.parameters, inputLimit: inputs.count, bindingLimit: 0)
            let condition = condition(scope, depth: 1)
            words = "\(words), valid while \(condition, .until)"
        }
        if random.chance(10), let value = constant(thing.value) {
            // A second number would be one more exception.
            words = "\(words), except \(value)"
        }
        if random.chance(15), let value = constant(thing.value), !(thing.hasRange && value.hasPrefix("-")) {
            words = "\(words), initially \(value)"
        }
        if random.chance(10) { words = "\(words), qos \(random.below(3))" }
        if random.chance(5) { words = "\(words), limit 2" }
        return words
    }

    /// A constant of a type as it is written.
    mutating func constant(_ value: Thing.Value) -> String? {
        switch value {
        case .number: numeral()
        case .word(let set): random.pick(Vocabulary.wordSets[set].words).name
        case .text: "\"\(random.pick(Vocabulary.texts))\""
        case .condition, .happening: nil
        }
    }

    // MARK: Outputs

    mutating func declareOutput() {
        var thing = Thing(
            role: .output, name: "o\(outputs.count)", parameters: parameters(), value: valueOfThing())
        thing.topic = (["out"] + thing.parameters.map { "{\($0)}" } + [thing.name]).joined(separator: "/")
        var type = typeText(thing.value)
        if case .number = thing.value {
            if random.chance(30) { type += " in -5..20" }
            if random.chance(30) { type += " step 0.5" }
        }
        let options = outputOptions(&thing)
        add([Phrase(line: "output \(signature(thing)) to \"\(thing.topic)\" as \(type)\(options)")])
        outputs.append(thing)
    }

    private mutating func outputOptions(_ thing: inout Thing) -> Phrase.Words {
        guard flavour.options else { return "" }
        var words: Phrase.Words = ""
        if random.chance(20) { words = "\(words), at least \(duration()) apart" }
        if case .word(let set) = thing.value {
            for word in Vocabulary.wordSets[set].words where random.chance(15) {
                words = "\(words), \(word.name) at least \(duration())"
            }
        }
        if random.chance(10) { words = "\(words), resend every \(random.pick(["10 s", "1 min", "5 min"]))" }
        if random.chance(10) {
            let scope = Scope(parameters: thing.parameters)
            let trigger = random.chance(50) ? condition(scope, depth: 1) : happening(scope, depth: 1)
            words = "\(words), resend when \(trigger, .until)"
        }
        if random.chance(15) { words = "\(words)\(confirmation(&thing))" }
        if random.chance(10) { words = "\(words), retained" }
        if random.chance(10) { words = "\(words), qos 2" }
        if random.chance(10) { words = "\(words), expires after 1 min" }
        if random.chance(5) { words = "\(words), shadow" }
        if random.chance(15) {
            words = "\(words), sending '\(random.chance(50) ? #"{"v": "{value}", "by": [1]}"# : "v={value}")'"
        }
        return words
    }

    /// Declares the input by which the device confirms.
    private mutating func confirmation(_ thing: inout Thing) -> Phrase.Words {
        var state = Thing(
            role: .input, name: "s\(inputs.count)", parameters: thing.parameters, value: thing.value)
        place(&state)
        add([
            Phrase(line: "input \(signature(state)) from \"\(state.topic)\"\(state.path) as \(typeText(state.value))")
        ])
        inputs.append(state)
        thing.isConfirmed = true
        let arguments = state.parameters.isEmpty ? "" : "(\(state.parameters.joined(separator: ", ")))"
        return ", confirmed by \(state.name)\(arguments) within \(duration()), \(random.within(1...3)) tries"
    }
}
