import Testing

@testable import RuleLanguage

@Suite("Expressions")
struct ExpressionParserTests {
    private func parsed(_ expression: String) -> String {
        let text = tree(of: "let x = \(expression)")
        return text.hasPrefix("let x = ") ? String(text.dropFirst(8)) : text
    }

    @Test(
        "bind as section 5 of the language says",
        arguments: [
            ("a until b or c and not d for 5 min", "(a until (b or (c and (not (d for 300s)))))"),
            ("a or b until c", "((a or b) until c)"),
            ("a until b until c", "((a until b) until c)"),
            ("not a is x for 5 min", "(not ((a is x) for 300s))"),
            ("not a and b", "((not a) and b)"),
            ("not not a", "(not (not a))"),
            ("a - b - c", "((a - b) - c)"),
            ("a + b * c / d", "(a + ((b * c) / d))"),
            ("-a * b", "((- a) * b)"),
            ("-3.5 °C", "-3.5[°C]"),
            ("a > b + 1", "(a > (b + 1.0))"),
            ("(a or b) and c", "((a or b) and c)"),
            ("a is x for 5 min within 10 min", "(((a is x) for 300s) within 600s)"),
            ("a is x or b is y", "((a is x) or (b is y))"),
            ("1e3 + 50% - 50 %", "((1000.0 + 50.0[%]) - 50.0[%])"),
            ("a <= 1 and b >= 2", "((a <= 1.0) and (b >= 2.0))"),
        ])
    func precedence(_ text: String, _ expected: String) { #expect(parsed(text) == expected) }

    @Test(
        "compare in every way",
        arguments: [
            ("a is not x", "(a is not x)"), ("a is known", "(known a)"),
            ("a is unknown for 10 min", "((unknown a) for 600s)"),
            ("a is not known", "(unknown a)"), ("a in 5..28", "(a in 5.0..28.0)"),
            ("a not in -4..b + 1", "(a not in -4.0..(b + 1.0))"),
            ("a in (1, 2, 3)", "(a in {1.0, 2.0, 3.0})"), ("a not in (on, off)", "(a not in {on, off})"),
            ("a in (b + 1)..c", "(a in (b + 1.0)..c)"), ("a in (b + 1) * 2..c", "(a in ((b + 1.0) * 2.0)..c)"),
            ("a contains \"x\"", "(a contains 'x')"), ("a begins with \"x\"", "(a begins with 'x')"),
            ("a ends with \"x\"", "(a ends with 'x')"), ("a is \"26\"", "(a is '26')"),
        ])
    func comparisons(_ text: String, _ expected: String) { #expect(parsed(text) == expected) }

    @Test(
        "take payload words that are keywords elsewhere",
        arguments: [
            ("a is on", "(a is on)"), ("a is is", "(a is is)"), ("a is input", "(a is input)"),
            ("a is not", "(a is not)"),
            ("a is not not", "(a is not not)"), ("a is until", "(a is until)"), ("a is no and b", "((a is no) and b)"),
            ("a is any", "(a is any)"), ("a is for for 5 min", "((a is for) for 300s)"),
            ("a is day or b", "((a is day) or b)"),
            ("a is sun", "(a is sun)"), ("a is startup", "(a is startup)"),
            ("a in (on, until, no)", "(a in {on, until, no})"),
            ("late(*) is yes", "(late(*) is yes)"), ("any late(*) is yes", "any<(late(*) is yes)>"),
            ("a is time", "(a is time)"),
            ("a is every", "(a is every)"),
        ])
    func payloadWords(_ text: String, _ expected: String) { #expect(parsed(text) == expected) }

    @Test(
        "aggregate over instances and over time",
        arguments: [
            ("count of window(*) is open > 2", "(count<(window(*) is open)> > 2.0)"),
            ("no phone(*) is home for 10 min", "(no<(phone(*) is home)> for 600s)"),
            ("any t(*) > 26 until all t(*) < 24", "(any<(t(*) > 26.0)> until all<(t(*) < 24.0)>)"),
            ("any window(room, *) is open for 1 min", "(any<(window(room,*) is open)> for 60s)"),
            ("any (a(*) is x and b is y) for 5 s", "(any<((a(*) is x) and (b is y))> for 5s)"),
            ("count of (a(*) is x) > 2", "(count<(a(*) is x)> > 2.0)"),
            ("any (t(*) - 3) > 5", "any<((t(*) - 3.0) > 5.0)>"),
            ("max of t(*) - min of t(*) > 3", "((max<t(*)> - min<t(*)>) > 3.0)"), ("any door(*)", "any<door(*)>"),
            ("average of t over 10 min > 5", "(average<t over 600s> > 5.0)"),
            ("change of t(room) over 1 h", "change<t(room) over 3600s>"),
            ("min of t over 5 min + 1", "(min<t over 300s> + 1.0)"), ("any t(*) in 1..5", "any<(t(*) in 1.0..5.0)>"),
            ("any d(*) is known", "any<(known d(*))>"), ("any d(*) is open begins", "(begins any<(d(*) is open)>)"),
            ("sum of p(*)", "sum<p(*)>"),
        ])
    func aggregates(_ text: String, _ expected: String) { #expect(parsed(text) == expected) }

    @Test(
        "tell happenings and the clock",
        arguments: [
            ("a becomes on", "(a becomes on)"), ("a changes", "(changes a)"), ("a is x begins", "(begins (a is x))"),
            ("w(m) ends", "(ends w(m))"), ("a is x for 5 min begins", "(begins ((a is x) for 300s))"),
            ("every 15 min and a", "((every 900s) and a)"), ("startup or a", "(startup! or a)"),
            ("time is 07:00", "(time is @25200)"),
            ("time in 22:00..06:00", "(time in @79200..@21600)"),
            ("time not in 22:00:15..06:00", "(time not in @79215..@21600)"),
            ("time in sunset - 15 min .. 23:30", "(time in sunset-900..@84600)"),
            ("time in dusk..sunrise + 1 h 30 min and a", "((time in dusk..sunrise+5400) and a)"),
            ("day is sat", "(day in 100000)"), ("day in mon..fri", "(day in 11111)"),
            ("day in sat..mon", "(day in 1100001)"),
            ("day is not weekend", "(day not in 1100000)"), ("day in (mon, weekend)", "(day in 1100001)"),
            ("date in 12-01..01-06", "(date in 12-1..1-6)"), ("date is 02-29", "(date in 2-29..2-29)"),
            ("sun is up or sun is down", "((sun up) or (sun down))"), ("a within 500 ms", "(a within 500ms)"),
            ("a for 1 week", "(a for 604800s)"), ("a for 1.5 h", "(a for 5400s)"),
            ("time is sunset + 20 min", "(time is sunset+1200)"),
        ])
    func happenings(_ text: String, _ expected: String) { #expect(parsed(text) == expected) }

    @Test(
        "call functions and name instances",
        arguments: [
            ("abs(a - b)", "abs!((a - b))"), ("round(a, 0.5)", "round!(a, 0.5)"), ("min(a, b, c)", "min!(a, b, c)"),
            ("clamp(a, 5, 28)", "clamp!(a, 5.0, 28.0)"),
            ("a(kitchen, \"living room\", 1)", "a(kitchen,\"living room\",#1)"),
            ("küche(größe) > 3", "(küche(größe) > 3.0)"), ("a(floor)", "a(floor)"), ("a(-1)", "a(#-1)"),
            ("a(007)", "a(#007)"),
        ])
    func references(_ text: String, _ expected: String) { #expect(parsed(text) == expected) }

    @Test(
        "read units as devices write them",
        arguments: [
            ("100 µg/m³", "100.0[µg/m³]"), ("100 μg/m³", "100.0[µg/m³]"), ("3 m/s", "3.0[m/s]"),
            ("p * 5 W / 2", "((p * 5.0[W]) / 2.0)"),
            ("26°C", "26.0[°C]"), ("26\u{A0}°C", "26.0[°C]"), ("5 kWh", "5.0[kWh]"),
            ("a < 5 min for 1 min", "((a < 5.0[min]) for 60s)"),
            ("a > 180 °", "(a > 180.0[°])"),
        ])
    func units(_ text: String, _ expected: String) { #expect(parsed(text) == expected) }

    @Test("a chain or nest at the limit is read, one past it is refused")
    func limits() {
        let chain = "a" + String(repeating: " or a", count: Parser.mostOperators)
        #expect(slugs(in: "let x = \(chain)") == [])
        #expect(slugs(in: "let x = \(chain) or a") == ["1:too-complex"])
        let levels = Parser.deepestNesting - 1
        let nest = String(repeating: "(", count: levels) + "a" + String(repeating: ")", count: levels)
        #expect(slugs(in: "let x = \(nest)") == [])
        #expect(slugs(in: "let x = (\(nest))") == ["1:too-complex"])
        #expect(slugs(in: "let x = " + String(repeating: "not ", count: 100_000) + "a") == ["1:too-complex"])
        #expect(slugs(in: "let x = " + String(repeating: "max of ", count: 100_000) + "a") == ["1:too-complex"])
        #expect(slugs(in: "let x = " + String(repeating: "- ", count: 100_000) + "a") == ["1:too-complex"])
        #expect(slugs(in: "let x = a" + String(repeating: " for 5 s", count: 100_000)) == ["1:too-complex"])
    }
}
