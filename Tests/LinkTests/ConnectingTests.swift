import Testing

@testable import Link

@Suite("Connecting")
struct ConnectingTests {
    let refusedPort = LinkFailure(.passing, "connection refused")

    @Test("the start makes one attempt, and a second start none")
    func start() {
        var bench = LinkBench()
        #expect(bench.tell(.start).attempts.map(\.number) == [1])
        #expect(bench.tell(.start).isEmpty)
    }

    @Test("an attempt without an answer is given up")
    func noAnswer() {
        var bench = LinkBench()
        bench.tell(.start)
        #expect(bench.pause == 15)
        let actions = bench.wait()
        #expect(actions.first == .abandon)
        #expect(actions.messages == ["cannot connect to broker:1883: no answer; trying again with growing delay"])
        #expect(bench.tell(.opened(attempt: 1)).isEmpty, "its late answer does not matter")
        guard case .waiting = bench.link.phase else { return #expect(Bool(false)) }
    }

    @Test("a broker that accepts and never answers CONNECT is given 10 s, and the line says no CONNACK")
    func noConnack() {
        var bench = LinkBench()
        bench.tell(.start)
        bench.tell(.opened(attempt: 1))
        #expect(bench.pause == 10)
        let actions = bench.wait()
        #expect(actions.first == .drop)
        #expect(actions.messages.first?.contains("no CONNACK") == true)
    }

    @Test("a connection that ends before CONNACK is said with a guess")
    func wrongPort() {
        var bench = LinkBench()
        bench.tell(.start)
        bench.tell(.opened(attempt: 1))
        let message = bench.lose().messages.first
        #expect(
            message?.hasPrefix("cannot connect to broker:1883: closed by the broker before CONNACK (is that port")
                == true)
    }

    @Test("delays grow to the longest, are spread, and are the same for the same seed")
    func growingDelays() {
        func delays(seed: UInt64) -> [Double] {
            var bench = LinkBench(seed: seed)
            bench.tell(.start)
            return (0..<12).map { _ in
                bench.tell(.openFailed(attempt: bench.link.attempt.number, refusedPort))
                let pause = bench.pause ?? -1
                bench.wait()
                return pause
            }
        }
        let first = delays(seed: 7)
        #expect(first == delays(seed: 7))
        #expect(first != delays(seed: 8))
        for (index, delay) in first.enumerated() {
            #expect(delay >= 0.5 && delay <= min(60, 2 * Double(1 << index)))
        }
        #expect((0..<50).contains { delays(seed: UInt64($0))[11] > 40 })
    }

    @Test("the same reason is said once, another reason again")
    func saidOnce() {
        var bench = LinkBench()
        bench.tell(.start)
        #expect(bench.tell(.openFailed(attempt: 1, refusedPort)).reports.count == 1)
        bench.wait()
        #expect(bench.tell(.openFailed(attempt: 2, refusedPort)).reports.isEmpty)
        bench.wait()
        #expect(bench.tell(.openFailed(attempt: 3, LinkFailure(.passing, "no such host"))).reports.count == 1)
        bench.wait()
        #expect(bench.tell(.openFailed(attempt: 4, refusedPort)).reports.count == 1)
    }

    @Test(
        "a refusal that a person must mend is tried again in 5 to 10 s, three times, then slowly",
        arguments: [2, 4, 5, 0x85, 0x86, 0x87, 0x8A, 0x8C, 0x90] as [UInt8])
    func configurationErrors(code: UInt8) {
        var bench = LinkBench()
        bench.tell(.start)
        for round in 1...8 {
            bench.tell(.opened(attempt: bench.link.attempt.number))
            let actions = bench.tell(.refused(code: code, text: nil))
            #expect(actions.first == .drop)
            #expect(actions.reports.count == (round == 1 ? 1 : 0))
            #expect(round > 1 || actions.reports.first?.priority == .error)
            let pause = bench.pause ?? 0
            #expect(round <= 3 ? (5...10).contains(pause) : (60...300).contains(pause))
            bench.wait()
        }
    }

    @Test("a busy broker is tried again soon", arguments: [3, 0x88, 0x89, 0x97, 0x9F, 0x80, 99] as [UInt8])
    func passingRefusals(code: UInt8) {
        var bench = LinkBench()
        bench.tell(.start)
        bench.tell(.opened(attempt: 1))
        bench.tell(.refused(code: code, text: nil))
        #expect((bench.pause ?? 99) <= 2)
    }

    @Test(
        "a broker that does not speak MQTT 5 is spoken to in 3.1.1 at once and from then on",
        arguments: [1, 0x84] as [UInt8])
    func stepDown(code: UInt8) {
        var bench = LinkBench()
        #expect(bench.tell(.start).attempts.map(\.protocolVersion) == [.v5])
        bench.tell(.opened(attempt: 1))
        let actions = bench.tell(.refused(code: code, text: nil))
        #expect(actions.attempts.map(\.protocolVersion) == [.v311])
        #expect(actions.messages == ["the broker does not speak this version of MQTT: going on with MQTT 3.1.1"])
        bench.goOnlineFromConnecting()
        _ = bench.lose()
        #expect(bench.wait().attempts.map(\.protocolVersion) == [.v311])
        bench.tell(.opened(attempt: bench.link.attempt.number))
        bench.tell(.refused(code: 1, text: nil))
        #expect((5...10).contains(bench.pause ?? 0), "refused in both versions: a mistake in the settings")
    }

