import Testing

@testable import RuleLanguage

@Suite("The examples")
struct ExamplesParseTests {
    @Test("every example parses without a finding")
    func parse() throws {
        let texts = try Examples.texts()
        #expect(texts.count >= 5)
        for (name, text) in texts {
            #expect(findings(in: text, name: name) == "")
        }
    }

    @Test("a whole program has the tree that it reads like")
    func climate() throws {
        let text = try #require(try Examples.texts().first { $0.name == "climate.rules" }).text
        let head = tree(of: text).split(separator: "\n").prefix(13).joined(separator: "\n")
        #expect(
            head == """
                input temperature(room) from '<prefix>/sensors/<room>/temperature' as number[°C] in -40.0..60.0, stale 900s
                input status(room) from '<prefix>/sensors/<room>/status' as online|offline
                output fan(room) to '<prefix>/<room>/fan/set' as ON|OFF
                keep fan(room)
                  OFF while (((status(room) is offline) for 300s) or ((unknown temperature(room)) for 1800s))
                  ON while ((temperature(room) > 26.0[°C]) until (temperature(room) < 24.0[°C]))
                  OFF otherwise
                test 'the fan follows the heat, with hysteresis'
                  clock 2026-7-1 @50400
                  status(kitchen) = online
                  temperature(kitchen) = 22.0
                  expect fan(kitchen) = OFF
                  temperature(kitchen) = 26.5
                """)
    }
}
