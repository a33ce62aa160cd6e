/// Conditions and happenings on the clock, the calendar and the sun.
extension Checking {
    mutating func checkClock(_ syntax: ExpressionSyntax) -> Expression? {
        let range = syntax.range
        func condition(_ kind: Expression.Kind, negated: Bool = false) -> Expression {
            let plain = Expression(kind, type: .condition, range: range)
            return negated ? Expression(.not(plain), type: .condition, range: range) : plain
        }
        switch syntax.kind {
        case .timeIn(let start, let end, let negated):
            guard useSun(in: start), useSun(in: end) else { return nil }
            if start.base == end.base, start.offsetSeconds == end.offsetSeconds {
                report(
                    .emptyRange, "nothing is from \(written(start.range)) to just before \(written(end.range))",
                    at: range,
                    help: "leave the window out if all day is meant")
                return nil
            }
            return condition(.timeIn(start, end), negated: negated)
        case .timeIs(let time):
            guard useSun(in: time) else { return nil }
            return Expression(.timeIs(time), type: .happening, range: range)
        case .dayIn(let days, let negated):
            return condition(.dayIn(days), negated: negated)
        case .dateIn(let first, let last, let negated):
            guard isDate(first), isDate(last) else { return nil }
            return condition(.dateIn(first, last), negated: negated)
        case .sunIsUp:
            useSun(at: range)
            return condition(.sunIsUp)
        case .sunIsDown:
            useSun(at: range)
            return condition(.sunIsDown)
        default:
            return nil
        }
    }

    @discardableResult
    mutating func useSun(in time: ClockTimeSyntax) -> Bool {
        switch time.base {
        case .clock(let seconds):
            guard (0..<86_400).contains(seconds) else {
                report(.neverComes, "there is no such time of day", at: time.range, help: "write 00:00 to 23:59:59")
                return false
            }
        case .sunrise, .sunset, .dawn, .dusk: useSun(at: time.range)
        }
        return true
    }

    /// Where the sun is needed and nothing says where the house stands: said once, at the first place.
    mutating func useSun(at range: SourceRange) {
        guard settings["location"] == nil else { return }
        guard let first = firstSunUse, (first.file, first.start) <= (range.file, range.start) else {
            firstSunUse = range
            return
        }
    }

    mutating func reportMissingLocation() {
        guard let range = firstSunUse else { return }
        report(
            .missingLocation, "the sun's times need to know where the house stands", at: range,
            help: "set it, as in: location 52.37, 4.90")
    }

    private mutating func isDate(_ date: DateSyntax) -> Bool {
        let days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(date.month), (1...days[date.month - 1]).contains(date.day) else {
            report(
                .neverComes, "there is no day \(written(date.range))", at: date.range,
                help: "write month and day, as in 12-24")
            return false
        }
        return true
    }
}
