/// Cases that can never be chosen.
extension Checking {
    mutating func warnAboutCases(_ keep: Keep, _ syntax: KeepSyntax) {
        let nearest = max(Self.fewestCompared, Self.mostCompared / max(keep.cases.count, 1))
        for (index, part) in keep.cases.enumerated() {
            let before = Array(keep.cases.prefix(index).suffix(nearest))
            guard let covering = cover(of: part, among: before) else { continue }
            let isOne = covering.cases.count == 1
            report(
                .unreachableCase,
                "this case can never be chosen"
                    + (covering.example.map { ": where \($0), for example, one before it is" } ?? ""),
                at: part.range,
                help: isOne
                    ? "leave it out, or put it before the case that covers it"
                    : "leave it out, or put it before the cases that cover it together",
                notes: covering.cases.map {
                    .init(isOne ? "this case covers it" : "a part of it is covered here", at: $0.range)
                })
        }
    }

    /// Of a very long list each case is compared with a few before it.
    private static var mostCompared: Int { 20_000 }
    private static var fewestCompared: Int { 3 }

    /// The cases that are chosen wherever another could be, as few as are needed, and a situation that shows it.
    private func cover(of part: Keep.Case, among before: [Keep.Case]) -> (cases: [Keep.Case], example: String?)? {
        guard !before.isEmpty else { return nil }
        if let one = before.first(where: { covers($0.condition, part.condition) }) {
            return ([one], example(of: part.condition))
        }
        guard leavesNothing(of: part, before) else { return nil }
        var needed = before
        for candidate in before.indices.reversed() {
            let fewer = needed.filter { $0.range != before[candidate].range }
            if leavesNothing(of: part, fewer) { needed = fewer }
        }
        return (needed, example(of: part.condition))
    }

    /// Whether the first case is chosen wherever the second could be, as their form shows.
    private func covers(_ first: Expression?, _ second: Expression?) -> Bool {
        guard let first else { return true }
        guard let second else { return false }
        return Implication.holds(from: second, to: first) && !isNever(second)
    }

    /// Whether there is no situation in which the case is true and none of the others is. One that is never true at all
    /// is a mistake of its own, which is told where it stands.
    private func leavesNothing(of part: Keep.Case, _ others: [Keep.Case]) -> Bool {
        var space = ConditionSpace()
        var rest = part.condition.map { region(of: $0, .isTrue, in: &space) } ?? [[:]]
        guard !rest.isEmpty else { return false }
        for other in others {
            guard let condition = other.condition else { return true }
            rest = space.intersection(rest, region(of: condition, .isNotTrue, in: &space))
            if rest.isEmpty { return !space.isExhausted }
        }
        return false
    }

    /// Whether there is no situation in which the condition is true.
    func isNever(_ condition: Expression) -> Bool {
        var space = ConditionSpace()
        return region(of: condition, .isTrue, in: &space).isEmpty
    }

    private func example(of condition: Expression?) -> String? {
        guard let condition else { return nil }
        var space = ConditionSpace()
        let region = region(of: condition, .isTrue, in: &space)
        return space.isExhausted ? nil : space.example(of: region)
    }
}
