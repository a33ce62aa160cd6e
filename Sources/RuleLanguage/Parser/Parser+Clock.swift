extension Parser {
    /// Whether `time`, `day`, `date` or `sun` before this token begins a condition on the clock.
    func beginsClockCondition(_ next: Token) -> Bool {
        if next.startsLine { return false }
        if next.kind == .symbol {
            return [.less, .lessOrEqual, .greater, .greaterOrEqual, .arrow, .equals, .doubleEquals, .notEquals]
                .contains(next.symbol)
        }
        return ["is", "in", "not", "after", "before", "between"].contains { matches(next, $0) }
    }

    /// `time in …`, `day is …`, `date in …`, `sun is …`; the word stands here.
    mutating func clockCondition(_ word: String, from start: Int) -> ExpressionSyntax {
        advance()
        switch word {
        case "time": return timeCondition(from: start)
        case "day": return dayCondition(from: start)
        case "date": return dateCondition(from: start)
        default: return sunCondition(from: start)
        }
    }

    /// Takes `in` or `not in`; nil where neither stands here.
    private mutating func takeIn() -> (negated: Bool, Void)? {
        if isWord("in") {
            advance()
            return (false, ())
        }
        if isWord("not"), matches(token(1), "in") {
            advance()
            advance()
            return (true, ())
        }
        return nil
    }

    private mutating func timeCondition(from start: Int) -> ExpressionSyntax {
        if let (negated, _) = takeIn() {
            let low = clockTime()
            guard takeDots(wanted: "\"..\" and the end of the time", help: "write \"time in 22:00..06:00\"") else {
                return node(.missing, from: start)
            }
            let high = clockTime()
            return node(.timeIn(low, high, negated: negated), from: start)
        }
        if isWord("is"), !matches(token(1), "not"), !matches(token(1), "in"), token(1).symbol == .none {
            advance()
            let time = clockTime()
            return node(.timeIs(time), from: start)
        }
        fail(
            .clockComparison, "the time is not compared like this", at: range(of: current),
            help: "write \"time in 07:00..22:00\" for a stretch, or \"time is 07:00\" for the moment")
        return node(.missing, from: start)
    }

    /// `22:30`, `sunset`, `sunset - 15 min`
    mutating func clockTime() -> ClockTimeSyntax {
        let start = current.start
        let base = clockBase()
        var offset = 0
        if !isAtLineEnd, isSymbol(.plus) || isSymbol(.minus), token(1).kind == .number {
            let isBefore = isSymbol(.minus)
            advance()
            let duration = duration()
            let seconds = Int(duration.nanoseconds / 1_000_000_000)
            if seconds >= 86_400 {
                complain(
                    .badClockTime, "a clock time is moved by less than a day", at: duration.range,
                    help: "write at most 23 h")
            } else if duration.nanoseconds % 1_000_000_000 != 0 {
                complain(
                    .badClockTime, "a clock time is moved by whole seconds", at: duration.range,
                    help: "leave out the fraction")
            } else {
                offset = isBefore ? -seconds : seconds
            }
        }
        return ClockTimeSyntax(base: base, offsetSeconds: offset, range: range(from: start))
    }

    private mutating func clockBase() -> ClockTimeSyntax.Base {
        let token = current
        let isPresent = !isAtLineEnd || !looksLikeItem(at: position)
        if token.kind == .clock, isPresent {
            let seconds = clockSeconds(token)
            advance()
            return .clock(seconds: seconds)
        }
        if token.kind == .word, isPresent {
            switch text(of: token) {
            case "sunrise": advance(); return .sunrise
            case "sunset": advance(); return .sunset
            case "dawn": advance(); return .dawn
            case "dusk": advance(); return .dusk
            case "midnight", "noon":
                let written = matches(token, "noon") ? "12:00" : "00:00"
                complain(
                    .badClockTime, "\(shown(token)) is written in figures", at: range(of: token),
                    help: "write \(written)")
                advance()
                return .clock(seconds: written == "noon" ? 43_200 : 0)
            default:
                if let name = Nearest.name(to: text(of: token), among: Keywords.sunTimes) {
                    complainMistyped(as: name)
                    advance()
                    return name == "sunrise" ? .sunrise : name == "sunset" ? .sunset : name == "dawn" ? .dawn : .dusk
                }
            }
        }
        fail(
            .missingTime, wanted: "a clock time",
            help: "write a time such as 22:30, or sunrise, sunset, dawn, dusk")
        return .clock(seconds: 0)
    }

    /// Seconds after midnight of a clock token; what is none is reported.
    func parts(ofClock token: Token) -> [Int] {
        text(of: token).split(separator: ":").map { $0.utf8.count <= 2 ? Int($0) ?? 99 : 99 }
    }

    mutating func clockSeconds(_ token: Token) -> Int {
        let parts = parts(ofClock: token)
        let isWritten = text(of: token).split(separator: ":").dropFirst().allSatisfy { $0.utf8.count == 2 }
        if parts == [24, 0] || parts == [24, 0, 0] {
            complain(.badClockTime, "a day ends at 00:00", at: range(of: token), help: "write 00:00")
            return 0
        }
        guard isWritten, (2...3).contains(parts.count), parts[0] < 24, parts.dropFirst().allSatisfy({ $0 < 60 }) else {
            complain(
                .badClockTime, "there is no such time of day", at: range(of: token),
                help: "write hours and minutes, 00:00 to 23:59; seconds may follow, as in 22:30:15")
            return 0
        }
        let next = tokens[min(position + 1, tokens.count - 1)]
        if next.kind == .word, !next.startsLine, ["am", "pm"].contains(text(of: next).lowercased()) {
            complain(.badClockTime, "a day has 24 hours here", at: range(of: next), help: "write 00:00 to 23:59")
            position += 1
        }
        return parts[0] * 3600 + parts[1] * 60 + (parts.count == 3 ? parts[2] : 0)
    }

    // MARK: Days

    private mutating func dayCondition(from start: Int) -> ExpressionSyntax {
        if let (negated, _) = takeIn() {
            let days = isSymbol(.open) ? dayList() : dayRange()
            return node(.dayIn(days, negated: negated), from: start)
        }
        guard isWord("is") else {
            fail(
                .clockComparison, "a day is not compared like this", at: range(of: current),
                help: "write \"day is sat\" or \"day in mon..fri\"")
            return node(.missing, from: start)
        }
        advance()
        let negated = isWord("not")
        if negated { advance() }
        let days = dayRange()
        if isWord("or"), day(named: text(of: token(1))) != nil, endsValue(token(2), at: position + 2),
            !matches(token(2), "is"), !matches(token(2), "in")
        {
            fail(.unknownDay, "a second day needs a list", at: range(of: token(1)), help: "write \"day in (sat, sun)\"")
        }
        return node(.dayIn(days, negated: negated), from: start)
    }

    private mutating func dayList() -> DaySet {
        let opening = open()
        var days: DaySet = []
        repeat {
            days.formUnion(dayRange())
        } while takeComma()
        close(opening, wanted: "\",\" or \")\"")
        return days
    }

    /// `sat`, `weekend`, `mon..fri`, `fri..mon`
    private mutating func dayRange() -> DaySet {
        let first = takeDay()
        guard isSymbol(.dots), !isAtLineEnd else { return first }
        advance()
        let last = takeDay()
        var days: DaySet = []
        var bit = first.rawValue.trailingZeroBitCount % 8
        for _ in 0..<7 {
            days.formUnion(DaySet(rawValue: 1 << UInt8(bit)))
            if 1 << UInt8(bit) == last.rawValue { break }
            bit = (bit + 1) % 7
        }
        return days
    }

    private mutating func takeDay() -> DaySet {
        let token = current
        guard token.kind == .word, !isAtLineEnd || !looksLikeItem(at: position) else {
            fail(.missingTime, wanted: "a day", help: "write mon, tue, wed, thu, fri, sat, sun, weekday or weekend")
            return []
        }
        let word = text(of: token)
        if let days = day(named: word) {
            advance()
            return days
        }
        let lowercased = word.lowercased()
        let short = String(lowercased.prefix(3))
        let isFullName = lowercased.hasSuffix("day") || lowercased == short
        let meant =
            day(named: short) != nil && isFullName
            ? short : Nearest.name(to: word, among: Keywords.days + ["weekday", "weekend"])
        guard let meant, let days = day(named: meant) else {
            fail(.missingTime, wanted: "a day", help: "write mon, tue, wed, thu, fri, sat, sun, weekday or weekend")
            return []
        }
        complain(.unknownDay, "\(shown(token)) is no day", at: range(of: token), help: "write \(meant)")
        advance()
        return days
    }

    private func day(named word: String) -> DaySet? {
        if word == "weekday" { return .weekday }
        if word == "weekend" { return .weekend }
        return Keywords.days.firstIndex(of: word).map { DaySet(rawValue: 1 << UInt8($0)) }
    }

    // MARK: Dates and the sun

    private mutating func dateCondition(from start: Int) -> ExpressionSyntax {
        if let (negated, _) = takeIn() {
            let low = date()
            guard takeDots(wanted: "\"..\" and the last day", help: "write \"date in 12-01..01-06\"") else {
                return node(.missing, from: start)
            }
            let high = date()
            return node(.dateIn(low, high, negated: negated), from: start)
        }
        guard isWord("is") else {
            fail(
                .clockComparison, "a date is not compared like this", at: range(of: current),
                help: "write \"date in 12-01..01-06\"")
            return node(.missing, from: start)
        }
        advance()
        let negated = isWord("not")
        if negated { advance() }
        let day = date()
        return node(.dateIn(day, day, negated: negated), from: start)
    }

    /// `12-01`: month and day.
    private mutating func date() -> DateSyntax {
        let start = current.start
        guard current.kind == .number, token(1).symbol == .minus, token(2).kind == .number, !token(2).startsLine else {
            fail(.missingTime, wanted: "a day of the year", help: "write month and day, such as 12-24")
            return DateSyntax(month: 1, day: 1, range: range(from: start))
        }
        let month = Int(text(of: advance())) ?? 0
        advance()
        let day = Int(text(of: advance())) ?? 0
        let range = range(from: start)
        guard (1...12).contains(month), (1...Calendar.days(in: month, ofYear: 2000)).contains(day) else {
            complain(.badDate, "there is no such day", at: range, help: "write month and day, such as 12-24")
            return DateSyntax(month: 1, day: 1, range: range)
        }
        return DateSyntax(month: month, day: day, range: range)
    }

    private mutating func sunCondition(from start: Int) -> ExpressionSyntax {
        guard isWord("is") else {
            fail(
                .clockComparison, "the sun is up or down", at: range(of: current),
                help: "write \"sun is up\" or \"sun is down\"")
            return node(.missing, from: start)
        }
        advance()
        let negated = isWord("not")
        if negated { advance() }
        guard isWord("up") || isWord("down") else {
            fail(.clockComparison, wanted: "\"up\" or \"down\"", help: "write \"sun is up\" or \"sun is down\"")
            return node(.missing, from: start)
        }
        let isUp = isWord("up")
        advance()
        let condition = node(isUp ? .sunIsUp : .sunIsDown, from: start)
        return negated ? node(.not(condition), from: start) : condition
    }
}

/// The civil calendar, as far as the text of a rules file needs it.
enum Calendar {
    /// Days of a month that is one of the twelve.
    static func days(in month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }
}
