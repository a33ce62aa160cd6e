import Testing

@testable import RuleEngine

/// What a process knew when it was killed, at each place in the way of a decision.
@Suite("Recovery")
struct RecoveryTests {
    static let rules = """
        event  press  from "p"  as number
        input  level  from "l"  as number
        output lamp   to "lamp" as number
        output copy   to "copy" as number, qos 0
        output quiet  to "quiet" as number, shadow
        keep copy
            level otherwise
        keep quiet
            level otherwise
        when press >= 0, queued
            do  lamp = press
                publish "{press}" to "note"
                wait 5 s
                lamp = press + 100

        """

    /// A gateway's part that is recorded: an engine, a log, and what became of its messages.
    final class Process {
        var runner: EngineRunner
        var log: [EventRecord] = []
        var undelivered = Undelivered(at: 0)
        let saved: Snapshot

        init() throws {
            runner = try EngineRunner(RecoveryTests.rules)
            runner.settle()
            var snapshot = runner.engine.snapshot(at: runner.moment)
            snapshot.note(EventLog.Mark(session: 1, offset: 0), log: "", fingerprint: 7, undelivered, Redeliveries())
            saved = snapshot
        }

        func record(_ record: EventRecord) {
            log.append(record)
            undelivered.follow(record)
        }

        /// - Returns: the numbers of the messages that are to be sent.
        func receive(_ topic: String, _ payload: String) -> [Int64] {
            record(
                .message(
                    runner.moment, id: 0, topic: Array(topic.utf8), payload: Array(payload.utf8), isRetained: false))
            return runner.receive(topic, payload).compactMap {
                undelivered.add($0, isConnected: runner.engine.isConnected)
            }
        }

        func wait(_ seconds: Double) -> [Int64] {
            runner.moment = runner.moment.advanced(by: Int64(seconds * 1e9))
            record(.time(runner.moment))
            return runner.engine.advance(to: runner.moment).compactMap {
                undelivered.add($0, isConnected: runner.engine.isConnected)
            }
        }

        func wrote(_ number: Int64) {
            record(.written(number))
        }

        func finished(_ number: Int64) {
            record(.delivered(number))
        }

        func disconnect() {
            record(.disconnected(runner.moment))
            _ = runner.engine.disconnected(at: runner.moment)
        }

        /// What another process finds that begins after so many seconds.
        func killed(restartAfter seconds: Double = 1) throws -> Recovery {
            let program = try EngineRunner.program(RecoveryTests.rules)
            var unreadable = 0
            let read = Snapshot(rows: saved.rows, time: saved.time, wall: saved.wall, unreadable: &unreadable)
            #expect(unreadable == 0)
            var recovery = try #require(Recovery(read) { $0 == 7 ? program : nil })
            recovery.replay(log)
            #expect(recovery.undelivered.messages == undelivered.messages)
            #expect(recovery.undelivered.nextNumber == undelivered.nextNumber)
            let away = Int64(seconds * 1e9)
            let now = recovery.moment.advanced(by: away)
            recovery.replay([.start(.init(moment: now, away: away, boot: "", fingerprint: 7))])
            return recovery
        }
    }

