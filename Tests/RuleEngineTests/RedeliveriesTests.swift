import Testing

@testable import RuleEngine

@Suite("Messages that come twice")
struct RedeliveriesTests {
    private func take(_ known: inout Redeliveries, _ id: UInt16, _ payload: String) -> Bool {
        Array("t".utf8).withUnsafeBytes { topic in
            Array(payload.utf8).withUnsafeBytes { known.take(id, topic, $0) }
        }
    }

    @Test("one whose acknowledgement had not left comes again after the connection, and is left alone once")
    func again() {
        var known = Redeliveries()
        #expect(!take(&known, 1, "a"))
        known.connectionEnded()
        #expect(take(&known, 1, "a"))
        #expect(!take(&known, 1, "a"), "that is another one with the same id")
    }

    @Test("one that was acknowledged does not come again: the same id and payload are news")
    func acknowledged() {
        var known = Redeliveries()
        #expect(!take(&known, 1, "a"))
        #expect(known.isAnyOpen)
        known.acknowledged()
        #expect(!known.isAnyOpen)
        known.connectionEnded()
        #expect(!take(&known, 1, "a"))
    }

    @Test("within one connection nothing comes again")
    func same() {
        var known = Redeliveries()
        #expect(!take(&known, 1, "a"))
        #expect(!take(&known, 1, "a"))
    }

    @Test("one that is left alone and not acknowledged either comes a third time")
    func third() {
        var known = Redeliveries()
        _ = take(&known, 1, "a")
        known.connectionEnded()
        #expect(take(&known, 1, "a"))
        known.connectionEnded()
        #expect(take(&known, 1, "a"))
    }

    @Test("another payload under the id is another message, and a broker that knows nothing sends nothing again")
    func others() {
        var known = Redeliveries()
        _ = take(&known, 1, "a")
        known.connectionEnded()
        #expect(!take(&known, 1, "b"))
        known.forgetFormer()
        #expect(!take(&known, 1, "a"))
    }
}
