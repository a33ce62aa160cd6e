/// One instance of an output has one `keep`, and what a `keep` holds nothing else sets.
extension Checking {
    mutating func checkConflicts() {
        var heads: [OutputID: Heads] = [:]
        for (index, keep) in program.keeps.enumerated() {
            let domain = domain(keep.arguments, parameters: keep.parameters)
            if let other = heads[keep.output]?.first(meeting: domain) { reportConflict(index, with: other) }
            heads[keep.output, default: Heads()].insert(index, domain)
        }
        for (index, when) in program.whens.enumerated() { checkActions(of: when, whenSyntax[index], heads) }
    }

    /// The heads of the `keep`s of one output. Those that name one instance are found without a search.
    private struct Heads {
        private var single: [[String]: Int] = [:]
        private var open: [(keep: Int, domain: [Set<String>?])] = []
        private var all: [(keep: Int, domain: [Set<String>?])] = []

        mutating func insert(_ keep: Int, _ domain: [Set<String>?]) {
            all.append((keep, domain))
            if let levels = Self.instance(domain) {
                if single[levels] == nil { single[levels] = keep }
            } else {
                open.append((keep, domain))
            }
        }

        func first(meeting domain: [Set<String>?]) -> Int? {
            guard let levels = Self.instance(domain) else {
                return all.first { Self.mayMeet($0.domain, domain) }?.keep
            }
            let other = open.first { Self.mayMeet($0.domain, domain) }?.keep
            return [single[levels], other].compactMap { $0 }.min()
        }

        private static func instance(_ domain: [Set<String>?]) -> [String]? {
            let levels = domain.compactMap { $0?.count == 1 ? $0?.first : nil }
            return levels.count == domain.count ? levels : nil
        }

        static func mayMeet(_ a: [Set<String>?], _ b: [Set<String>?]) -> Bool {
            zip(a, b).allSatisfy { first, second in
                guard let first, let second else { return true }
                return !first.isDisjoint(with: second)
            }
        }
    }

    /// For each parameter of an output the levels that a rule can set, nil for any.
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
        Heads.mayMeet(a, b)
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

    private mutating func checkActions(of when: When, _ syntax: WhenSyntax, _ heads: [OutputID: Heads]) {
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
            guard let keep = heads[target.0]?.first(meeting: mine) else {
                continue
            }
            let head = keepSyntax[keep].output
            report(
                .keptElsewhere,
                "\"\(written(reference.range))\" is held by keep \(written(head.range)), so a when cannot set it",
                at: reference.range, help: "write a case in that keep, as in: \(exampleValue(target.0)) while …",
                notes: [.init("the keep is here", at: head.range)])
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
