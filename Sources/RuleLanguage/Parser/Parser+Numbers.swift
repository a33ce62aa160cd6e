extension Parser {
    /// A number with its unit, if it has one; the number stands here.
    mutating func number() -> ExpressionSyntax {
        let start = current.start
        var value = numberValue()
        if parentheses == 0, isDecimalComma {
            let whole = text(of: tokens[position - 1])
            advance()
            let fraction = text(of: current)
            advance()
            let comma = SourceRange(file: file, start: start, end: previousEnd)
            complain(.decimalComma, "a number has no comma", at: comma, help: "write \(whole).\(fraction)")
            value = Double("\(whole).\(fraction)") ?? value
        }
        let unit = numberUnit()
        return node(.number(value, unit: unit), from: start)
    }

    /// The number that stands here, without a sign.
    mutating func numberValue() -> Double {
        let token = current
        let written = text(of: token)
        if let value = Double(written), value.isFinite {
            advance()
            return value
        }
        if written.filter({ $0 == "." }).count > 1 {
            fail(.badNumber, "this is no number", at: range(of: token), help: "a number has one \".\" at most")
        } else {
            fail(
                .badNumber, "this number is too large", at: range(of: token),
                help: "the largest number is about 1.8e308")
        }
        return 0
    }

    /// A number of a type or an option, perhaps negative. The unit of its type may stand behind it.
    mutating func signedNumber(wanted: String, unit declared: NameSyntax? = nil) -> SignedNumberSyntax {
        let start = current.start
        let isNegative = isSymbol(.minus)
        if isNegative { advance() }
        guard current.kind == .number, !isAtLineEnd || isNegative == false else {
            fail(.missingValue, wanted: wanted, help: "write a number such as 20 or -3.5")
            return SignedNumberSyntax(0, at: range(from: start))
        }
        let value = numberValue()
        if let unit = numberUnit(), unit.text != declared?.text {
            let help = declared.map { "the unit is \($0.text)" } ?? "write the unit once, behind \"number\""
            complain(.needlessUnit, "this number has a unit of its own", at: unit.range, help: help)
        }
        return SignedNumberSyntax(isNegative ? -value : value, at: range(from: start))
    }

    /// A whole number of an option.
    mutating func wholeNumber(_ allowed: ClosedRange<Int>, wanted: String, help: String) -> Int? {
        guard current.kind == .number, !isAtLineEnd else {
            fail(.missingValue, wanted: wanted, help: help)
            return nil
        }
        let token = current
        guard let value = Int(text(of: token)), allowed.contains(value) else {
            complain(.badNumber, "\(shown(token)) is not \(wanted)", at: range(of: token), help: help)
            advance()
            return nil
        }
        advance()
        return value
    }

    // MARK: Units

    /// The unit that stands here, on the line of its number.
    mutating func takeUnit() -> NameSyntax? {
        let token = current
        guard !token.startsLine, token.kind == .word || token.kind == .unit else { return nil }
        for count in [3, 1] {
            guard let range = unitRange(tokens: count) else { continue }
            let written = String(decoding: bytes[range.start..<range.end], as: UTF8.self)
            guard let unit = UnitTable.canonical(written) else { continue }
            position += count
            return NameSyntax(unit, at: range)
        }
        return nil
    }

    /// What one token or three glued ones, `µg/m³`, cover.
    private func unitRange(tokens count: Int) -> SourceRange? {
        let first = tokens[position]
        guard count > 1 else { return range(of: first) }
        let slash = token(1)
        let last = token(2)
        guard slash.symbol == .slash, slash.isGlued, last.isGlued, last.kind == .word || last.kind == .unit else {
            return nil
        }
        return range(of: first).union(range(of: last))
    }

    /// The unit behind a number in an expression; a word that is none is reported where nothing else can stand.
    private mutating func numberUnit() -> NameSyntax? {
        guard !isPanicking else { return nil }
        if let unit = takeUnit() { return unit }
        let token = current
        if token.kind == .unit, !token.startsLine {
            complainUnknownUnit()
            return nil
        }
        if token.startsLine { return unitOnNextLine() }
        guard token.kind == .word else { return nil }
        let word = text(of: token)
        if Keywords.behindValues.contains(word) { return nil }
        let isMistyped =
            UnitTable.suggestion(for: word) == nil
            && Nearest.name(to: word, among: Keywords.behindValues.sorted()) != nil
        guard token.isGlued || !isMistyped else { return nil }
        complainUnknownUnit()
        return nil
    }

    /// Says so, and goes on behind it.
    mutating func complainUnknownUnit() {
        let count = unitRange(tokens: 3) == nil ? 1 : 3
        guard let range = unitRange(tokens: count) else { return }
        let written = String(decoding: bytes[range.start..<range.end], as: UTF8.self)
        let help = UnitTable.suggestion(for: written).map { "did you mean \($0)?" }
        complain(
            .unknownUnit, "\"\(PlainText.excerpt(written))\" is no unit", at: range,
            help: help ?? "units are written as devices report them: °C, %, W, kWh, lx, hPa, m/s and their like")
        position += count
    }

    /// `26`, and `°C` alone on the next line.
    mutating func unitOnNextLine() -> NameSyntax? {
        let token = current
        guard token.startsLine else { return nil }
        guard token.kind == .unit || token.kind == .word && UnitTable.canonical(text(of: token)) != nil else {
            return nil
        }
        let next = self.token(1)
        let isAlone =
            next.startsLine || next.kind == .symbol && next.symbol == .comma
            || next.kind == .word && matches(next, "for")
        guard token.kind == .unit || isAlone else { return nil }
        complain(
            .unitOnNextLine, "a unit stands on the line of its number", at: range(of: token),
            help: "put it behind the number on the line above")
        advance()
        return nil
    }

    // MARK: Lengths of time

    /// Longer ones cannot be counted.
    private static let longestDuration = 36_500.0 * 86_400e9

    /// Stands in for a length of time that is wrong and reported: any that is none would be reported again.
    private static let placeholder: Int64 = 1_000_000_000

    /// `5 min`, `1 h 30 min`
    mutating func duration() -> DurationSyntax {
        let start = current.start
        if current.kind == .clock {
            fail(
                .bareClockTime, "\(shown(current)) is a time of day", at: range(of: current),
                help: "write a length of time such as 5 min or 1 h 30 min")
        }
        guard current.kind == .number, !isAtLineEnd || !looksLikeItem(at: position) else {
            fail(
                .missingTime, wanted: "a length of time",
                help: "write a number and a unit, such as 5 min or 1 h 30 min")
            return DurationSyntax(nanoseconds: Self.placeholder, at: range(from: start))
        }
        var sum = 0.0
        repeat {
            sum += numberValue() * durationUnit()
        } while current.kind == .number && !current.startsLine && isDurationUnit(token(1)) && !isPanicking
        let range = range(from: start)
        guard sum <= Self.longestDuration else {
            fail(.durationTooLong, "this is longer than 100 years", at: range, help: "write at most 36500 days")
            return DurationSyntax(nanoseconds: Self.placeholder, at: range)
        }
        return DurationSyntax(nanoseconds: isPanicking ? Self.placeholder : Int64(sum + 0.5), at: range)
    }

    private func isDurationUnit(_ token: Token) -> Bool {
        token.kind == .word && !token.startsLine && DurationUnit.nanoseconds(in: text(of: token)) != nil
    }

    /// Nanoseconds in the unit that stands here.
    private mutating func durationUnit() -> Double {
        guard !isPanicking else { return 0 }
        let token = current
        let number = tokens[position - 1]
        let word = token.kind == .word ? text(of: token) : ""
        if let factor = DurationUnit.nanoseconds(in: word),
            !token.startsLine || parentheses == 0 && self.token(1).startsLine
        {
            if token.startsLine {
                complain(
                    .unitOnNextLine, "a unit stands on the line of its number", at: range(of: token),
                    help: "put it behind the number on the line above")
            }
            advance()
            return factor
        }
        let figures = text(of: number)
        guard token.kind == .word, !token.startsLine, !Keywords.behindValues.contains(word) || token.isGlued else {
            complain(
                .missingUnit, "this length of time has no unit", at: range(of: number),
                help: "write \(figures) s, \(figures) min or \(figures) h")
            return 60e9
        }
        let range = range(of: number).union(range(of: token))
        let unit = DurationUnit.suggestion(for: word)
        let parts = spaced(word)
        let help = parts.map { "write \(figures) \($0)" } ?? unit.map { "write \(figures) \($0)" }
        complain(
            .unknownUnit, "\"\(PlainText.excerpt(word))\" is no unit of time", at: range,
            help: help ?? "units of time are ms, s, min, h, days and weeks")
        advance()
        return unit.flatMap(DurationUnit.nanoseconds) ?? 60e9
    }

    /// `h 30 min` for `h30min`, as far as it is made of such units.
    private func spaced(_ word: String) -> String? {
        guard word.utf8.count < 32, word.contains(where: { $0.isNumber }) else { return nil }
        var parts: [String] = []
        for character in word {
            if let last = parts.last?.last, last.isNumber == character.isNumber {
                parts[parts.count - 1].append(character)
            } else {
                parts.append(String(character))
            }
        }
        for index in parts.indices where index % 2 == 0 {
            if DurationUnit.nanoseconds(in: parts[index]) != nil { continue }
            guard let unit = DurationUnit.suggestion(for: parts[index]) else { return nil }
            parts[index] = unit
        }
        return parts.count % 2 == 1 ? parts.joined(separator: " ") : nil
    }
}
