import CPayload
import Testing

@Suite("Hostile payloads")
struct HostileTests {
    /// 300 bytes with everything in it that JSON has.
    static let document =
        #"{"battery":74,"humidity":81.2,"linkquality":96,"pressure":1009.1,"temperature":3.42,"voltage":2985,"#
        + #""name":"K\u00fcche \"oben\" 客厅","ok":true,"off":false,"last":null,"update":{"state":"idle","installed":16908545,"#
        + #""list":[1,-2.5e3,{"deep":[[[]],{}]},"x"]},"id":12345678901234567890,"big":-123456789012345678901234}"#

    @Test("a document cut off after any byte is broken, and whole it is ok")
    func truncated() throws {
        let reader = try #require(Reader())
        let bytes = Array(Self.document.utf8)
        #expect(bytes.count >= 300)
        for count in 1..<bytes.count {
            let status = reader.parse(Array(bytes[..<count]))
            // In the middle of a character of several bytes it is not UTF-8 as well.
            #expect(status == .broken || status == .notUTF8, "\(count) bytes")
            #expect(reader.value(.key("battery")) == .absent)
        }
        #expect(reader.parse(bytes) == .ok)
        #expect(reader.value(.key("temperature")) == .number(3.42))
        #expect(reader.value(.key("update"), .key("list"), .index(3)) == .text("x"))
    }

    @Test("a document with any byte replaced is read or refused, and nothing else happens")
    func replaced() throws {
        let reader = try #require(Reader())
        let bytes = Array(Self.document.utf8)
        for index in bytes.indices {
            for byte: UInt8 in [
                0, 0x09, 0x20, 0x22, 0x2C, 0x2D, 0x39, 0x5B, 0x5C, 0x5D, 0x65, 0x7B, 0x7D, 0x7F, 0x80, 0xC3, 0xFF,
            ] {
                var changed = bytes
                changed[index] = byte
                if reader.parse(changed) == .ok {
                    #expect(reader.value() == .object)
                    _ = reader.characters(.key("big"))
                } else {
                    #expect(reader.value() == .absent)
                }
            }
        }
    }

    @Test(
        "what is not JSON is broken",
        arguments: [
            "{", "}", "[", "]", "{]", "[}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "[1,]", "[,1]", "{,}",
            #"{"a":1}{"a":2}"#,
            #"{"a":1} x"#, "1 2", "21.5,48", "{temperature:21.5}", "{'temperature':21.5}", "[1 2]", #"{"a" 1}"#, "tru",
            "True",
            "nulll", "undefined", "ON", "-", "\"", #""\x""#, #""\u12""#, "\"a\tb\"", "\"a\nb\"", "// c\n1", "1 /* c */",
            "\0", "{}\0",
            "\u{0B}1", "\u{A0}1", "<x/>", ",", ":", #"{"a":1:2}"#, #"{1:2}"#, #"{"a":"b"c"}"#,
        ])
    func broken(payload: String) throws {
        let reader = try #require(Reader())
        #expect(reader.parse(payload) == .broken)
        #expect(reader.value() == .absent)
    }

    @Test(
        "half of a surrogate pair is broken, wherever it stands",
        arguments: [#"\ud800"#, #"\udc00"#, #"\ud83d x"#, #"\ud83d\u0041"#])
    func surrogates(text: String) throws {
        let reader = try #require(Reader())
        #expect(reader.parse(#"{"a":"\#(text)"}"#) == .broken)
        #expect(reader.parse(#"{"\#(text)":1}"#) == .broken)
    }

    @Test(
        "bytes that are not UTF-8 are told apart from broken JSON",
        arguments: [[0xFF], [0xB0], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]]
            as [[UInt8]])
    func notUTF8(bytes: [UInt8]) throws {
        let reader = try #require(Reader())
        #expect(reader.parse(Array(#"{"a":""#.utf8) + bytes + Array(#""}"#.utf8)) == .notUTF8)
    }

    @Test(
        "nothing and blanks are empty", arguments: ["", " ", "\n", " \t\r\n ", String(repeating: " ", count: 10_000)])
    func empty(payload: String) throws {
        let reader = try #require(Reader())
        #expect(reader.parse(payload) == .empty)
    }

    @Test("no bytes at all are empty")
    func noBytes() throws {
        let reader = try #require(hearth_json_reader_new())
        defer { hearth_json_reader_free(reader) }
        #expect(hearth_json_parse(reader, nil, 0) == .empty)
    }
}
