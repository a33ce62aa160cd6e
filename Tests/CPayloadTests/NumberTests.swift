import CPayload
import Testing

@Suite("Numbers in JSON payloads")
struct NumberTests {
    @Test(
        "a number is the nearest double, and its characters can be had",
        arguments: [
            ("0", 0.0), ("-0", 0), ("-0.0", -0.0), ("1", 1), ("1.0", 1), ("1e3", 1000), ("1E+3", 1000),
            ("6.1e-05", 6.1e-05),
            ("20.60", 20.6), ("0.1", 0.1), ("1e-400", 0), ("5e-324", .leastNonzeroMagnitude),
            ("1.7976931348623157e308", 1.7976931348623157e308),
            ("9007199254740993", 9_007_199_254_740_992), ("9223372036854775807", 9_223_372_036_854_775_808),
            ("9223372036854775808", 9_223_372_036_854_775_808), ("-9223372036854775808", -9_223_372_036_854_775_808),
            ("-9223372036854775809", -9_223_372_036_854_775_808), ("18446744073709551615", 18_446_744_073_709_551_616),
            ("18446744073709551616", 18_446_744_073_709_551_616),
            ("123456789012345678901234567890", 1.2345678901234568e29),
            ("0.1234567890123456789012345678901234567890", 0.12345678901234568),
            ("1651075258123456789", 1.6510752581234568e18),
        ])
    func values(text: String, number: Double) throws {
        let reader = try #require(Reader())
        for payload in [#"{"a":\#(text)}"#, #"{"a":\#(text) }"#, #"{"x":[1,"2",{"y":-3.0}],"a":\#(text),"b":4}"#] {
            #expect(reader.parse(payload) == .ok, "\(payload)")
            #expect(reader.value(.key("a")) == .number(number), "\(payload)")
            #expect(reader.characters(.key("a")) == text, "\(payload)")
        }
        #expect(reader.parse(text) == .ok)
        #expect(reader.value() == .number(number))
        #expect(reader.characters() == text)
    }

    @Test(
        "what is not a number of JSON makes the payload broken",
        arguments: [
            "nan", "NaN", "-NaN", "inf", "Infinity", "-Infinity", "01", "021.5", "-01", "+1", ".5", "5.", "-", "1e",
            "1e+", "1.e3",
            "0x10", "1_000", "1,5,", "20,5 ", "--1", "1.2.3", "1-2", "12345678901234567890123x",
            "123456789012345678901.", "１２",
            "012345678901234567890", "1a", "1\"", "12345678901234567890 1",
        ])
    func wrong(text: String) throws {
        let reader = try #require(Reader())
        // "20,5 " in a list would be two numbers, in an object it is none.
        #expect(reader.parse(#"{"a":\#(text)}"#) == .broken)
        #expect(reader.parse(#"{"b":12345678901234567890123,"a":\#(text)}"#) == .broken)
    }

    @Test(
        "a number that no double holds is out of range",
        arguments: ["1e400", "-1e400", "1e309", "1.8e308", "123e9999999999"])
    func outOfRange(text: String) throws {
        let reader = try #require(Reader())
        #expect(reader.parse(text) == .numberOutOfRange)
        #expect(reader.parse(#"{"a":1,"b":\#(text)}"#) == .numberOutOfRange)
        #expect(reader.parse(#"{"a":1,"b":"\#(text)"}"#) == .ok)
    }

    @Test("an integer of 308 digits is a number, one of 310 is out of range")
    func longIntegers() throws {
        let reader = try #require(Reader())
        #expect(reader.parse(#"{"a":1\#(String(repeating: "0", count: 307)),"b":2}"#) == .ok)
        #expect(reader.value(.key("a")) == .number(1e307))
        #expect(reader.value(.key("b")) == .number(2))
        #expect(reader.parse(#"{"a":1\#(String(repeating: "0", count: 309))}"#) == .numberOutOfRange)
    }

    @Test("an integer beyond 64 bits makes no other field unreadable")
    func largeIntegers() throws {
        let reader = try #require(Reader())
        let payload =
            #"{"id":"12345678901234567890123","x":[12345678901234567890123,-99999999999999999999],"t":21.50,"s":"a\\"}"#
        #expect(reader.parse(payload) == .ok)
        #expect(reader.value(.key("id")) == .text("12345678901234567890123"))
        #expect(reader.value(.key("x"), .index(0)) == .number(12_345_678_901_234_567_741_440))
        #expect(reader.value(.key("x"), .index(1)) == .number(-1e20))
        #expect(reader.value(.key("t")) == .number(21.5))
        #expect(reader.value(.key("s")) == .text(#"a\"#))
        #expect(reader.characters(.key("x"), .index(1)) == "-99999999999999999999")
        #expect(reader.characters(.key("t")) == "21.50")
    }

    @Test("digits in strings and keys are not counted when a number's characters are looked up")
    func charactersAmongStrings() throws {
        let reader = try #require(Reader())
        #expect(reader.parse(#"{"1":"2\"3","\\":[{"4":5.0},[6e0]],"7":"\\","a":8.00,"b":[9,{"c":10.10}]}"#) == .ok)
        #expect(reader.characters(.key("\\"), .index(0), .key("4")) == "5.0")
        #expect(reader.characters(.key("\\"), .index(1), .index(0)) == "6e0")
        #expect(reader.characters(.key("a")) == "8.00")
        #expect(reader.characters(.key("b"), .index(1), .key("c")) == "10.10")
        #expect(reader.characters(.key("1")) == nil)
        #expect(reader.characters(.key("b")) == nil)
        #expect(reader.characters(.key("none")) == nil)
    }
}
