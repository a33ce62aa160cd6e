import Testing

@testable import Link

@Suite("Storm guard")
struct StormGuardTests {
    @Test("twenty commands in 10 s pass, the twenty-first is held and reported")
    func limit() {
        var bench = LinkBench()
        bench.goOnline()
        for _ in 0..<20 { #expect(bench.answerCommand("fan", "x").count == 1) }
        let held = bench.tell(.send(command("fan", "held")))
        #expect(held == [.held, .report(.stormBegan(key: "fan"))])
        #expect(bench.answerCommand("light", "1").count == 1, "other outputs are not held")
    }

    @Test("twenty in each 10 s pass for ever")
    func below() {
        var bench = LinkBench()
        bench.goOnline()
        for _ in 0..<200 {
            #expect(bench.answerCommand("fan", "x").count == 1)
            bench.now += LinkBench.second / 2
        }
    }

    @Test("a held output sends its latest value each second, and is free after 10 quiet seconds")
    func latestEachSecond() {
        var bench = LinkBench()
        bench.goOnline()
        for index in 0..<30 { _ = bench.answerCommand("fan", "\(index)") }
        #expect(bench.pause == 1)
        #expect(bench.wait().published == ["set/fan=29"])
        bench.tell(.send(command("fan", "30")))
        bench.tell(.send(command("fan", "31")))
        #expect(bench.wait().published == ["set/fan=31"])
        bench.all = []
        while bench.link.nextDeadline != nil { bench.wait() }
        #expect(bench.all == [.report(.stormEnded(key: "fan", suppressed: 10))])
        #expect(bench.answerCommand("fan", "free").count == 1)
    }

    @Test("a loop that answers itself stops at one command a second")
    func loop() {
        var bench = LinkBench()
        bench.goOnline()
        bench.all = []
        let end = bench.now + 60 * LinkBench.second
        while bench.now < end {
            _ = bench.answerCommand("fan", "x")
            bench.now += LinkBench.second / 50
            if let deadline = bench.link.nextDeadline, deadline <= bench.now { bench.tell(.tick) }
        }
        #expect((70...81).contains(bench.all.published.count))
        #expect(bench.all.reports.count == 1)
    }

    @Test("it can be switched off, at once too")
    func off() {
        var bench = LinkBench { $0.guardsAgainstStorms = false }
        bench.goOnline()
        for _ in 0..<100 { #expect(bench.answerCommand("fan", "x").count == 1) }
        var guarded = LinkBench()
        guarded.goOnline()
        for _ in 0..<30 { _ = guarded.answerCommand("fan", "x") }
        let actions = guarded.tell(.configure(LinkBench.settings { $0.guardsAgainstStorms = false }))
        #expect(actions.published == ["set/fan=x"])
        #expect(guarded.answerCommand("fan", "y").count == 1)
    }

    @Test("publications are not held")
    func publications() {
        var bench = LinkBench()
        bench.goOnline()
        for _ in 0..<50 {
            let actions = bench.tell(.send(publication("x")))
            #expect(actions.publishTokens.count == 1)
            bench.answer(actions)
        }
    }

    @Test("F62: what is held at the stop is sent before the farewell")
    func stop() {
        var bench = LinkBench()
        bench.goOnline()
        for index in 0..<25 { _ = bench.answerCommand("fan", "\(index)") }
        #expect(bench.tell(.stop).published == ["set/fan=24", "home/gw/status=offline"])
    }

    @Test("what is held when the connection breaks is sent after the next")
    func loss() {
        var bench = LinkBench()
        bench.goOnline()
        for index in 0..<25 { _ = bench.answerCommand("fan", "\(index)") }
        _ = bench.lose()
        bench.all = []
        bench.goOnline()
        #expect(bench.all.published.filter { $0.hasPrefix("set/") } == ["set/fan=24"])
    }
}

extension LinkBench {
    /// Sends, has it acknowledged, and gives what was published.
    mutating func answerCommand(_ key: String, _ value: String) -> [String] {
        let actions = tell(.send(command(key, value)))
        answer(actions)
        return actions.published
    }
}
