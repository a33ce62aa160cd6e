import CPayload
import Testing

@Suite("Reading JSON payloads")
struct ReadingTests {
    @Test("every kind of value is found by its path")
    func kinds() throws {
        let reader = try #require(Reader())
        let payload =
            #"{"n":null,"t":true,"f":false,"i":-3,"d":20.5,"s":"ON","o":{"a":[1,{"b":2}]},"switch:0":{"output":true}}"#
        #expect(reader.parse(payload) == .ok)
        #expect(reader.value(.key("n")) == .null)
        #expect(reader.value(.key("t")) == .boolean(true))
        #expect(reader.value(.key("f")) == .boolean(false))
        #expect(reader.value(.key("i")) == .number(-3))
        #expect(reader.value(.key("d")) == .number(20.5))
        #expect(reader.value(.key("s")) == .text("ON"))
        #expect(reader.value(.key("o")) == .object)
        #expect(reader.value(.key("o"), .key("a")) == .array)
        #expect(reader.value(.key("o"), .key("a"), .index(1), .key("b")) == .number(2))
        #expect(reader.value(.key("switch:0"), .key("output")) == .boolean(true))
        #expect(reader.value() == .object)
    }

    @Test("what is not there is absent, however the path goes wrong")
    func absent() throws {
        let reader = try #require(Reader())
        #expect(reader.parse(#"{"a":[10,20],"b":{"c":1},"d":null}"#) == .ok)
        #expect(reader.value(.key("x")) == .absent)
        #expect(reader.value(.key("A")) == .absent)
        #expect(reader.value(.key("a"), .index(2)) == .absent)
        #expect(reader.value(.key("a"), .key("0")) == .absent)
        #expect(reader.value(.key("b"), .index(0)) == .absent)
        #expect(reader.value(.key("b"), .key("c"), .key("d")) == .absent)
        #expect(reader.value(.key("d"), .key("e")) == .absent)
        #expect(reader.value(.index(0)) == .absent)
    }

    @Test(
        "a payload may be a bare value",
        arguments: [
            ("20.60", Reader.Value.number(20.6)), (" 7\r\n", .number(7)), (#""text""#, .text("text")), ("null", .null),
            ("true", .boolean(true)), ("false", .boolean(false)), ("[]", .array), ("{}", .object), ("-0", .number(0)),
            ("12345678901234567890123", .number(12_345_678_901_234_567_741_440)),
        ])
    func bare(payload: String, value: Reader.Value) throws {
        let reader = try #require(Reader())
        #expect(reader.parse(payload) == .ok)
        #expect(reader.value() == value)
    }

    @Test("of a key that stands twice the last one counts")
    func duplicates() throws {
        let reader = try #require(Reader())
        #expect(reader.parse(#"{"state":"ON","n":1,"state":"OFF","n":2.50}"#) == .ok)
        #expect(reader.value(.key("state")) == .text("OFF"))
        #expect(reader.value(.key("n")) == .number(2.5))
        #expect(reader.characters(.key("n")) == "2.50")
        #expect(reader.parse(#"{"a":{"b":1},"a":{"c":2}}"#) == .ok)
        #expect(reader.value(.key("a"), .key("b")) == .absent)
    }

    @Test("odd keys are keys: empty, with dots, slashes, escapes and other scripts")
    func oddKeys() throws {
        let reader = try #require(Reader())
        #expect(reader.parse(#"{"":1," ":2,"a.b":3,"a/b":4,"ci\u015bnienie":5,"q\"\\":6,"客厅":7}"#) == .ok)
        for (key, value) in [("", 1.0), (" ", 2), ("a.b", 3), ("a/b", 4), ("ciśnienie", 5), (#"q"\"#, 6), ("客厅", 7)] {
            #expect(reader.value(.key(key)) == .number(value))
        }
    }

    @Test("a string comes without its escapes, and NUL does not end it")
    func strings() throws {
        let reader = try #require(Reader())
        #expect(reader.parse(#"{"a":"x\u0000y","b":"\ud83d\udecb \"°C\" \n","c":"","a\u0000b":1}"#) == .ok)
        #expect(reader.value(.key("a")) == .text([0x78, 0, 0x79]))
        #expect(reader.value(.key("b")) == .text("\u{1F6CB} \"°C\" \n"))
        #expect(reader.value(.key("c")) == .text(""))
        #expect(reader.value(.key("a\0b")) == .number(1))
    }

    @Test("one byte-order mark is passed over, two are not JSON")
    func byteOrderMark() throws {
        let reader = try #require(Reader())
        #expect(reader.parse("\u{FEFF}{\"a\":21.5}") == .ok)
        #expect(reader.value(.key("a")) == .number(21.5))
        #expect(reader.characters(.key("a")) == "21.5")
        #expect(reader.parse("\u{FEFF}") == .empty)
        #expect(reader.parse("\u{FEFF}\u{FEFF}1") == .broken)
        #expect(reader.parse(" \u{FEFF}1") == .broken)
    }

    @Test("a payload that cannot be read leaves nothing of the one before")
    func nothingStays() throws {
        let reader = try #require(Reader())
        #expect(reader.value(.key("a")) == .absent)
        #expect(reader.parse(#"{"a":1}"#) == .ok)
        #expect(reader.parse(#"{"a":1"#) == .broken)
        #expect(reader.value(.key("a")) == .absent)
        #expect(reader.characters(.key("a")) == nil)
        #expect(reader.parse(#"{"b":2}"#) == .ok)
        #expect(reader.value(.key("a")) == .absent)
        #expect(reader.value(.key("b")) == .number(2))
    }

    @Test("bytes behind the length are not part of the payload")
    func length() throws {
        let reader = try #require(Reader())
        let bytes = Array("123456".utf8)
        for count in 1...bytes.count {
            #expect(reader.parse(Array(bytes[..<count])) == .ok)
            #expect(reader.characters() == String("123456".prefix(count)))
        }
    }
}
