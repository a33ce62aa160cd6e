import CPayload
import Testing

@Suite("Limits of JSON payloads")
struct LimitTests {
    private func nested(_ depth: Int, around value: String) -> String {
        String(repeating: "[", count: depth) + value + String(repeating: "]", count: depth)
    }

    @Test("a value may be 64 deep and not 65")
    func depth() throws {
        let reader = try #require(Reader())
        #expect(HEARTH_JSON_MAXIMUM_DEPTH == 64)
        #expect(reader.parse(nested(64, around: "1.0")) == .ok)
        #expect(reader.parse(nested(65, around: "1.0")) == .tooDeep)
        #expect(reader.parse(nested(64, around: "[]")) == .ok)
        let objects = String(repeating: #"{"a":"#, count: 64) + "7" + String(repeating: "}", count: 64)
        #expect(reader.parse(objects) == .ok)
        #expect(reader.parse("[\(objects)]") == .tooDeep)
    }

    @Test("the depth is the same after the reader grew and for widened payloads")
    func depthAfterGrowth() throws {
        let reader = try #require(Reader())
        let blanks = String(repeating: " ", count: 200_000)
        for number in ["1.0", "123456789012345678901234567890"] {
            #expect(reader.parse(blanks + nested(64, around: number)) == .ok)
            #expect(reader.parse(blanks + nested(65, around: number)) == .tooDeep)
        }
    }

    @Test("100,000 lists in one another are refused, closed or not")
    func deepNesting() throws {
        let reader = try #require(Reader())
        #expect(reader.parse(nested(100_000, around: "")) == .tooDeep)
        #expect(reader.parse(String(repeating: "[", count: 100_000)) == .broken)
        #expect(reader.parse(String(repeating: #"{"a":"#, count: 100_000)) == .broken)
        #expect(reader.parse(String(repeating: "[", count: 100_000) + "]") == .tooDeep)
        #expect(reader.parse("[1]") == .ok)
    }

    @Test("1 MiB is read, one byte more is too large")
    func length() throws {
        let reader = try #require(Reader())
        #expect(HEARTH_JSON_MAXIMUM_LENGTH == 1 << 20)
        let text = String(repeating: "x", count: HEARTH_JSON_MAXIMUM_LENGTH - 9)
        #expect(reader.parse(#"{"a": "\#(text)"}"#) == .ok)
        // Compared outside: a failure would print all of it.
        let isWhole = reader.value(.key("a")) == .text(text)
        #expect(isWhole)
        #expect(reader.parse(#"{"a":  "\#(text)"}"#) == .tooLarge)
        let isAbsent = reader.value(.key("a")) == .absent
        #expect(isAbsent)
    }

    @Test("1 MiB of the worst there is: numbers to widen, backslashes, brackets, NUL")
    func largest() throws {
        let reader = try #require(Reader())
        let limit = Int(HEARTH_JSON_MAXIMUM_LENGTH)
        let number = "-9999999999999999999"
        let list =
            "[" + Array(repeating: number, count: (limit - 2) / (number.utf8.count + 1)).joined(separator: ",") + "]"
        #expect(reader.parse(list) == .ok)
        #expect(reader.value(.index(49_000)) == .number(-1e19))
        #expect(reader.characters(.index(49_000)) == number)
        #expect(reader.parse([UInt8](repeating: 0, count: limit)) == .broken)
        #expect(reader.parse([UInt8](repeating: UInt8(ascii: "\\"), count: limit)) == .broken)
        #expect(reader.parse([UInt8](repeating: UInt8(ascii: "\""), count: limit)) == .broken)
        #expect(reader.parse([UInt8](repeating: UInt8(ascii: "9"), count: limit)) == .numberOutOfRange)
        #expect(reader.parse([UInt8](repeating: 0xFF, count: limit)) == .notUTF8)
        #expect(reader.parse("[1]") == .ok)
    }
}
