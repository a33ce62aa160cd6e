/// Declarations that do not go together, and levels that look like parameters.
extension Checking {
    mutating func warnAboutDeclarations() {
        for (id, output) in program.outputs.enumerated() {
            guard output.retained, case .words(let words) = outputTypes[id],
                let toggle = words.first(where: { ($0.name + $0.payloads[0]).lowercased().contains("toggle") })
            else { continue }
            let option = outputSyntax[id].options.first { if case .retained = $0 { true } else { false } }
            report(
                .retainedToggle, "a retained \"\(toggle.name)\" toggles again whenever the device connects",
                at: option?.range ?? output.nameRange,
                help: "leave out \"retained\", or \"\(toggle.name)\"")
        }
        warnAboutPairs()
    }

    /// Inputs of one topic, compared pair by pair.
    private mutating func warnAboutPairs() {
        var groups: [TopicPattern: [InputID]] = [:]
        for id in program.inputs.indices {
            guard let topic = topicsOfInputs[id]?.withoutNames, inputTypes[id] != nil else { continue }
            let mates = groups[topic, default: []]
            if let other = mates.first(where: { !canBothFit(program.inputs[$0], program.inputs[id]) }) {
                report(
                    .incompatibleInputs,
                    "no payload fits both \"\(program.inputs[other].name)\" and \"\(program.inputs[id].name)\", which hear one topic",
                    at: program.inputs[id].nameRange, help: "let each read its own part of the payload with \"at\"",
                    notes: [.init("\"\(program.inputs[other].name)\" is here", at: program.inputs[other].nameRange)])
            }
            if mates.count < Self.mostMates { groups[topic] = mates + [id] }
        }
    }

    /// More inputs on one topic are compared with the first ones alone.
    private static var mostMates: Int { 100 }

    private func canBothFit(_ a: Input, _ b: Input) -> Bool {
        for (first, second) in zip(a.path, b.path) {
            switch (first, second) {
            case (.key(let mine), .key(let theirs)): if mine != theirs { return true }
            case (.index(let mine), .index(let theirs)): if mine != theirs { return true }
            case (.key, .index), (.index, .key): return false
            }
        }
        guard a.path.count == b.path.count else {
            // One takes a part of what the other takes as a whole: only a text can be an object.
            let whole = a.path.count < b.path.count ? a : b
            return whole.path.isEmpty && whole.type == .text
        }
        switch (a.type, b.type) {
        case (.text, _), (_, .text): return true
        case (.number(let mine), .number(let theirs)):
            guard let mine = mine.range, let theirs = theirs.range else { return true }
            return mine.overlaps(theirs)
        case (.words(let mine), .words(let theirs)):
            let payloads = Set(mine.flatMap { $0.payloads.map { $0.lowercased() } })
            return theirs.contains { $0.payloads.contains { payloads.contains($0.lowercased()) } }
        case (.words(let words), .number), (.number, .words(let words)):
            return words.contains { $0.payloads.contains { NumberText.parse($0) != nil } }
        }
    }

    // MARK: Levels

    /// Bare words in heads and triggers that are levels and look like parameters.
    mutating func warnAboutLevels() {
        let names = parameterNamesByFile()
        for (keep, syntax) in zip(program.keeps, keepSyntax) {
            for (argument, resolved) in zip(syntax.output.arguments ?? [], keep.arguments) {
                guard case .word(let word) = argument.kind, case .level = resolved else { continue }
                warnAboutLevel(word, at: argument.range, isDeclared: isListed(word, syntax.output.name.text), names)
            }
        }
        for (when, syntax) in zip(program.whens, whenSyntax) {
            var found: [(word: String, range: SourceRange, name: String)] = []
            syntax.trigger.visit { part in
                for (name, arguments) in part.ownReferences {
                    for argument in arguments {
                        if case .word(let word) = argument.kind { found.append((word, argument.range, name.text)) }
                    }
                }
            }
            for (word, range, name) in found where !when.parameters.contains(where: { $0.name == word }) {
                warnAboutLevel(word, at: range, isDeclared: isListed(word, name), names)
            }
        }
    }

    private func isListed(_ level: String, _ name: String) -> Bool {
        symbols[name]?.parameters.contains { $0.members?.contains(level) ?? false } ?? false
    }

    private mutating func warnAboutLevel(
        _ word: String, at range: SourceRange, isDeclared: Bool, _ names: [Int: Set<String>]
    ) {
        guard !isDeclared else { return }
        let isParameter = names[range.file]?.contains(word) ?? false
        guard word.count == 1 || isParameter else { return }
        report(
            .suspiciousLevel,
            isParameter
                ? "\"\(word)\" is the level \"\(word)\" here, and a parameter elsewhere in this file"
                : "\"\(word)\" is the level \"\(word)\" here, and looks like a parameter",
            at: range,
            help: "write the parameter as its declaration calls it, or \"\(word)\" in quotes if the level is meant")
    }

    private func parameterNamesByFile() -> [Int: Set<String>] {
        var names: [Int: Set<String>] = [:]
        for statement in tree.statements {
            switch statement {
            case .input(let input): names[input.range.file, default: []].formUnion(input.parameters.map(\.name.text))
            case .output(let output):
                names[output.range.file, default: []].formUnion(output.parameters.map(\.name.text))
            case .binding(let binding):
                names[binding.range.file, default: []].formUnion(binding.parameters.map(\.name.text))
            case .keep(let keep):
                for case .members(let name, _) in (keep.output.arguments ?? []).map(\.kind) {
                    names[keep.range.file, default: []].insert(name.text)
                }
            case .setting, .when, .test: continue
            }
        }
        return names
    }
}

extension TopicPattern {
    /// With all parameters alike: what it hears, whatever its parameters are called.
    fileprivate var withoutNames: TopicPattern {
        TopicPattern(
            levels: levels.map { level in
                guard case .captures(let pieces) = level else { return level }
                return .captures(pieces.map { if case .parameter = $0 { .parameter(0) } else { $0 } })
            })
    }
}
