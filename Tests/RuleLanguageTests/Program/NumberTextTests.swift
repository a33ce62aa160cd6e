import Testing

@testable import RuleLanguage

@Suite("Numbers as text")
struct NumberTextTests {
    @Test(
        "a number is written as its shortest decimal",
        arguments: [
            (0.1, "0.1"), (20, "20"), (-3.5, "-3.5"), (100, "100"), (0, "0"), (-0.0, "0"), (1e-7, "0.0000001"),
            (1e21, "1000000000000000000000"), (0.30000000000000004, "0.30000000000000004"), (1e16, "10000000000000000"),
            (123_456_789.125, "123456789.125"), (0.00001, "0.00001"), (-1e-5, "-0.00001"), (9.5, "9.5"),
        ] as [(Double, String)])
    func shortest(number: Double, text: String) {
        #expect(NumberText.shortest(number) == text)
    }

    @Test("the smallest number has no exponent and reads back")
    func smallest() {
        let text = NumberText.shortest(.leastNonzeroMagnitude)
        #expect(text.hasPrefix("0.000") && text.hasSuffix("5"))
        #expect(text.utf8.count == 326)
        #expect(NumberText.parse(text) == .leastNonzeroMagnitude)
    }

    @Test(
        "with a step there are never more decimals than the step has",
        arguments: [
            (20.5, 0.5, "20.5"), (20, 0.5, "20"), (19.999999, 0.01, "20"), (0.30000000000000004, 0.1, "0.3"),
            (17.4, 1, "17"), (-0.001, 0.1, "0"), (0.05, 0.1, "0.1"), (0.004, 0.1, "0"), (99.96, 0.1, "100"),
            (1234, 100, "1234"), (0.0000001, 1e-7, "0.0000001"), (-9.99, 0.1, "-10"),
        ] as [(Double, Double, String)])
    func shortestWithStep(number: Double, step: Double, text: String) {
        #expect(NumberText.shortest(number, step: step) == text)
    }

    @Test(
        "rounded to a step it is the number that it is written as, and half goes away from zero",
        arguments: [
            (19.666, 0.1, 19.7), (0.29999, 0.1, 0.3), (-19.666, 0.1, -19.7), (0.15, 0.1, 0.2), (-0.25, 0.1, -0.3),
            (20.3, 0.5, 20.5), (17.4, 1, 17), (1234, 100, 1200), (1150, 100, 1200), (6.5553, 0.01, 6.56),
            (0.07, 0.03, 0.06), (1e300, 0.1, 1e300), (123_456_789_012_345, 0.001, 123_456_789_012_345),
        ] as [(Double, Double, Double)])
    func rounded(number: Double, step: Double, result: Double) {
        #expect(NumberText.rounded(number, toStep: step) == result)
    }

    @Test("there is no multiple of a step that is nothing")
    func roundedToNothing() {
        #expect(NumberText.rounded(5, toStep: 0).isNaN)
    }

    @Test(
        "what is a number is read",
        arguments: [
            ("0", 0), ("26", 26), ("-3.5", -3.5), (".5", 0.5), ("5.", 5), ("+5", 5), ("1e3", 1000), ("1E-2", 0.01),
            ("  20.5\r\n", 20.5), ("\t7", 7), ("0.1", 0.1), ("-0", 0), ("000012", 12),
            ("0.30000000000000004", 0.30000000000000004),
            ("123456789012345678901234567890", 123456789012345677877719597056), ("5.e2", 500), (".5e1", 5),

            ("12345678901234567890.", 12345678901234567168), ("9007199254740993", 9007199254740992), ("1e22", 1e22),
            ("1e23", 1e23),
            ("0e999999999999999999999", 0), ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
        ] as [(String, Double)])
    func reads(text: String, number: Double) {
        #expect(NumberText.parse(text) == number)
    }

    @Test(
        "what is no number is not read",
        arguments: [
            "", " ", "nan", "NaN", "inf", "-inf", "Infinity", "0x10", "1,5", "1_000", "1e400", "-1e400", "e5", ".", "+",
            "-", "+-5",
            "5e", "5e+", "--5", "1 2", "1.2.3", "5C", "٣", "1e3.5", "$5", "1\u{0}",
        ])
    func refuses(text: String) {
        #expect(NumberText.parse(text) == nil)
    }

    @Test("what is written reads back as the same number")
    func roundTrip() {
        var generator = SplitMix(state: 7)
        for _ in 0..<20_000 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            #expect(NumberText.parse(NumberText.shortest(number)) == number)
        }
    }

    @Test("a scan says where the number ends")
    func scan() {
        let bytes = Array(" 22.5 °C".utf8)
        let result = bytes.withUnsafeBytes { NumberText.scan($0) }
        #expect(result?.value == 22.5)
        #expect(result?.end == 5)
    }
}

/// A small generator, so that a failure can be repeated.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
