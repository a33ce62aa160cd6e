import Testing

@testable import RuleLanguage

@Suite("Slips")
struct SlipTests {
    @Test(
        "of other languages are named one by one",
        arguments: [
            (
                "let x = a == b && c != d || !e",
                ["foreign-operator", "foreign-operator", "foreign-operator", "foreign-operator", "foreign-operator"]
            ),
            ("let x = status(room) = offline and t => 5", ["foreign-operator", "foreign-operator"]),
            ("let x = t is above 26", ["worded-comparison"]), ("let x = t above 5", ["worded-comparison"]),
            ("let x = t between 1 and 2", ["worded-comparison"]),
            ("let x = t is between 1 and 2", ["worded-comparison"]),
            ("let x = t is in 1..2", ["worded-comparison"]), ("let x = t is > 5", ["worded-comparison"]),
            ("let x = 18 < t < 26", ["chained-comparison"]), ("let x = a is b is c", ["chained-comparison"]),
            ("// a\n// b\n; c\nprefix \"a\"", ["comment-sign"]), ("prefix \"a\" // b", ["comment-sign"]),
            ("prefix “home”", ["curly-quotes"]), ("test ‘a’", ["curly-quotes"]), ("test „a“", ["curly-quotes"]),
            ("let x = a ≥ 5", ["foreign-sign"]), ("let x = a in 5…7", ["foreign-sign"]),
            ("let x = a in 5 to 7", ["range-sign"]),
            ("let x = a in 5...7", ["range-sign"]), ("let x = time in 22:00–06:00", ["foreign-sign"]),
            ("automation:\n  - alias: fan\n    trigger:\n- id: 5\nkeep a\n  ON otherwise", ["yaml"]),
            ("---\nprefix \"a\"", ["yaml"]),
            ("if t > 26 then fan = ON", ["foreign-word", "foreign-word"]),
            ("when t > 26\n  then fan = ON\n  wait 5 min", ["foreign-word"]),
            ("let x := a", ["stray-sign"]), ("let x is a", ["stray-sign"]), ("prefix = \"a\"", ["stray-sign"]),
            ("broker: \"a\"", ["stray-sign"]),
            ("when a\n do b = ON; wait 5 min", ["stray-sign"]), ("when a do b == ON", ["stray-sign"]),
            ("keep a\n ON if b\n OFF else", ["case-word", "case-word"]),
            ("keep a:\n ON while b\n else OFF", ["stray-sign", "case-word"]),
            ("keep a\n ON: b", ["stray-sign"]), ("keep a\n b = ON", ["stray-sign"]), ("keep a\n if b", ["case-word"]),
            ("keep a\n while b", ["case-word"]),
        ])
    func foreign(_ text: String, _ expected: [String]) { #expect(slugs(in: text).map(withoutLine) == expected) }

    @Test(
        "in texts, numbers and lengths of time say what to write",
        arguments: [
            ("let x = \"a", ["missing-quote"]),
            ("input t from \"home/t as number °C, stale after 5 min", ["missing-quote"]),
            ("let x = \"\\d\"", ["unknown-escape"]), ("let x = \"\\u{110000}\"", ["unknown-escape"]),
            ("let x = \"\\u{}\"", ["unknown-escape"]),
            ("let x = \"\\u0041\"", ["unknown-escape"]), ("let x = t > \"26\"", ["needless-quotes"]),
            ("let x = t in \"5\"..\"7\"", ["needless-quotes", "needless-quotes"]),
            ("let x = t > 20,5", ["decimal-comma"]), ("let x = t > 1.2.3", ["bad-number"]),
            ("let x = t > 1e999", ["bad-number"]),
            ("let x = t > 26 C", ["unknown-unit"]), ("let x = t > 26C", ["unknown-unit"]),
            ("let x = t > 5 bananas", ["unknown-unit"]),
            ("let x = t > 26\n °C", ["unit-on-next-line"]),
            ("input t from \"x\" as number\n  °C", ["unit-on-next-line"]),
            ("let x = a for 10 minutes", ["unknown-unit"]),
            ("let x = a for 10 mins", ["unknown-unit"]),
            ("let x = a for 1h30min", ["unknown-unit"]), ("let x = a for 5", ["missing-unit"]),
            ("let x = a for 00:05:00", ["bare-clock-time"]),
            ("let x = a for b", ["missing-time"]), ("let x = a for 999999 days", ["duration-too-long"]),
            ("let x = every 0 s", []),
            ("let x = a for 10\n min", ["unit-on-next-line"]), ("let x = +5", ["stray-sign"]),
            ("let x = a for 10min", []),
        ])
    func literals(_ text: String, _ expected: [String]) { #expect(slugs(in: text).map(withoutLine) == expected) }

    @Test(
        "in times and dates say what to write",
        arguments: [
            ("when 07:00 do a = b", ["bare-clock-time"]), ("when time > 07:00 do a = b", ["clock-comparison"]),
            ("when time is 7am do a = b", ["missing-time"]),
            ("when time is 7:00 pm do a = b", ["bad-clock-time"]), ("let x = time in 22:00..24:00", ["bad-clock-time"]),
            ("let x = time is 25:00", ["bad-clock-time"]),
            ("let x = time is 7:5", ["bad-clock-time"]), ("let x = time is noon", ["bad-clock-time"]),
            ("let x = time is sunst", ["mistyped-word"]),
            ("let x = day is Monday", ["unknown-day"]), ("let x = day is sat or sun", ["unknown-day"]),
            ("let x = day > mon", ["clock-comparison"]),
            ("let x = date in 13-01..02-30", ["bad-date", "bad-date"]), ("let x = date is dec", ["missing-time"]),
            ("let x = sun is high", ["clock-comparison"]),
            ("let x = time in sunset + 30 h..23:00", ["bad-clock-time"]),
            ("test \"a\"\n clock 14:00", ["missing-time"]), ("test \"a\"\n clock 2026-02-30", ["bad-date"]),
            ("test \"a\"\n clock 2026-02-20T10:00", ["bad-date"]), ("when a do wait until 22:00", ["bare-clock-time"]),
        ])
    func clock(_ text: String, _ expected: [String]) { #expect(slugs(in: text).map(withoutLine) == expected) }

    @Test(
        "in declarations say what to write",
        arguments: [
            ("input t from home/{room}/t as number", ["missing-quotes"]),
            ("input t to \"x\" as text", ["wrong-direction"]), ("output t from \"x\" as a | b", ["wrong-direction"]),
            ("input t \"x\" as text", ["missing-word"]), ("input t from \"x\" number", ["missing-word"]),
            ("input t from \"x\"\nprefix \"a\"", ["missing-word"]),
            ("input t from \"x\" as", ["missing-type"]), ("input t from \"x\" as bool", ["unknown-type"]),
            ("input t from \"x\" as float °C", ["unknown-type"]),
            ("input t from \"x\" as nubmer °C", ["unknown-type"]), ("input t from \"x\" as 1 | 0", ["bad-name"]),
            ("input t from \"x\" as \"a\" | \"b\"", ["needless-quotes"]),
            ("input t from \"x\" as heat-cool | off", ["bad-name"]),
            ("input t from \"x\" as on = \"1\" | off", ["stray-sign"]),
            ("input t from \"x\" as ON or OFF", ["stray-sign"]),
            ("input t from \"x\" as ON, OFF", ["unknown-option"]),
            ("input t from \"x\" as number C in 0..5", ["unknown-unit"]),
            ("input t from \"x\" as number in 0 %..5 %", ["needless-unit", "needless-unit"]),
            ("input t from \"x\" as text,\nprefix \"a\"", ["stray-sign"]),
            ("input t from \"x\" as text, stale 5 min", ["missing-word"]),
            ("input t from \"x\" as text, qos 3", ["bad-number"]),
            ("input t from \"x\" as text stale after 5 min", ["unexpected-rest"]),
            ("output t to \"x\" as text, retain", ["mistyped-word"]),
            ("output t to \"x\" as text, sending {value}", ["missing-quotes"]),
            ("output t to \"x\" as a | b, confirmed by c within 5 s", ["missing-value"]),
            ("input my-temp from \"x\" as text", ["bad-name"]), ("input my temp from \"x\" as text", ["bad-name"]),
            ("input \"a\" from \"x\" as text", ["needless-quotes"]), ("input from \"x\" as text", ["missing-name"]),
            ("input 5 from \"x\" as text", ["missing-name"]), ("input a() from \"x\" as text", ["empty-parentheses"]),
            ("input a({room}) from \"x\" as text", ["stray-sign"]),
            ("input a from \"x\" at DS18B20-1.T as text", ["missing-quotes"]),
            ("input a from \"x\" at 0.v as text", ["missing-quotes"]),
            ("input a(r in kitchen) from \"x\" as text", ["missing-level"]),
            ("outptu a to \"x\" as text", ["mistyped-word"]), ("evnt a from \"x\" as text", ["mistyped-word"]),
            ("brokr \"x\"", ["mistyped-word"]), ("broker mqtt://a:1", ["missing-quotes"]),
            ("prefix", ["missing-value"]), ("prefix home/one", ["missing-quotes"]),
        ])
    func declarations(_ text: String, _ expected: [String]) { #expect(slugs(in: text).map(withoutLine) == expected) }

    @Test(
        "in rules and tests say what to write",
        arguments: [
            ("kep fan\n ON whlie a\n OFF otherwsie", ["mistyped-word", "mistyped-word", "mistyped-word"]),
            ("keep\n ON while a", ["missing-name"]), ("keep fan", ["empty-keep"]),
            ("keep fan ON while a", ["unexpected-rest"]),
            ("keep fan(room\n ON while (a > 5\n OFF otherwise", ["missing-parenthesis", "missing-parenthesis"]),
            ("let x = t(room > 26 and b", ["missing-parenthesis"]),
            ("let x = fan(living room) is on", ["missing-quotes"]), ("let x = fan(room-1)", ["missing-quotes"]),
            ("let x = fan(0x12)", ["missing-quotes"]), ("let x = fan(r in (a))", ["members-here"]),
            ("let x = fan()", ["empty-parentheses"]), ("let x = fan({r})", ["stray-sign"]),
            ("keep fan\n ON while t >\n OFF otherwise", ["missing-value"]),
            ("keep fan\n ON while\n OFF otherwise", ["missing-value"]), ("let x =\nlet y = a", ["missing-value"]),
            ("when a", ["misplaced-do"]), ("when a do", ["misplaced-do"]),
            ("when a, twice do b = ON", ["unknown-option"]), ("when a do turn on b", ["unknown-action"]),
            ("when a do togle b", ["mistyped-word"]), ("when a do b to ON", ["stray-sign"]),
            ("when a if b, queued do c = d", ["unknown-option"]), ("when a do wait for 5 min", ["wait-for"]),
            ("when (a is b do c = d", ["missing-parenthesis"]), ("when a is\n do b = c", ["missing-value"]),
            ("let x = change of t", ["over-time"]),
            ("let x = sum of t over 5 min", ["over-time"]), ("let x = a changes to b", ["changes-to"]),
            ("let x = {a}", ["stray-sign"]),
            ("test the fan\n expect nothing", ["missing-quotes"]), ("test \"a\"\n t(kitchen) is 5", ["unknown-step"]),
            ("test \"a\"\n recieve \"a\" \"b\"", ["mistyped-word"]),
            ("test \"a\"\n receive \"a\" 20", ["missing-quotes"]), ("test \"a\"\n receive \"a\"", ["missing-value"]),
            ("test \"a\"\n expect no commands", ["expect-nothing"]),
            ("test \"a\"\n publish \"x\"", ["unknown-step"]),
            ("test \"a\"\n expect a = b,\n wait 5 min", ["unexpected-rest"]), ("test", ["missing-value"]),
            ("expect a = b\nwait 5 min\nc = d", ["stray-step"]), ("ON while a\nOFF otherwise", ["stray-case"]),
            ("toggle a", ["stray-action"]), ("a = b", ["stray-assignment"]),
            ("rule fan\n  ON while a\n  OFF otherwise\nprefix \"a\"", ["unknown-statement"]),
            ("rule fan\nON while a\nOFF otherwise", ["unknown-statement"]),
        ])
    func rules(_ text: String, _ expected: [String]) { #expect(slugs(in: text).map(withoutLine) == expected) }

    private func withoutLine(_ slug: String) -> String { String(slug.drop { $0 != ":" }.dropFirst()) }
}
