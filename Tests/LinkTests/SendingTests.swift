import Testing

@testable import Link

@Suite("Sending")
struct SendingTests {
    @Test("a command goes out in the same turn")
    func atOnce() {
        var bench = LinkBench()
        bench.goOnline()
        #expect(bench.tell(.send(command("fan", "ON"))).published == ["set/fan=ON"])
    }

    @Test("at the window's limit the library is fed no more, and each acknowledgement makes room for one")
    func window() {
        var bench = LinkBench()
        bench.goOnline()
        var tokens: [Int] = []
        for index in 0..<Limits.window {
            let actions = bench.tell(.send(command("o\(index)", "1")))
            #expect(actions.publishTokens.count == 1)
            tokens += actions.publishTokens
        }
        #expect(bench.tell(.send(command("x", "1"))).isEmpty)
        #expect(bench.tell(.send(command("y", "1"))).isEmpty)
        #expect(bench.tell(.acknowledged(token: tokens[0], reason: 0)).published == ["set/x=1"])
        #expect(bench.tell(.acknowledged(token: tokens[1], reason: 0x10)).published == ["set/y=1"])
        #expect(bench.tell(.acknowledged(token: tokens[2], reason: 0)).isEmpty)
    }

    @Test("the broker's receive maximum is honoured")
    func receiveMaximum() {
        var bench = LinkBench()
        bench.goOnline(Acceptance(receiveMaximum: 2))
        let sent = (0..<5).map { bench.tell(.send(command("o\($0)", "1"))).publishTokens.count }
        #expect(sent == [1, 1, 0, 0, 0])
    }

    @Test("while a command waits, a newer one for the same output takes its place")
    func newestWins() {
        var bench = LinkBench()
        bench.goOnline(Acceptance(receiveMaximum: 1))
        let token = bench.tell(.send(command("a", "1"))).publishTokens[0]
        bench.tell(.send(command("b", "old")))
        bench.tell(.send(command("c", "1")))
        bench.tell(.send(command("b", "new")))
        let next = bench.tell(.acknowledged(token: token, reason: 0))
        #expect(next.published == ["set/b=new"])
        let last = bench.tell(.acknowledged(token: next.publishTokens[0], reason: 0))
        #expect(last.published == ["set/c=1"])
        #expect(bench.tell(.acknowledged(token: last.publishTokens[0], reason: 0)).isEmpty)
    }

    @Test("after a loss each output sends its latest value once, and what the engine decided anew goes instead")
    func afterLoss() {
        var bench = LinkBench()
        bench.goOnline(Acceptance(receiveMaximum: 2))
        bench.tell(.send(command("a", "1")))
        bench.tell(.send(command("b", "1")))
        bench.tell(.send(command("a", "2")))
        bench.tell(.send(command("c", "1")))
        _ = bench.lose()
        var published: [String] = []
        var actions = bench.connect()
        while !actions.isEmpty {
            published += actions.published.filter { $0.hasPrefix("set/") }
            if actions.contains(.settled) {
                #expect(bench.tell(.send(command("c", "2"))).isEmpty, "nothing before the engine is through")
                #expect(bench.tell(.send(command("d", "1"))).isEmpty)
            }
            actions = bench.answerOnce(actions)
        }
        #expect(published == ["set/b=1", "set/a=2", "set/c=2", "set/d=1"])
    }

    @Test("what was acknowledged is not sent again")
    func acknowledgedBeforeLoss() {
        var bench = LinkBench()
        bench.goOnline()
        bench.answer(bench.tell(.send(command("a", "1"))))
        _ = bench.lose()
        bench.all = []
        bench.goOnline()
        #expect(!bench.all.published.contains("set/a=1"))
    }

