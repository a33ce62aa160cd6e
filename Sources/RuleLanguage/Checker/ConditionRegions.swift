/// In which situations a condition holds, as far as its form shows it. What is not understood may be true or not, by
/// itself; so a region is never smaller than the truth.
extension Checking {
    /// Of a condition as it is written.
    func region(
        of condition: Expression, _ side: ConditionSpace.Side, in space: inout ConditionSpace
    ) -> ConditionSpace.Region {
        guard let whole = expanded(condition) else { return [[:]] }
        return regionOfExpanded(whole, side, in: &space)
    }

    private func regionOfExpanded(
        _ condition: Expression, _ side: ConditionSpace.Side, in space: inout ConditionSpace
    ) -> ConditionSpace.Region {
        guard !space.isExhausted else { return [[:]] }
        switch condition.kind {
        case .not(let inner): return regionOfExpanded(inner, side.contrary, in: &space)
        case .and(let a, let b):
            let (first, second) = (
                regionOfExpanded(a, side, in: &space), regionOfExpanded(b, side, in: &space)
            )
            return side == .isTrue || side == .isNotFalse
                ? space.intersection(first, second) : space.union(first, second)
        case .or(let a, let b):
            let (first, second) = (
                regionOfExpanded(a, side, in: &space), regionOfExpanded(b, side, in: &space)
            )
            return side == .isTrue || side == .isNotFalse
                ? space.union(first, second) : space.intersection(first, second)
        case .isKnown(let value): return known(value, side == .isTrue || side == .isNotFalse, in: &space)
        case .isUnknown(let value): return known(value, side == .isFalse || side == .isNotTrue, in: &space)
        case .held, .within, .until, .becomes, .begins, .ends, .timeIs, .aggregate(.no, _):
            return overTime(condition, side, in: &space)
        default: return region(ofPart: condition, side, in: &space)
        }
    }

    // MARK: Values

    /// Of a part that asks one thing, or one that is not understood.
    private func region(
        ofPart part: Expression, _ side: ConditionSpace.Side, in space: inout ConditionSpace
    ) -> ConditionSpace.Region {
        guard let question = question(part, in: &space) else { return opaque(part.signature, side) }
        return answer(question, side)
    }

    private func opaque(_ thing: ConditionSpace.Thing, _ side: ConditionSpace.Side) -> ConditionSpace.Region {
        let truth = ValueSet.Known.names(["true"], areExcluded: false)
        let domain = ValueSet.Known.names(["true", "false"], areExcluded: false)
        return answer(Question(thing: "? \(thing)", domain: domain, yes: truth), side)
    }

    /// Whether a thing has one of some values.
    private struct Question {
        var thing: ConditionSpace.Thing
        var domain: ValueSet.Known
        var yes: ValueSet.Known
        /// A constant is never unknown.
        var canBeUnknown = true
    }

    private func answer(_ question: Question, _ side: ConditionSpace.Side) -> ConditionSpace.Region {
        let isPositive = side == .isTrue || side == .isNotFalse
        let known = question.domain.intersection(isPositive ? question.yes : question.yes.complement)
        let values = ValueSet(
            known: known, hasUnknown: question.canBeUnknown && (side == .isNotTrue || side == .isNotFalse))
        return values.isEmpty ? [] : [[question.thing: values]]
    }

