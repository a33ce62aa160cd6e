/// `let`, `keep`, `when` and `test`.
extension ProgramGenerator {
    mutating func define() {
        let value: Thing.Value = random.pick(
            weighted: [(5, .condition), (2, .happening), (3, .number(unit: nil)), (1, .text)])
        let thing = Thing(role: .binding, name: "l\(bindings.count)", parameters: parameters(), value: value)
        let scope = Scope(parameters: thing.parameters, bindingLimit: bindings.count)
        bound = []
        var body: Phrase
        switch value {
        case .condition: body = condition(scope, depth: 2)
        case .happening: body = happening(scope, depth: 2)
        case .text: body = text(scope)
        default: body = number(scope, unit: nil, depth: 2)
        }
        // A parameter that nothing reads would bind nothing where the let is used.
        for parameter in thing.parameters where !bound.contains(parameter) {
            guard value == .condition, let first = binder(parameter, scope) else { return }
            body = Phrase(.condition, .and, "\(first, .and) and \(body, .not)")
        }
        let head = thing.parameters.isEmpty ? thing.name : "\(thing.name)(\(thing.parameters.joined(separator: ", ")))"
        add([Phrase(line: "let \(head) = \(body, .until)")])
        bindings.append(thing)
    }

    /// A condition on an input that has the parameter.
    private mutating func binder(_ parameter: String, _ scope: Scope) -> Phrase? {
        let things = inputs.filter { $0.parameters.contains(parameter) }
        guard !things.isEmpty else { return nil }
        let thing = random.pick(things)
        let arguments = thing.parameters.map {
            scope.parameters.contains($0) ? $0 : Vocabulary.written(random.pick(thing.levels(of: $0)))
        }
        bound.formUnion(scope.parameters.filter { thing.parameters.contains($0) })
        let question = random.chance(50) ? "known" : "unknown"
        return Phrase(.condition, .comparison, "\(thing.name)(\(arguments.joined(separator: ", "))) is \(question)")
    }

    // MARK: keep

    mutating func keep(_ index: Int) {
        let output = outputs[index]
        var open: [String] = []
        var scope = Scope(outputLimit: index)
        let head = output.parameters.map { parameter -> String in
            let levels = Vocabulary.levels[parameter] ?? []
            switch random.below(10) {
            case 0..<7:
                scope.parameters.append(parameter)
                open.append(parameter)
                return parameter
            case 7, 8:
                scope.parameters.append(parameter)
                return "\(parameter) in (\(levels.prefix(2).map { Vocabulary.written($0) }.joined(separator: ", ")))"
            default: return Vocabulary.written(random.pick(levels))
            }
        }
        bound = []
        var lines: [Phrase] = []
        for _ in 0..<random.within(1...3) {
            let condition = condition(scope, depth: 3)
            let value = value(for: output, scope, depth: 1)
            lines.append(Phrase(line: "\(value, .sum) while \(condition, .until)"))
        }
        for parameter in open where !bound.contains(parameter) {
            guard let condition = binder(parameter, scope) else { return }
            let value = value(for: output, scope, depth: 0)
            lines.insert(Phrase(line: "\(value, .sum) while \(condition, .until)"), at: 0)
        }
        if random.chance(75) {
            let value = value(for: output, scope, depth: 1)
            lines.append(Phrase(line: "\(value, .sum) otherwise"))
        }
        let arguments = head.isEmpty ? "" : "(\(head.joined(separator: ", ")))"
        add([Phrase(line: "keep \(output.name)\(arguments)")] + lines)
        kept.insert(output.name)
    }

    // MARK: when

    mutating func whenever() {
        let free = outputs.indices.filter { !kept.contains(outputs[$0].name) }
        // What its trigger reads comes before what its actions set.
        var scope = Scope(parameters: parameters(), outputLimit: free.min() ?? outputs.count)
        bound = []
        let isCondition = random.chance(50)
        let depth = random.within(0...2)
        let trigger = isCondition ? condition(scope, depth: depth) : happening(scope, depth: depth)
        scope.parameters = scope.parameters.filter { bound.contains($0) }
        scope.outputLimit = outputs.count
        var options = ""
        if isCondition, random.chance(25) { options += ", repeating every \(duration())" }
        switch random.below(6) {
        case 0: options += ", once at a time"
        case 1: options += ", queued"
        default: break
        }
        if random.chance(10) { options += ", late 1 min" }
        var lines = [Phrase(line: "when \(trigger, .until)\(options)")]
        if random.chance(15) {
            let condition = condition(scope, depth: 1)
            lines.append(Phrase(line: "if \(condition, .until)"))
        }
        for index in 0..<random.within(1...4) {
            let action = action(scope, free)
            lines.append(Phrase(line: index == 0 ? "do \(action)" : action))
        }
        add(lines)
    }

    private mutating func action(_ scope: Scope, _ free: [Int]) -> Phrase.Words {
        switch random.below(14) {
        case 0: return "log \(text(scope), .sum)"
        case 1:
            let level = scope.parameters.first.map { "/{\($0)}" } ?? ""
            return "publish \(text(scope), .sum) to \"log\(level)\"\(random.chance(20) ? " retained qos 0" : "")"
        case 2, 3, 4: return "wait \(duration())"
        case 5:
            let condition = condition(scope, depth: 1)
            return "wait until \(condition, .until)\(random.chance(50) ? " at most \(duration())" : "")"
        default:
            guard !free.isEmpty else { return "log \(text(scope), .sum)" }
            let output = outputs[random.pick(free)]
            let target = output.name + arguments(of: output, in: scope)
            if case .word(let set) = output.value, Vocabulary.wordSets[set].words.count == 2, random.chance(30) {
                return "toggle \(target)"
            }
            // What is not known is not set, so a constant is often better.
            if random.chance(40), let value = constant(output.value) { return "\(target) = \(value)" }
            let value = value(for: output, scope, depth: 1)
            return "\(target) = \(value, .until)"
        }
    }

    // MARK: test

    mutating func test() {
        var lines = [Phrase(line: "test \"number \(random.below(1_000))\"")]
        if random.chance(30) { lines.append(Phrase(line: "clock 2026-03-28 23:50")) }
        for _ in 0..<random.within(1...6) {
            switch random.below(8) {
            case 0..<3:
                let thing = random.pick(inputs + events)
                let value = constant(thing.value) ?? ""
                let mark = random.chance(10) && lines.count == 1 ? " retained" : ""
                lines.append(Phrase(line: "\(thing.name)\(arguments(of: thing, in: Scope())) = \(value)\(mark)"))
            case 3: lines.append(Phrase(line: "wait \(duration())"))
            case 4: lines.append(Phrase(line: "wait until 12:30"))
            case 5: lines.append(Phrase(line: "restart after 5 s"))
            case 6: lines.append(Phrase(line: "receive \"a/b\" '{\"x\": 1}'"))
            default: lines.append(Phrase(line: "expect nothing"))
            }
        }
        lines.append(Phrase(line: "expect nothing"))
        add(lines)
    }
}
