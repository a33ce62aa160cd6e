/// One instance of an output has one `keep`, and what a `keep` holds nothing else sets.
extension Checking {
    mutating func checkConflicts() {
        var keepsOf: [OutputID: [Int]] = [:]
        for (index, keep) in program.keeps.enumerated() {
            let rivals = keepsOf[keep.output, default: []]
            if let other = rivals.first(where: { mayMeet(domain(of: keep), domain(of: program.keeps[$0])) }) {
                reportConflict(index, with: other)
            }
            keepsOf[keep.output, default: []].append(index)
        }
        for (index, when) in program.whens.enumerated() { checkActions(of: when, whenSyntax[index], keepsOf) }
    }

    /// For each parameter of an output the levels that a rule can set, nil for any.
    private func domain(of keep: Keep) -> [Set<String>?] {
        domain(keep.arguments, parameters: keep.parameters)
    }

    func domain(_ arguments: [Argument], parameters: [Parameter]) -> [Set<String>?] {
        arguments.map { argument in
            switch argument {
            case .level(let level): [level]
            case .parameter(let index):
                parameters.indices.contains(index) ? parameters[index].members.map(Set.init) : nil
            case .star: nil
            }
        }
    }

    func mayMeet(_ a: [Set<String>?], _ b: [Set<String>?]) -> Bool {
        zip(a, b).allSatisfy { first, second in
            guard let first, let second else { return true }
            return !first.isDisjoint(with: second)
        }
    }

    private mutating func reportConflict(_ index: Int, with other: Int) {
        let head = keepSyntax[index].output
        report(
            .conflictingKeeps, "another keep can hold \(quoteHead(head)) too", at: head.range,
            help: "put the cases of both into one keep, or let their heads list different levels",
            notes: [.init("the other keep is here", at: keepSyntax[other].output.range)])
    }

    private func quoteHead(_ head: ReferenceSyntax) -> String {
        "\"\(written(head.range))\""
    }

    private mutating func checkActions(of when: When, _ syntax: WhenSyntax, _ keepsOf: [OutputID: [Int]]) {
        for (action, step) in zip(syntax.actions, when.actions) {
            let target: (OutputID, [Argument])
            let reference: ReferenceSyntax
            switch (step.action, action.kind) {
            case (.set(let id, let arguments, _), .set(let written, _)),
                (.toggle(let id, let arguments), .toggle(let written)):
                target = (id, arguments)
                reference = written
            default: continue
            }
            let mine = domain(target.1, parameters: when.parameters)
            guard let keep = keepsOf[target.0]?.first(where: { mayMeet(mine, domain(of: program.keeps[$0])) }) else {
                continue
            }
            let head = keepSyntax[keep].output
            report(
                .keptElsewhere,
                "\"\(written(reference.range))\" is held by the keep in \(sources.place(of: head.range)), so a when cannot set it",
                at: reference.range, help: "write a case in that keep, as in: \(exampleValue(target.0)) while …",
                notes: [.init("keep \(written(head.range)) is here", at: head.range)])
        }
    }

    private func exampleValue(_ id: OutputID) -> String {
        switch outputTypes[id] {
        case .words(let words): words[0].name
        case .number(let number): NumberText.shortest(number.range?.lowerBound ?? 20)
        case .text, nil: "\"…\""
        }
    }
}
