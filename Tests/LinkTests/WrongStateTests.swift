import Testing

@testable import Link

@Suite("Events that do not fit")
struct WrongStateTests {
    static let phases = [
        "idle", "connecting", "awaiting", "waiting", "subscribing", "settling", "online", "leaving", "stopped",
    ]
    /// No closure stands in `@Test(arguments:)` itself: the compiler of Swift 6.0 ends there with a signal.
    static let phasesWithoutQuestion = phases.filter { $0 != "awaiting" }

    static func bench(in phase: String) -> LinkBench {
        var bench = LinkBench()
        if phase == "idle" { return bench }
        bench.tell(.start)
        switch phase {
        case "connecting": break
        case "awaiting": bench.tell(.opened(attempt: 1))
        case "waiting": bench.tell(.openFailed(attempt: 1, LinkFailure(.passing, "x")))
        case "subscribing": bench.connect()
        case "settling": bench.answerSubscriptions(bench.connect())
        case "online": bench.goOnline()
        case "leaving":
            bench.goOnline()
            bench.tell(.stop)
        default: bench.tell(.stop)
        }
        return bench
    }

    static let strays: [LinkEvent] = [
        .opened(attempt: 99), .openFailed(attempt: 99, LinkFailure(.passing, "x")),
        .subscribed(token: 999, granted: [0]),
        .unsubscribed(token: 999), .marker([1, 2]), .acknowledged(token: 999, reason: 0x87),
        .unsendable(token: 999, "x"),
        .caughtUp, .retainedHeard, .tick,
    ]

    @Test("answers to nothing that was asked change nothing, in any phase", arguments: phases)
    func strays(phase: String) {
        for event in Self.strays {
            var bench = Self.bench(in: phase)
            let before = bench.link.phase
            #expect(bench.tell(event).isEmpty, "\(event) in \(phase)")
            #expect(bench.link.phase == before)
        }
    }

    @Test("a CONNACK that nobody waits for is ignored", arguments: phasesWithoutQuestion)
    func connack(phase: String) {
        var bench = Self.bench(in: phase)
        #expect(bench.tell(.accepted(Acceptance())).isEmpty)
        #expect(bench.tell(.refused(code: 5, text: nil)).isEmpty)
    }

    @Test("a loss without a connection is ignored", arguments: ["idle", "waiting", "stopped"])
    func loss(phase: String) {
        var bench = Self.bench(in: phase)
        #expect(bench.lose().isEmpty)
    }

    @Test("any events in any order: publishes only on an accepted connection, one settled for each disconnected")
    func anyOrder() {
        for seed in 0..<400 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var bench = LinkBench(seed: seed)
            bench.tell(.start)
            var isSettled = false
            var recent: [LinkAction] = []
            for _ in 0..<300 where bench.link.phase != .stopped {
                let before = bench.link
                let event = Self.randomEvent(using: &generator, recent: recent, link: bench.link)
                var actions = bench.tell(event, after: Double.random(in: 0...3, using: &generator))
                if let deadline = bench.link.nextDeadline, deadline <= bench.now { actions += bench.tell(.tick) }
                for action in actions {
                    switch action {
                    // A second one comes when a reload brought new filters.
                    case .settled: isSettled = true
                    case .disconnected:
                        #expect(isSettled, "seed \(seed)")
                        isSettled = false
                    case .publish, .subscribe, .unsubscribe:
                        #expect(bench.link.isAccepted || before.isAccepted, "seed \(seed)")
                    default: break
                    }
                }
                #expect(isSettled == bench.link.isOnline, "seed \(seed)")
                #expect(bench.link.outbox.unacknowledged <= Limits.window)
                if !actions.isEmpty { recent = actions }
            }
        }
    }

    static func randomEvent(using generator: inout SeededGenerator, recent: [LinkAction], link: Link) -> LinkEvent {
        // Mostly what a broker would answer, else anything.
        if Int.random(in: 0..<3, using: &generator) > 0, let action = recent.randomElement(using: &generator) {
            switch action {
            case .connect(let attempt): return .opened(attempt: attempt.number)
            case .subscribe(let token, let filters, _, _):
                return .subscribed(token: token, granted: filters.map { _ in 0 })
            case .unsubscribe(let token, _): return .unsubscribed(token: token)
            case .publish(_, let message) where message.topic.hasSuffix("sync"): return .marker(message.payload)
            case .publish(let token, _): return .acknowledged(token: token, reason: 0)
            case .settled: return .caughtUp
            default: break
            }
        }
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return .lost(LinkFailure(.passing, "gone"))
        case 1, 2: return .accepted(Acceptance(receiveMaximum: Int.random(in: 1...5, using: &generator)))
        case 3: return .refused(code: UInt8.random(in: 1...0xA2, using: &generator), text: nil)
        case 4:
            let filters = ["a", "b", "c"].filter { _ in Bool.random(using: &generator) }
            return .configure(LinkBench.settings(filters.map { FilterRequest($0, qos: 1) }))
        case 5: return .configure(LinkBench.settings { $0.connection.port = Int.random(in: 1...3, using: &generator) })
        case 6, 7, 8: return .send(command("k\(Int.random(in: 0..<4, using: &generator))", "v"))
        case 9: return .send(publication("p"))
        case 10: return Int.random(in: 0..<40, using: &generator) == 0 ? .stop : .tick
        default: return .openFailed(attempt: link.attempt.number, LinkFailure(.passing, "refused"))
        }
    }
}