    private func question(_ part: Expression, in space: inout ConditionSpace) -> Question? {
        switch part.kind {
        case .comparison(let sign, let left, let right):
            if let values = Self.values(sign, right, words: program.words) {
                return question(about: left, values, in: &space)
            }
            guard let mirrored = sign.mirrored, let values = Self.values(mirrored, left, words: program.words) else {
                return nil
            }
            return question(about: right, values, in: &space)
        case .between(let value, let low, let high):
            guard case .number(let a) = low.kind, case .number(let b) = high.kind else { return nil }
            return question(about: value, .numbers([Interval(from: a, to: b)]), in: &space)
        case .oneOf(let value, let choices):
            // All that is none of them, and then the contrary.
            var others: ValueSet.Known?
            for choice in choices {
                guard let one = Self.values(.notEqual, choice, words: program.words) else { return nil }
                others = others.map { $0.intersection(one) } ?? one
            }
            return others.flatMap { question(about: value, $0.complement, in: &space) }
        case .timeIn(let start, let end):
            guard let a = Self.second(of: start), let b = Self.second(of: end) else { return nil }
            return timeQuestion(Self.stretch(from: Double(a), to: Double(b), of: 86_400), in: &space)
        case .dateIn(let first, let last):
            space.name("date", .date)
            let (a, b) = (Double(Self.number(of: first)), Double(Self.number(of: last)))
            return Question(
                thing: "date", domain: .numbers([Interval(from: 0, to: 366, excludesHigh: true)]),
                yes: Self.stretch(from: a, to: b + 1, of: 366))
        case .dayIn(let days):
            space.name("day", .day)
            let all = (0..<7).map { "\($0)" }
            let chosen = all.indices.filter { days.contains(DaySet(rawValue: 1 << UInt8($0))) }.map { all[$0] }
            return Question(
                thing: "day", domain: .names(Set(all), areExcluded: false),
                yes: .names(Set(chosen), areExcluded: false))
        case .sunIsUp, .sunIsDown:
            space.name("sun", .sun)
            var isUp = false
            if case .sunIsUp = part.kind { isUp = true }
            return Question(
                thing: "sun", domain: .names(["up", "down"], areExcluded: false),
                yes: .names([isUp ? "up" : "down"], areExcluded: false))
        default: return nil
        }
    }

    private func timeQuestion(_ values: ValueSet.Known, in space: inout ConditionSpace) -> Question {
        space.name("time", .timeOfDay)
        return Question(
            thing: "time", domain: .numbers([Interval(from: 0, to: 86_400, excludesHigh: true)]), yes: values)
    }

    /// From the first to just before the last, over the end of the day or year where that is the earlier.
    private static func stretch(from a: Double, to b: Double, of whole: Double) -> ValueSet.Known {
        a < b
            ? .numbers([Interval(from: a, to: b, excludesHigh: true)])
            : .numbers(
                [Interval(from: 0, to: b, excludesHigh: true), Interval(from: a, to: whole, excludesHigh: true)].filter
                {
                    !$0.isEmpty
                })
    }

    private func question(about value: Expression, _ values: ValueSet.Known, in space: inout ConditionSpace)
        -> Question?
    {
        let thing = value.signature
        let shown = written(value.range)
        switch value.type {
        case .number(let unit):
            if case .number(let constant) = value.kind {
                let domain = ValueSet.Known.numbers([Interval(from: constant, to: constant)])
                return Question(thing: thing, domain: domain, yes: values, canBeUnknown: false)
            }
            space.name(thing, .number(shown, unit: unit))
            let domain = bounds(of: value).map {
                ValueSet.Known.numbers([Interval(from: $0.lowerBound, to: $0.upperBound)])
            }
            return Question(thing: thing, domain: domain ?? .anyNumber, yes: values)
        case .words(let ids):
            space.name(thing, .word(shown))
            return Question(
                thing: thing, domain: .names(Set(ids.map { program.words[$0] }), areExcluded: false), yes: values)
        case .text:
            space.name(thing, .text(shown))
            return Question(thing: thing, domain: .names([], areExcluded: true), yes: values)
        case .condition, .happening: return nil
        }
    }

    private func known(
        _ value: Expression, _ isKnown: Bool, in space: inout ConditionSpace
    ) -> ConditionSpace.Region {
        let none = Self.nothing(like: value.type)
        guard let none, let question = question(about: value, none, in: &space) else {
            return opaque("known \(value.signature)", isKnown ? .isTrue : .isFalse)
        }
        guard isKnown || question.canBeUnknown else { return [] }
        return [[question.thing: ValueSet(known: isKnown ? question.domain : none, hasUnknown: !isKnown)]]
    }

    private static func nothing(like type: Expression.ExpressionType) -> ValueSet.Known? {
        switch type {
        case .number: .numbers([])
        case .words, .text: .names([], areExcluded: false)
        case .condition, .happening: nil
        }
    }

