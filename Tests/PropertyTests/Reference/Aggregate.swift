import RuleLanguage

/// An aggregate over the instances of one thing, for one binding of the parameters that stand in it.
final class Aggregate {
    private let element: Expression
    private let subject: Expression
    private let binding: Node.Binding
    private unowned let house: House
    /// In the order in which they were found.
    private var elements: [(stars: [String], node: Node)] = []

    init(of node: Node, _ house: House) {
        guard case .aggregate(_, let element) = node.expression.kind, let subject = element.starred else {
            preconditionFailure("an aggregate is over something with a star")
        }
        self.element = element
        self.subject = subject
        binding = node.binding
        self.house = house
    }

    func value(_ function: AggregateSyntax) -> Datum {
        findElements()
        let values = elements.map(\.node.value)
        let known = values.filter { $0 != .unknown }
        switch function {
        case .any, .all, .no, .count:
            let trueCount = known.count { $0.isTrue }
            guard values.isEmpty || !known.isEmpty else { return .unknown }
            switch function {
            case .any: return .truth(trueCount > 0)
            case .all: return .truth(trueCount == known.count)
            case .no: return .truth(trueCount == 0)
            default: return .number(Double(trueCount))
            }
        case .sum:
            guard values.isEmpty || !known.isEmpty else { return .unknown }
            return .finite(known.compactMap(\.number).reduce(0, +))
        case .min: return known.compactMap(\.number).min().map { .finite($0) } ?? .unknown
        case .max: return known.compactMap(\.number).max().map { .finite($0) } ?? .unknown
        case .average:
            guard !known.isEmpty else { return .unknown }
            return .finite(known.compactMap(\.number).reduce(0, +) / Double(known.count))
        }
    }

    /// One of its elements is made of a first value that sets nothing off.
    var isFirst: Bool { elements.contains { $0.node.isFirst } }

    /// As many names had been heard, and outputs were there, when elements were last looked for.
    private var known = (heard: -1, outputs: -1)

    private func findElements() {
        guard known != (house.heard.count, house.outputOrder.count) else { return }
        known = (house.heard.count, house.outputOrder.count)
        for levels in house.instances(of: subject) {
            var stars: [String] = []
            var fits = true
            for (argument, level) in zip(subject.arguments, levels) {
                switch argument {
                case .star: stars.append(level)
                case .level(let expected): fits = fits && level == expected
                case .parameter(let index): fits = fits && level == binding.levels[index]
                }
            }
            guard fits, !elements.contains(where: { $0.stars == stars }) else { continue }
            var inner = binding
            inner.stars = stars
            inner.owner += "*"
            elements.append((stars, Node(element, inner, house)))
        }
    }
}
