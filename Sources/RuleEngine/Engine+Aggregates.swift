import RuleLanguage

extension Engine {
    /// Keeps count of an aggregate's elements, so that `any`, `all`, `no` and `count` need not look at them all.
    mutating func recount(_ aggregate: Int32, from old: Value, to new: Value) {
        let place = Int(units[Int(aggregate)].companion)
        if old.isTrue { aggregates[place].trueCount -= 1 }
        if old.isFalse { aggregates[place].falseCount -= 1 }
        if new.isTrue { aggregates[place].trueCount += 1 }
        if new.isFalse { aggregates[place].falseCount += 1 }
    }

    /// Only known elements count. Where there are elements and none is known, the aggregate is unknown.
    func aggregateValue(of unit: UnitInstance) -> Value {
        guard case .aggregate(let aggregate) = plan.units[Int(unit.template)].template.kind else { return .unknown }
        let state = aggregates[Int(unit.companion)]
        let known = state.trueCount + state.falseCount
        switch aggregate.function {
        case .any:
            return state.elements.isEmpty ? .false : known == 0 ? .unknown : .truth(state.trueCount > 0)
        case .all:
            return state.elements.isEmpty ? .true : known == 0 ? .unknown : .truth(state.falseCount == 0)
        case .no:
            return state.elements.isEmpty ? .true : known == 0 ? .unknown : .truth(state.trueCount == 0)
        case .count:
            return state.elements.isEmpty ? .number(0) : known == 0 ? .unknown : .number(Double(state.trueCount))
        case .min, .max, .average, .sum:
            return reduce(state.elements, aggregate.function)
        }
    }

    /// Always from the first element to the last, so that rounding does not depend on the order of messages.
    private func reduce(_ elements: [Int32], _ function: AggregateSyntax) -> Value {
        var count = 0
        var sum = 0.0
        var least = Double.infinity
        var greatest = -Double.infinity
        for element in elements {
            let value = sources[Int(units[Int(element)].source)].value
            guard value.isNumber else { continue }
            count += 1
            sum += value.number
            least = min(least, value.number)
            greatest = max(greatest, value.number)
        }
        guard count > 0 else {
            return function == .sum && elements.isEmpty ? .number(0) : .unknown
        }
        switch function {
        case .min: return .number(least)
        case .max: return .number(greatest)
        case .average: return .number(sum / Double(count))
        default: return .number(sum)
        }
    }
}
