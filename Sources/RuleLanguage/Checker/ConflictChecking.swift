/// One instance of an output has one `keep`, and what a `keep` holds nothing else sets.
extension Checking {
    mutating func checkConflicts() {
        var heads: [OutputID: Heads] = [:]
        for (index, held) in heldOutputs.enumerated() {
            if let other = heads[held.output]?.first(meeting: held.domain) { reportConflict(index, with: other) }
            heads[held.output, default: Heads()].insert(index, held.domain)
        }
        for set in setOutputs {
            guard let keep = heads[set.output]?.first(meeting: set.domain) else { continue }
            reportKept(set, by: heldOutputs[keep].reference)
        }
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
        let head = heldOutputs[index].reference
        report(
            .conflictingKeeps, "another keep can hold \(quoteHead(head)) too", at: head.range,
            help: "put the cases of both into one keep, or let their heads list different levels",
            notes: [.init("the other keep is here", at: heldOutputs[other].reference.range)])
    }

    private func quoteHead(_ head: ReferenceSyntax) -> String {
        "\"\(written(head.range))\""
    }

    private mutating func reportKept(_ set: OutputUse, by head: ReferenceSyntax) {
        report(
            .keptElsewhere,
            "\"\(written(set.reference.range))\" is held by keep \(written(head.range)), so a when cannot set it",
            at: set.reference.range, help: "write a case in that keep, as in: \(exampleValue(set.output)) while …",
            notes: [.init("the keep is here", at: head.range)])
    }

    private func exampleValue(_ id: OutputID) -> String {
        switch outputTypes[id] {
        case .words(let words): words[0].name
        case .number(let number): NumberText.shortest(number.range?.lowerBound ?? 20)
        case .text, nil: "\"…\""
        }
    }
}