    /// The values that compare so with a constant.
    private static func values(_ sign: ComparisonOperator, _ constant: Expression, words: [String]) -> ValueSet.Known? {
        switch constant.kind {
        case .number(let number):
            switch sign {
            case .less: return .numbers([Interval(from: -.infinity, to: number, excludesHigh: true)])
            case .lessOrEqual: return .numbers([Interval(from: -.infinity, to: number)])
            case .greater: return .numbers([Interval(from: number, excludesLow: true, to: .infinity)])
            case .greaterOrEqual: return .numbers([Interval(from: number, to: .infinity)])
            case .equal: return .numbers([Interval(from: number, to: number)])
            case .notEqual: return ValueSet.Known.numbers([Interval(from: number, to: number)]).complement
            case .contains, .beginsWith, .endsWith: return nil
            }
        case .word(let id): return names(sign, words[id])
        case .text(let pieces):
            if pieces.isEmpty { return names(sign, "") }
            guard pieces.count == 1, case .literal(let text) = pieces[0] else { return nil }
            return names(sign, text)
        default: return nil
        }
    }

    private static func names(_ sign: ComparisonOperator, _ name: String) -> ValueSet.Known? {
        switch sign {
        case .equal: .names([name], areExcluded: false)
        case .notEqual: .names([name], areExcluded: true)
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .contains, .beginsWith, .endsWith: nil
        }
    }

    // MARK: Time

    /// Of what looks back: true by itself, and what follows from that for the present.
    private func overTime(
        _ condition: Expression, _ side: ConditionSpace.Side, in space: inout ConditionSpace
    ) -> ConditionSpace.Region {
        switch condition.kind {
        case .held(let inner, let duration):
            // How long it has been true; while it is, it is true now.
            let lasting = answer(
                Self.length("for \(inner.signature)", atLeast: duration), side)
            guard side == .isTrue else { return lasting }
            return space.intersection(lasting, regionOfExpanded(inner, .isTrue, in: &space))
        case .within(let inner, let duration):
            // How long ago it was true; where it has not been, it is not true now.
            var recent = Self.length("since \(inner.signature)", atLeast: duration)
            recent.yes = recent.yes.complement
            let region = answer(recent, side)
            guard side == .isNotTrue || side == .isFalse, inner.type == .condition else { return region }
            return space.intersection(region, regionOfExpanded(inner, .isNotTrue, in: &space))
        case .until(let start, let end):
            let latch = opaque(condition.signature, side)
            guard start.type == .condition, end.type == .condition else { return latch }
            if side == .isTrue { return space.intersection(latch, regionOfExpanded(end, .isNotTrue, in: &space)) }
            guard side == .isNotTrue || side == .isFalse else { return latch }
            let off = space.union(
                regionOfExpanded(start, .isNotTrue, in: &space), regionOfExpanded(end, .isNotFalse, in: &space))
            return space.intersection(latch, off)
        case .aggregate(_, let operand):
            let any = Expression(.aggregate(.any, operand), type: .condition, range: condition.range)
            return opaque(any.signature, side.contrary)
        case .becomes(let value, let goal):
            let isThere = Expression(.comparison(.equal, value, goal), type: .condition, range: condition.range)
            return happening(condition, side, isThere, .isTrue, in: &space)
        case .begins(let inner): return happening(condition, side, inner, .isTrue, in: &space)
        case .ends(let inner): return happening(condition, side, inner, .isFalse, in: &space)
        case .timeIs(let time):
            let moment = opaque(condition.signature, side)
            guard side == .isTrue, let second = Self.second(of: time).map(Double.init) else { return moment }
            let now = timeQuestion(.numbers([Interval(from: second, to: second)]), in: &space)
            return space.intersection(moment, answer(now, .isTrue))
        default: return opaque(condition.signature, side)
        }
    }

    /// Where a happening holds, the condition is on that side.
    private func happening(
        _ happening: Expression, _ side: ConditionSpace.Side, _ condition: Expression, _ now: ConditionSpace.Side,
        in space: inout ConditionSpace
    ) -> ConditionSpace.Region {
        let moment = opaque(happening.signature, side)
        guard side == .isTrue else { return moment }
        return space.intersection(moment, regionOfExpanded(condition, now, in: &space))
    }

    private static func length(_ thing: ConditionSpace.Thing, atLeast duration: Int64) -> Question {
        Question(
            thing: thing, domain: .numbers([Interval(from: 0, to: .infinity)]),
            yes: .numbers([Interval(from: Double(duration), to: .infinity)]))
    }
}

extension ComparisonOperator {
    /// The same comparison with its sides exchanged.
    fileprivate var mirrored: ComparisonOperator? {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .equal, .notEqual: self
        case .contains, .beginsWith, .endsWith: nil
        }
    }
}
