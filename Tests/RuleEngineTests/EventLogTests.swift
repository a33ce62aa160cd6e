import TestSupport
import Testing

@testable import RuleEngine

@Suite("The log of events")
struct EventLogTests {
    /// Memory that outlives a log, as a mapped file outlives a process.
    final class Memory {
        let bytes: UnsafeMutableRawBufferPointer

        init(size: Int = EventLog.smallestSize) {
            bytes = .allocate(byteCount: size, alignment: 8)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
        }

        deinit { bytes.deallocate() }
    }

    static func moment(_ number: Int64) -> Moment { Moment(monotonic: number, wall: number * 2, isWallTrusted: true) }

    static let all: [EventRecord] = [
        .start(.init(moment: moment(1), away: nil, boot: "one", fingerprint: .max)),
        .start(.init(moment: moment(2), away: 77, boot: "", fingerprint: 0)),
        .message(moment(3), id: 65_535, topic: Array("a/é".utf8), payload: [0, 255, 10], isRetained: true),
        .message(moment(4), id: 0, topic: [], payload: [], isRetained: false),
        .time(moment(5)), .settled(moment(6)), .disconnected(moment(7)), .acknowledged,
        .rules(moment(8), fingerprint: 1 << 63, awaitingRetained: true), .written(1), .delivered(.max),
    ]

    private func begun(_ memory: Memory, session: Int64 = 5) -> EventLog {
        var log = EventLog(memory.bytes)
        log.begin(session: session)
        return log
    }

    @Test("what was written down is found by whoever comes next, who writes on behind it")
    func found() {
        let memory = Memory()
        var log = begun(memory)
        let start = log.mark
        for record in Self.all { log.append(record) }
        var next = EventLog(memory.bytes)
        #expect(next.resume(from: start) == Self.all)
        #expect(next.mark == log.mark && next.isComplete)
        next.append(.written(9))
        var last = EventLog(memory.bytes)
        #expect(last.resume(from: start) == Self.all + [.written(9)])
        #expect(last.resume(from: log.mark) == [.written(9)])
    }

    @Test("a process that dies while it writes leaves a log without that record, wherever in it that was")
    func torn() {
        let memory = Memory()
        var log = begun(memory)
        let start = log.mark
        log.append(.written(1))
        let before = Array(memory.bytes)
        log.append(Self.all[2])
        let after = Array(memory.bytes)
        let changed = before.indices.filter { before[$0] != after[$0] }
        #expect(changed.count > 15)
        // Each byte that did not get there, and every state in which only the first so many did.
        for missing in changed {
            memory.bytes.copyBytes(from: after)
            memory.bytes[missing] = before[missing]
            var next = EventLog(memory.bytes)
            #expect(next.resume(from: start) == [.written(1)], "without byte \(missing)")
        }
        for end in changed.first!..<changed.last! {
            memory.bytes.copyBytes(from: after[...end] + before[(end + 1)...])
            var next = EventLog(memory.bytes)
            #expect(next.resume(from: start) == [.written(1)], "up to byte \(end)")
        }
    }

    @Test("it goes round: what is saved elsewhere makes room, and old records are not taken for new ones")
    func ring() {
        let memory = Memory()
        var log = begun(memory)
        var marks = [log.mark]
        for number in 0..<2_000 {
            log.append(
                .message(Self.moment(0), id: 1, topic: Array("t/\(number)".utf8), payload: [1], isRetained: false))
            log.append(.written(Int64(number)))
            #expect(log.isComplete)
            marks.append(log.mark)
            if marks.count > 10 { log.saved(upTo: marks.removeFirst()) }
            var next = EventLog(memory.bytes)
            #expect(next.resume(from: marks[0])?.count == (marks.count - 1) * 2, "at \(number)")
            #expect(next.resume(from: marks[marks.count - 1]) == [])
        }
    }

    @Test("what has no room ends it, and a new session begins it anew")
    func full() {
        let memory = Memory()
        var log = begun(memory)
        let start = log.mark
        var count = 0
        while log.isComplete {
            log.append(.written(Int64(count)))
            count += 1
        }
        let end = log.mark
        log.append(.written(-1))
        #expect(log.mark == end, "nothing is written behind what is missing")
        var next = EventLog(memory.bytes)
        #expect(next.resume(from: start)?.count == count - 1)
        log.begin(session: 6)
        log.append(.written(7))
        next = EventLog(memory.bytes)
        #expect(next.resume(from: start) == nil, "that was another session")
        #expect(next.resume(from: EventLog.Mark(session: 6, offset: 0)) == [.written(7)])
        log.append(
            .message(Self.moment(0), id: 1, topic: [], payload: Array(repeating: 7, count: 5_000), isRetained: false))
        #expect(!log.isComplete, "a record that is larger than the memory")
    }

    @Test("whatever the memory holds, nothing crashes and nothing is found")
    func foreign() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<500 {
            let memory = Memory()
            for index in memory.bytes.indices { memory.bytes[index] = UInt8.random(in: 0...255, using: &random) }
            var log = EventLog(memory.bytes)
            #expect(log.resume(from: log.mark)?.isEmpty ?? true)
            var begun = begun(memory)
            #expect(begun.resume(from: EventLog.Mark(session: 5, offset: 1 << 40)) == [])
            #expect(begun.resume(from: EventLog.Mark(session: 5, offset: -8)) == nil)
            #expect(begun.resume(from: EventLog.Mark(session: 5, offset: 3)) == nil)
        }
        var untouched = EventLog(Memory().bytes)
        #expect(untouched.resume(from: EventLog.Mark(session: 0, offset: 0)) == nil)
    }
}
