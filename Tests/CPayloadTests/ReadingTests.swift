import CPayload
import Testing

@Suite("Reading JSON payloads")
struct ReadingTests {
    @Test("every kind of value is found by its path")
    func kinds() throws {
        let reader = try #require(Reader())
        let payload = #"{"n":null,"t":true,"f":false,"i":-3,"d":20.5,"s":"ON","o":{"a":[1,{"b":2}]},"switch:0":{"output":true}}"#
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
}