    private func texts(_ recovery: Recovery) -> [String] {
        recovery.undelivered.messages.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }
    }

    @Test("killed between deciding and sending: all of it is still to be sent")
    func decided() throws {
        let process = try Process()
        #expect(process.receive("p", "1").count == 2)
        #expect(process.receive("l", "5").count == 1, "what is only watched is not sent")
        #expect(texts(try process.killed()) == ["lamp 1", "note 1", "copy 5"])
    }

    @Test("killed between two messages: the first is not sent again, the second is")
    func between() throws {
        let process = try Process()
        let numbers = process.receive("p", "1")
        process.wrote(numbers[0])
        #expect(texts(try process.killed()) == ["note 1"])
        process.wrote(numbers[1])
        #expect(texts(try process.killed()) == [])
    }

    @Test("killed when the broker had not answered for a second: a command is sent again, a publication is not")
    func doubtful() throws {
        let process = try Process()
        for number in process.receive("p", "1") { process.wrote(number) }
        _ = process.wait(0.1)
        _ = process.wait(0.9)
        #expect(texts(try process.killed()) == [])
        _ = process.wait(0.2)
        #expect(texts(try process.killed()) == ["lamp 1"])
        process.finished(1)
        #expect(texts(try process.killed()) == [])
    }

    @Test("killed after a standstill of seconds: that no answer was read in it says nothing about the broker")
    func standstill() throws {
        let process = try Process()
        for number in process.receive("p", "1") { process.wrote(number) }
        _ = process.wait(3)
        #expect(texts(try process.killed()) == [])
    }

    @Test("how old a message is that waits is known over restarts, also where the machine's clock begins anew")
    func ages() throws {
        let process = try Process()
        _ = process.receive("p", "1")
        _ = process.wait(3)
        let second: Int64 = 1_000_000_000
        let decided = EngineRunner.start.monotonic
        #expect(try process.killed(restartAfter: 2).undelivered.messages.map(\.since) == [decided, decided])
        var undelivered = process.undelivered
        let moment = Moment(monotonic: 20 * second, wall: 0)
        undelivered.follow(.start(.init(moment: moment, away: 60 * second, boot: "other", fingerprint: 7)))
        #expect(undelivered.messages.map(\.since) == [-43 * second, -43 * second], "three seconds, and a minute")
    }

    @Test("at QoS 0 nobody answers, and what was written is done with")
    func atMostOnce() throws {
        let process = try Process()
        for number in process.receive("l", "1") { process.wrote(number) }
        _ = process.wait(2)
        #expect(texts(try process.killed()) == [])
    }

    @Test("after the connection broke, commands wait and publications are lost, killed or not")
    func disconnected() throws {
        let process = try Process()
        for number in process.receive("p", "1") { process.wrote(number) }
        process.disconnect()
        #expect(texts(try process.killed()) == ["lamp 1"])
    }

    @Test("an older command that waits is not sent behind a newer one that was")
    func older() throws {
        let process = try Process()
        let first = process.receive("p", "1")
        let second = process.receive("l", "2") + process.wait(6)
        #expect(process.undelivered.messages.map(\.number) == first + second)
        process.wrote(second[1])
        #expect(texts(try process.killed()) == ["note 1", "copy 2"], "lamp 1 would undo lamp 101")
    }

    @Test("a wait goes on, and what it does comes once, whenever the process was killed")
    func waiting() throws {
        let process = try Process()
        for number in process.receive("p", "1") {
            process.wrote(number)
            process.finished(number)
        }
        _ = process.wait(3)
        let found = try process.killed(restartAfter: 1)
        var engine = found.engine
        #expect(engine.settled(at: found.moment).commands == [])
        #expect(engine.advance(to: found.moment.advanced(by: 1_000_000_000)).commands == ["lamp=101"])
        // Killed right behind that decision, and before it had been sent.
        #expect(process.wait(2).count == 1)
        let later = try process.killed()
        #expect(texts(later) == ["lamp 101"])
        engine = later.engine
        #expect(engine.settled(at: later.moment).commands == [])
    }

    @Test("rules that nobody has any more end it where they came, with what was known until then")
    func unknownRules() throws {
        let process = try Process()
        _ = process.receive("l", "1")
        process.record(.rules(process.runner.moment, fingerprint: 8, awaitingRetained: false))
        process.record(.message(process.runner.moment, id: 0, topic: [108], payload: [50], isRetained: false))
        let program = try EngineRunner.program(Self.rules)
        var recovery = try #require(Recovery(process.saved) { $0 == 7 ? program : nil })
        recovery.replay(process.log)
        #expect(!recovery.isWhole && texts(recovery) == ["copy 1"])
    }
}