    @Test("a broker without retain or QoS 1 gets a will that fits", arguments: [0x9A, 0x9B] as [UInt8])
    func willReduced(code: UInt8) {
        var bench = LinkBench()
        bench.tell(.start)
        bench.tell(.opened(attempt: 1))
        let attempt = bench.tell(.refused(code: code, text: nil)).attempts.first
        #expect(attempt?.willRetained == (code != 0x9A))
        #expect(attempt?.willQoS == (code == 0x9B ? 0 : 1))
        bench.tell(.opened(attempt: 2))
        #expect(bench.tell(.refused(code: code, text: nil)).attempts.isEmpty)
    }

    @Test("a loss has one line, the return another, and the failed attempts between them none")
    func oneLineEach() {
        var bench = LinkBench()
        bench.goOnline()
        bench.now += 3_600 * LinkBench.second
        bench.all = []
        #expect(bench.lose().first == .disconnected)
        let lost = bench.now
        bench.wait()
        bench.tell(.openFailed(attempt: bench.link.attempt.number, refusedPort))
        bench.wait()
        bench.answer(bench.connect())
        let gone = bench.all.messages
        #expect(gone.count == 2)
        #expect(gone.first == "connection lost: closed by the broker")
        #expect(gone.last?.hasPrefix("connected to broker:1883 after ") == true)
        #expect(bench.now > lost)
    }

    @Test("another broker that cannot be reached is told at once, though the one before could")
    func otherBroker() {
        var bench = LinkBench()
        bench.goOnline()
        let leaving = bench.tell(.configure(LinkBench.settings { $0.connection.port = 1884 }))
        bench.all = []
        bench.tell(.acknowledged(token: leaving.publishTokens[0], reason: 0))
        bench.tell(.openFailed(attempt: bench.link.attempt.number, refusedPort))
        #expect(
            bench.all.messages == ["cannot connect to broker:1884: connection refused; trying again with growing delay"]
        )
    }

    @Test("the first connection is not told with its milliseconds")
    func firstConnection() {
        var bench = LinkBench()
        bench.goOnline()
        #expect(bench.all.messages == ["connected to broker:1883"])
    }

    @Test("an outage that lasts says once why")
    func longOutage() {
        var bench = LinkBench()
        bench.goOnline()
        _ = bench.lose()
        bench.all = []
        for _ in 0..<50 {
            bench.wait()
            bench.tell(.openFailed(attempt: bench.link.attempt.number, refusedPort))
        }
        #expect(
            bench.all.messages == ["cannot connect to broker:1883: connection refused; trying again with growing delay"]
        )
    }

    @Test("delays start over after a stable connection, and not after one that breaks at once")
    func stability() {
        var bench = LinkBench { $0.reconnect = 1_000_000_000...64_000_000_000 }
        bench.goOnline()
        var longest = 0.0
        for _ in 0..<40 {
            bench.now += 5 * LinkBench.second
            _ = bench.lose()
            longest = max(longest, bench.pause ?? 0)
            bench.goOnline()
        }
        #expect(longest > 30, "a poison message does not loop once a second")
        bench.now += 31 * LinkBench.second
        _ = bench.lose()
        #expect((bench.pause ?? 99) <= 1)
    }

    @Test("a second client with our id is named, and we wait longer")
    func takeover() {
        var bench = LinkBench()
        bench.goOnline()
        let taken = LinkFailure.disconnection(code: 0x8E, text: nil)
        var reports: [LinkReport] = []
        for _ in 0..<3 {
            bench.now += LinkBench.second
            reports += bench.tell(.lost(taken)).reports
            if reports.contains(where: { if case .takenOver = $0 { true } else { false } }) { break }
            bench.goOnline()
        }
        #expect(reports.last?.message.contains("another client uses the id \"hearth-pi\"") == true)
        #expect((60...300).contains(bench.pause ?? 0))
    }

    @Test("a broker that dies again and again, and is away each time, is no second client")
    func dyingBroker() {
        var bench = LinkBench()
        for _ in 0..<20 {
            bench.goOnline()
            bench.now += LinkBench.second
            #expect(!bench.lose().messages.contains { $0.contains("another client") })
            #expect((bench.pause ?? 99) <= 60)
            bench.wait()
            bench.tell(.openFailed(attempt: bench.link.attempt.number, refusedPort))
        }
    }

    @Test("connections that end at once are taken for a second client at the third time")
    func shortLives() {
        var bench = LinkBench()
        bench.goOnline()
        for round in 1...3 {
            bench.now += LinkBench.second
            let actions = bench.lose()
            #expect(actions.messages.contains { $0.contains("perhaps another client") } == (round == 3))
            if round < 3 { bench.goOnline() }
        }
        #expect((60...300).contains(bench.pause ?? 0))
    }

    @Test("connections that end after a while are no take-over")
    func ordinaryLosses() {
        var bench = LinkBench()
        for _ in 0..<10 {
            bench.goOnline()
            bench.now += 3 * LinkBench.second
            #expect(!bench.lose().messages.contains { $0.contains("another client") })
        }
    }
}

extension LinkBench {
    mutating func goOnlineFromConnecting() {
        tell(.opened(attempt: link.attempt.number))
        answer(tell(.accepted(Acceptance())))
        precondition(link.isOnline)
    }
}