    @Test("a command that expired while the connection was away is not sent, and counted")
    func expiry() {
        var bench = LinkBench()
        bench.goOnline()
        bench.tell(.send(command("a", "1", expiry: 15)))
        _ = bench.lose()
        bench.all = []
        bench.now += 15 * LinkBench.second
        bench.goOnline()
        #expect(!bench.all.published.contains("set/a=1"))
        #expect(bench.all.reports.contains(.expired(count: 1)))
    }

    @Test("a publication is lost with the connection, and said so")
    func publicationsLost() {
        var bench = LinkBench()
        bench.goOnline()
        bench.tell(.send(publication("hello")))
        #expect(bench.lose().reports.contains(.publicationsLost(count: 1)))
        #expect(bench.tell(.send(publication("1"))).isEmpty)
        #expect(bench.tell(.send(publication("2"))).isEmpty)
        bench.all = []
        bench.goOnline()
        #expect(bench.all.reports.contains(.publicationsLost(count: 2)))
        #expect(!bench.all.published.contains { $0.hasPrefix("say") })
    }

    @Test("publications keep their order and all go out")
    func publicationsInOrder() {
        var bench = LinkBench()
        bench.goOnline(Acceptance(receiveMaximum: 1))
        let first = bench.tell(.send(publication("1")))
        bench.tell(.send(publication("2")))
        bench.tell(.send(publication("3")))
        #expect(bench.answer(first).published == ["say=2", "say=3"])
    }

    @Test("a publication that waited 10 s is not sent, and counted")
    func publicationAge() {
        var bench = LinkBench()
        bench.goOnline(Acceptance(receiveMaximum: 1))
        let first = bench.tell(.send(publication("1")))
        bench.tell(.send(publication("2")))
        let late = bench.tell(.acknowledged(token: first.publishTokens[0], reason: 0), after: 10)
        #expect(late == [.report(.expired(count: 1))])
    }

    @Test("a message that the broker refuses is reported")
    func refusedPublish() {
        var bench = LinkBench()
        bench.goOnline()
        let token = bench.tell(.send(command("a", "1"))).publishTokens[0]
        #expect(
            bench.tell(.acknowledged(token: token, reason: 0x87)).messages
                == ["the broker refuses the message to set/a: not authorised"])
    }

    @Test("a message that the library refuses is reported and makes room")
    func unsendable() {
        var bench = LinkBench()
        bench.goOnline(Acceptance(receiveMaximum: 1))
        let token = bench.tell(.send(command("a", "1"))).publishTokens[0]
        bench.tell(.send(command("b", "1")))
        #expect(bench.tell(.unsendable(token: token, "not valid")).published == ["set/b=1"])
    }

    @Test("the broker's limits are honoured, each said once")
    func serverLimits() {
        var bench = LinkBench()
        bench.goOnline(Acceptance(maximumQoS: 0, retainAvailable: false, maximumPacketSize: 128))
        var message = command("a", "1")
        message.retained = true
        for round in 1...2 {
            let actions = bench.tell(.send(message))
            #expect(actions.reports.count == (round == 1 ? 2 : 0))
            guard case .publish(_, let sent) = actions.last else { return #expect(Bool(false)) }
            #expect(sent.qos == 0 && !sent.retained)
        }
        let large = bench.tell(.send(command("b", String(repeating: "x", count: 200))))
        #expect(large.published.isEmpty)
        #expect(large.messages == ["the message to set/b cannot be sent: the broker takes at most 128 bytes at once"])
    }

    @Test("a full outbox drops the newest, says so once, and counts")
    func fullOutbox() {
        var bench = LinkBench()
        bench.goOnline(Acceptance(receiveMaximum: 1))
        bench.all = []
        let first = bench.tell(.send(command("first", "1")))
        for index in 0..<Limits.outbox + 5 { bench.tell(.send(command("o\(index)", "1"))) }
        #expect(bench.all.reports == [.outboxFull])
        bench.answer(first)
        #expect(bench.all.reports == [.outboxFull, .outboxDropped(count: 5)])
        #expect(bench.all.published.count == Limits.outbox + 1)
    }
}
