import TestSupport

/// What the generators draw with it.
extension SplitMix64 {
    /// From 0 to just before the limit.
    mutating func below(_ limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }

    /// Both ends included.
    mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// True so many times in a hundred.
    mutating func chance(_ percent: Int) -> Bool {
        below(100) < percent
    }

    mutating func pick<Element>(_ list: [Element]) -> Element {
        precondition(!list.isEmpty, "nothing to pick from")
        return list[below(list.count)]
    }

    /// The first one mostly, so that what is drawn meets often.
    mutating func pickFirstOften<Element>(_ list: [Element]) -> Element {
        chance(55) ? list[0] : pick(list)
    }

    /// One of several, each as often as its weight says.
    mutating func pick<Element>(weighted list: [(weight: Int, value: Element)]) -> Element {
        var place = below(list.reduce(0) { $0 + $1.weight })
        for item in list {
            if place < item.weight { return item.value }
            place -= item.weight
        }
        preconditionFailure("the weights were summed up wrongly")
    }
}
