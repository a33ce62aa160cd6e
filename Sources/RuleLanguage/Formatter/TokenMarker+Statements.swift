extension TokenMarker {
    // MARK: Settings

    mutating func mark(_ setting: SettingSyntax) {
        start(.declaration, at: setting.range)
        marks.settings.append(tokens.index(from: setting.range.start))
        for part in setting.parts {
            if case .number(_, _, _, let range) = part { markNumber(in: range) }
        }
        for index in setting.parts.indices.dropFirst().dropLast() {
            guard case .symbol(let symbol) = setting.parts[index], symbol.text == ".." else { continue }
            markDots(between: range(of: setting.parts[index - 1]), and: range(of: setting.parts[index + 1]))
        }
    }

    private func range(of part: SettingSyntax.Part) -> SourceRange {
        switch part {
        case .word(let name), .symbol(let name): name.range
        case .text(let text): text.range
        case .number(_, _, _, let range): range
        case .duration(let duration): duration.range
        }
    }

    // MARK: Declarations

    mutating func mark(_ input: InputSyntax) {
        declare(input.name, topic: input.topic, type: input.type, range: input.range)
        for option in input.options {
            switch option {
            case .validWhile(let condition): mark(condition)
            case .except(let values, _): values.forEach { mark($0) }
            case .initially(let value, _): mark(value)
            case .staleAfter, .qos, .limit: break
            }
        }
    }

    mutating func mark(_ output: OutputSyntax) {
        declare(output.name, topic: output.topic, type: output.type, range: output.range)
        for option in output.options {
            switch option {
            case .confirmed(let input, _, _, _): mark(input)
            case .resendWhen(let condition): mark(condition)
            case .qos, .retained, .sending, .atLeastApart, .wordAtLeast, .expiresAfter, .resendEvery, .shadow: break
            }
        }
    }

    mutating func mark(_ binding: LetSyntax) {
        start(.declaration, at: binding.range)
        glueArguments(of: binding.name)
        mark(binding.value)
    }

    private mutating func declare(
        _ name: NameSyntax, topic: TextSyntax, type: TypeSyntax, range: SourceRange
    ) {
        start(.declaration, at: range)
        glueArguments(of: name)
        let topicIndex = tokens.index(from: topic.range.start)
        let typeIndex = tokens.index(from: mark(type).start) - 1
        let hasPath = topicIndex + 1 < typeIndex
        // The path behind `at`.
        if hasPath { glue(in: topicIndex + 2..<typeIndex) }
        marks.declarations.append(
            TokenMarks.Declaration(
                keyword: tokens.index(from: range.start), name: tokens.index(from: name.range.start),
                direction: topicIndex - 1, topic: topicIndex, path: hasPath ? topicIndex + 1 : nil, type: typeIndex,
                end: tokens.index(from: range.end)))
    }

    /// Gives the range of the type.
    private mutating func mark(_ type: TypeSyntax) -> SourceRange {
        switch type {
        case .missing(let range), .text(let range), .words(_, let range): return range
        case .number(let unit, let limits, let step, let range):
            if let unit { glue(in: unit.range) }
            if let limits {
                markNumber(in: limits.low.range)
                markNumber(in: limits.high.range)
                markDots(between: limits.low.range, and: limits.high.range)
            }
            if let step { markNumber(in: step.range) }
            return range
        }
    }

    // MARK: Rules

    mutating func mark(_ keep: KeepSyntax) {
        start(.header, at: keep.range)
        mark(keep.output)
        var cases: [TokenMarks.Case] = []
        for each in keep.cases {
            start(.item, at: each.range)
            mark(each.value)
            if let condition = each.condition { mark(condition) }
            cases.append(
                TokenMarks.Case(
                    value: tokens.index(from: each.range.start), word: tokens.index(from: each.value.range.end)))
        }
        marks.keeps.append(cases)
    }

    mutating func mark(_ when: WhenSyntax) {
        start(.header, at: when.range)
        mark(when.trigger)
        if let condition = when.condition {
            start(.part, at: tokens.index(from: condition.range.start) - 1)
            mark(condition)
        }
        if let first = when.actions.first { start(.part, at: tokens.index(from: first.range.start) - 1) }
        for action in when.actions {
            start(.action, at: action.range)
            mark(action)
        }
    }

    private mutating func mark(_ action: WhenSyntax.Action) {
        switch action.kind {
        case .missing, .wait: break
        case .set(let output, let value):
            mark(output)
            mark(value)
        case .toggle(let output): mark(output)
        case .publish(let payload, _, _, _): mark(payload)
        case .waitUntil(let condition, _): mark(condition)
        case .log(let text): mark(text)
        }
    }

    // MARK: Tests

    mutating func mark(_ test: TestSyntax) {
        start(.header, at: test.range)
        for step in test.steps {
            start(.item, at: step.range)
            mark(step)
        }
    }

    private mutating func mark(_ step: TestSyntax.Step) {
        switch step.kind {
        case .missing, .receive, .wait, .waitUntil, .restart, .offline, .expectNothing, .expectPublish: break
        case .clock: markDate(in: step.range)
        case .message(let reference, let value, _), .expectCommand(let reference, let value):
            mark(reference)
            mark(value)
        case .expectCondition(let condition): mark(condition)
        }
    }

    /// `clock 2026-07-01 14:00`
    private mutating func markDate(in range: SourceRange) {
        for index in tokens.indices(of: range) where tokens.isSymbol(.minus, at: index) {
            glue(index)
            glue(index + 1)
        }
    }
}
