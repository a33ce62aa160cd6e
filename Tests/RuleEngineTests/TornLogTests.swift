import Testing

@testable import RuleEngine

@Suite("A log of which a power cut left some pages")
struct TornLogTests {
    /// Three records, and the bytes of the second are gone.
    private func torn() -> (EventLogTests.Memory, EventLog.Mark) {
        let memory = EventLogTests.Memory()
        var log = EventLog(memory.bytes)
        log.begin(session: 7)
        let start = log.mark
        log.append(.written(1))
        let from = Int(log.mark.offset)
        log.append(.written(2))
        let to = Int(log.mark.offset)
        log.append(.written(3))
        for index in from..<to { memory.bytes[64 + index] = 0 }
        return (memory, start)
    }

    @Test("what lay behind the gap does not come back when the log has grown up to it")
    func forgotten() {
        let (memory, start) = torn()
        var log = EventLog(memory.bytes)
        #expect(log.resume(from: start) == [.written(1)])
        log.forgetRest()
        log.append(.written(4))
        var next = EventLog(memory.bytes)
        #expect(next.resume(from: start) == [.written(1), .written(4)])
    }

    @Test("the rest of a log that goes round lies at both ends, and all of it is forgotten")
    func round() {
        let memory = EventLogTests.Memory()
        var log = EventLog(memory.bytes)
        log.begin(session: 7)
        for number in Int64(1)...300 {
            log.saved(upTo: log.mark)
            log.append(.written(number))
        }
        log.saved(upTo: log.mark)
        log.forgetRest()
        #expect(memory.bytes[64...].allSatisfy { $0 == 0 })
        #expect(log.isComplete)
    }
}
