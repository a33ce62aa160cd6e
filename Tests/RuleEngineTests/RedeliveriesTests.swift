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

    @Test("one whose acknowledgement the broker may never have read comes again after the connection, too")
    func unread() {
        var known = Redeliveries()
        #expect(!take(&known, 1, "a"))
        #expect(known.isAnyOpen)
        known.acknowledged()
        #expect(!known.isAnyOpen)
        known.connectionEnded()
        #expect(take(&known, 1, "a"))
        #expect(!take(&known, 1, "a"))
    }

    @Test("one that was acknowledged long ago does not come again: the same id and payload are news")
    func acknowledged() {
        var known = Redeliveries()
        for id in 1...21 {
            _ = take(&known, UInt16(id), "a")
            known.acknowledged()
        }
        known.connectionEnded()
        #expect(!take(&known, 1, "a") && take(&known, 2, "a") && take(&known, 21, "a"))
    }

    @Test("what was settled since then is forgotten, and what is saved is found again")
    func saved() throws {
        var known = Redeliveries()
        _ = take(&known, 7, "a")
        known.acknowledged()
        var snapshot = try EngineRunner("").engine.snapshot(at: EngineRunner.start)
        snapshot.note(EventLog.Mark(session: 1, offset: 0), log: "", fingerprint: 0, Undelivered(at: 0), known)
        var unreadable = 0
        var found = Snapshot(rows: snapshot.rows, time: 0, wall: 0, unreadable: &unreadable).redeliveries
        #expect(unreadable == 0 && found == known)
        found.connectionEnded()
        #expect(take(&found, 7, "a"))
        known.connectionEnded()
        known.forgetFormer()
        #expect(!take(&known, 7, "a"))
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
