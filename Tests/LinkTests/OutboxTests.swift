import Testing

@testable import Link

@Suite("Outbox")
struct OutboxTests {
    @Test("it gives what it was given, in order, through compaction, against a simple model")
    func model() {
        var generator = SeededGenerator(seed: 4)
        var outbox = Outbox()
        outbox.window = .max
        var model: [OutgoingMessage] = []
        for step in 0..<20_000 {
            if Int.random(in: 0..<5, using: &generator) < (step < 12_000 ? 3 : 2) {
                let message = command("k\(Int.random(in: 0..<3_000, using: &generator))", "\(step)")
                outbox.add(message, at: 0)
                if let place = model.firstIndex(where: { $0.key == message.key }) {
                    model[place] = message
                } else {
                    model.append(message)
                }
            } else {
                #expect(outbox.next(at: 0) == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(outbox.waitingCount == model.count)
        }
    }

    @Test("at the limit a message is taken, one past it is dropped and counted, and a known key still changes")
    func limit() {
        var outbox = Outbox()
        outbox.limit = 2
        outbox.add(command("a", "1"), at: 0)
        outbox.add(command("b", "1"), at: 0)
        #expect(outbox.dropped == 0)
        outbox.add(command("c", "1"), at: 0)
        outbox.add(command("a", "2"), at: 0)
        #expect(outbox.dropped == 1)
        #expect(outbox.next(at: 0)?.payload == Array("2".utf8))
    }

    @Test("the latest of an output is kept over a loss, whether it was sent or waits")
    func loss() {
        var outbox = Outbox()
        outbox.sent(command("a", "1"), token: 1, at: 0)
        outbox.sent(command("a", "2"), token: 2, at: 0)
        outbox.sent(command("b", "1"), token: 3, at: 0)
        outbox.add(command("b", "2"), at: 0)
        outbox.add(publication("x"), at: 0)
        #expect(outbox.connectionLost() == 1)
        #expect(outbox.next(at: 0) == command("a", "2"))
        #expect(outbox.next(at: 0) == command("b", "2"))
        #expect(outbox.next(at: 0) == nil)
    }
}
