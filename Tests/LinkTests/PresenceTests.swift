import Testing

@testable import Link

@Suite("Presence, stopping and changing the connection")
struct PresenceTests {
    @Test("online is published after every connect, retained at QoS 1, with the information beside it")
    func online() {
        var bench = LinkBench()
        bench.tell(.inform(Array("{}".utf8)))
        for _ in 0..<3 {
            bench.goOnline()
            _ = bench.lose()
        }
        let online = bench.all.compactMap { action -> OutgoingMessage? in
            guard case .publish(_, let message) = action, message.topic == "home/gw/status" else { return nil }
            return message
        }
        #expect(online.count == 3)
        #expect(online.allSatisfy { $0.retained && $0.qos == 1 && $0.payload == Array("online".utf8) })
        #expect(bench.all.published.filter { $0 == "home/gw/info={}" }.count == 3)
    }

    @Test("new information is published, the same is not")
    func information() {
        var bench = LinkBench()
        bench.goOnline()
        #expect(bench.tell(.inform([1])).publishTokens.count == 1)
        #expect(bench.tell(.inform([1])).isEmpty)
    }

    @Test("a refused presence is reported once")
    func refusedPresence() {
        var bench = LinkBench()
        for round in 1...2 {
            var refused: [LinkAction] = []
            var actions = bench.connect()
            while !actions.isEmpty {
                var following: [LinkAction] = []
                for action in actions {
                    if case .publish(let token, let message) = action, message.topic == "home/gw/status" {
                        refused += bench.tell(.acknowledged(token: token, reason: 0x87))
                    } else if case .publish(_, let message) = action {
                        following += bench.tell(.marker(message.payload))
                    } else {
                        following += bench.answerSubscriptions([action])
                    }
                }
                actions = following
            }
            #expect(refused.reports.count == (round == 1 ? 1 : 0))
            _ = bench.lose()
        }
    }

    @Test("a stop says offline and waits for the acknowledgement before DISCONNECT")
    func stop() {
        var bench = LinkBench()
        bench.goOnline()
        let actions = bench.tell(.stop)
        #expect(actions.first == .disconnected)
        #expect(actions.published == ["home/gw/status=offline"])
        #expect(bench.pause == 2)
        #expect(bench.tell(.acknowledged(token: actions.publishTokens[0], reason: 0)) == [.disconnect, .stopped])
        #expect(bench.link.phase == .stopped)
    }

    @Test("a broker that does not acknowledge does not hold up the stop")
    func stopWithoutAcknowledgement() {
        var bench = LinkBench()
        bench.goOnline()
        bench.tell(.stop)
        #expect(bench.wait() == [.disconnect, .stopped])
    }

    @Test("a stop ends at once in every phase without a connection", arguments: 0...3)
    func stopEarly(phase: Int) {
        var bench = LinkBench()
        if phase > 0 { bench.tell(.start) }
        if phase == 2 { bench.tell(.opened(attempt: 1)) }
        if phase == 3 { bench.tell(.openFailed(attempt: 1, LinkFailure(.passing, "x"))) }
        let expected: [[LinkAction]] = [[.stopped], [.abandon, .stopped], [.drop, .stopped], [.stopped]]
        #expect(bench.tell(.stop) == expected[phase])
        #expect(bench.tell(.stop).isEmpty)
        #expect(bench.tell(.start).isEmpty)
    }

    @Test("a stop before the gateway has settled says offline too")
    func stopWhileSubscribing() {
        var bench = LinkBench()
        bench.connect()
        let actions = bench.tell(.stop)
        #expect(actions.published == ["home/gw/status=offline"])
        #expect(!actions.contains(.disconnected))
    }

    @Test("a connection that breaks during the stop ends it")
    func lossWhileStopping() {
        var bench = LinkBench()
        bench.goOnline()
        bench.tell(.stop)
        #expect(bench.lose() == [.disconnect, .stopped])
    }

    @Test("a changed presence topic: offline at the old one, a new connection, online at the new one")
    func handover() {
        var bench = LinkBench()
        bench.goOnline()
        let leaving = bench.tell(
            .configure(LinkBench.settings { $0.connection.presenceTopic = "home/gw2/status" }))
        #expect(leaving.published == ["home/gw/status=offline"])
        let actions = bench.tell(.acknowledged(token: leaving.publishTokens[0], reason: 0))
        #expect(actions.first == .disconnect)
        #expect(actions.attempts.map(\.connection.presenceTopic) == ["home/gw2/status"])
        bench.all = []
        bench.goOnlineFromConnecting()
        #expect(bench.all.published.contains("home/gw2/status=online"))
    }

    @Test("a stop during the handover stops")
    func stopDuringHandover() {
        var bench = LinkBench()
        bench.goOnline()
        let leaving = bench.tell(.configure(LinkBench.settings { $0.connection.port = 1 }))
        #expect(bench.tell(.stop).isEmpty)
        #expect(bench.tell(.acknowledged(token: leaving.publishTokens[0], reason: 0)) == [.disconnect, .stopped])
    }

    @Test("a reload ends the waiting: whoever reloads may just have mended it")
    func reloadWhileWaiting() {
        var bench = LinkBench()
        bench.tell(.start)
        bench.tell(.opened(attempt: 1))
        bench.tell(.refused(code: 0x86, text: nil))
        #expect(bench.tell(.configure(LinkBench.settings())).attempts.count == 1)
    }

    @Test("a changed connection gives up the attempt that is under way, and its late answer is ignored")
    func reloadWhileConnecting() {
        var bench = LinkBench()
        bench.tell(.start)
        let actions = bench.tell(.configure(LinkBench.settings { $0.connection.port = 1884 }))
        #expect(actions.first == .abandon)
        #expect(actions.attempts.map(\.connection.port) == [1884])
        #expect(bench.tell(.opened(attempt: 1)).isEmpty)
        #expect(bench.link.phase != .awaitingConnack(until: 0))
        bench.tell(.opened(attempt: 2))
        guard case .awaitingConnack = bench.link.phase else { return #expect(Bool(false)) }
        #expect(bench.tell(.configure(LinkBench.settings { $0.connection.port = 1885 })).first == .drop)
    }

    @Test("ten reloads while the broker is away leave one attempt under way")
    func reloadsWhileAway() {
        var bench = LinkBench()
        bench.tell(.start)
        for _ in 0..<10 { #expect(bench.tell(.configure(LinkBench.settings())).isEmpty) }
    }

    @Test("the topics beside presence")
    func topics() {
        func connection(_ topic: String) -> LinkSettings.Connection {
            .init(host: "::1", port: 1, clientID: "x", presenceTopic: topic)
        }
        #expect(connection("a/b/status").syncTopic == "a/b/sync")
        #expect(connection("a/b/status").infoTopic == "a/b/info")
        #expect(connection("status").syncTopic == "status/sync")
        #expect(connection("s").address == "[::1]:1")
    }
}
