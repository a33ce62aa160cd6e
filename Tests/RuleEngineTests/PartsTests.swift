import RuleLanguage
import Testing

@testable import RuleEngine

@Suite("the engine's parts")
struct PartsTests {
    @Test("the topic tree finds exactly what was put in")
    func topicIndex() {
        var index = TopicIndex()
        var known: [String: Int32] = [:]
        var seed: UInt64 = 7
        func next(_ limit: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % limit
        }
        for number in 0..<5_000 {
            let parts = (0..<(1 + next(4))).map { _ in ["a", "ab", "abc", "küche", "", "x\(next(300))", "{"][next(7)] }
            let topic = parts.joined(separator: "/")
            if known[topic] == nil {
                known[topic] = Int32(number)
                index.insert(Array(topic.utf8), entry: Int32(number))
            }
        }
        func look(_ topic: String) -> Int32 { Array(topic.utf8).withUnsafeBytes { index.entry(of: $0) } }
        for (topic, number) in known { #expect(look(topic) == number, "\(topic)") }
        for topic in known.keys where known[topic + "/y"] == nil { #expect(look(topic + "/y") == TopicIndex.none) }
        #expect(look("no such topic") == TopicIndex.none)
    }

    @Test("a window that was saved wrongly and lies ahead of the time is in order again with the next value")
    func windowAhead() {
        let stretch = { (start: Int64) in Window.Stretch(start: start, average: 1, least: 1, greatest: 1) }
        var window = Window(stretches: [stretch(10), stretch(90), stretch(100)])
        window.note(2, at: 50, horizon: 0)
        #expect(window.stretches.map(\.start) == [10, 50])
    }

    @Test("timers come out in the order of their time, and at one time in the order of their owners")
    func timers() {
        var queue = TimerQueue()
        let dues: [Int64] = [5, 3, 9, 3, 7, 1, 3, 8, 2, 3]
        for (index, due) in dues.enumerated() {
            queue.push(index % 2 == 0 ? .state(Int32(index)) : .input(Int32(index)), due: due)
        }
        var order: [Int64] = []
        var atThree: [TimerQueue.Owner] = []
        while let entry = queue.popFirst() {
            order.append(entry.due)
            if entry.due == 3 { atThree.append(entry.owner) }
        }
        #expect(order == dues.sorted())
        #expect(atThree == [.input(1), .input(3), .input(9), .state(6)])
    }

    @Test("a value is one word, and keeps what it is")
    func values() {
        #expect(MemoryLayout<Value>.size == 8)
        for number in [0, -0.0, 1, -40.5, 1e300, .leastNonzeroMagnitude, -.greatestFiniteMagnitude] {
            #expect(Value.number(number).kind == .number && Value.number(number).number == number)
        }
        for broken in [Double.nan, .infinity, -.infinity, -.nan] { #expect(Value.number(broken).isUnknown) }
        #expect(Value.number(-0.0) == Value.number(0))
        #expect(Value.word(70_000).kind == .word && Value.word(70_000).wordID == 70_000)
        #expect(Value.text(123_456).kind == .text && Value.text(123_456).textID == 123_456)
        #expect(Value.true.isTrue && Value.false.isFalse && Value.unknown.isUnknown && Value.true != Value.number(1))
    }

    @Test(
        "lengths of time read as they are written",
        arguments: [
            (0, "0 s"), (500, "500 ms"), (1_500, "1500 ms"), (30_000, "30 s"), (90_000, "90 s"), (120_000, "2 min"),
            (5_400_000, "90 min"), (86_400_000, "1 day"), (3 * 86_400_000, "3 days"), (604_800_000, "1 week"),
        ])
    func durations(milliseconds: Int64, words: String) {
        #expect(DurationText.written(milliseconds * 1_000_000) == words)
    }

    @Test(
        "lengths of time that were measured are rounded to the second, and a sum from the largest unit on",
        arguments: [
            (0, "0 s"), (499, "0 s"), (500, "1 s"), (90_000, "1 min 30 s"), (69_600_000, "19 h 20 min"),
            (90_000_000, "1 day 1 h"),
        ])
    func measured(milliseconds: Int64, words: String) {
        #expect(DurationText.measured(milliseconds * 1_000_000) == words)
    }

    @Test(
        "local times in several zones, also where a clock change skips or repeats them",
        arguments: [
            ("Europe/Berlin", "2026-03-29 02:30", 1_774_746_000), ("Europe/Berlin", "2026-10-25 02:30", 1_792_888_200),
            ("Europe/Berlin", "2026-07-01 12:00", 1_782_900_000),
            ("America/New_York", "2026-03-08 02:30", 1_772_953_200),
            ("America/New_York", "2026-11-01 01:30", 1_793_511_000),
            ("Australia/Lord_Howe", "2026-10-04 02:15", 1_791_041_400),
            ("Asia/Kolkata", "2026-01-01 00:00", 1_767_205_800), ("UTC", "2028-02-29 00:00", 1_835_395_200),
            ("UTC", "2038-01-19 03:14", 2_147_483_640),
        ])
    func localTimes(zone: String, text: String, seconds: Int64) {
        let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
        let date = CivilDateTime(
            year: parts[0], month: parts[1], day: parts[2], second: parts[3] * 3600 + parts[4] * 60)
        #expect(LocalTime(zone: zone).moment(of: date) == seconds * 1_000_000_000)
    }

    @Test("days are counted over months and years")
    func days() {
        let start = CivilDateTime(year: 2027, month: 12, day: 31, second: 7)
        #expect(start.addingDays(60) == CivilDateTime(year: 2028, month: 2, day: 29, second: 7))
        #expect(start.addingDays(61) == CivilDateTime(year: 2028, month: 3, day: 1, second: 7))
        #expect(start.addingDays(-365) == CivilDateTime(year: 2026, month: 12, day: 31, second: 7))
    }

    @Test("the sun in Amsterdam, at the equator and beyond the polar circle")
    func sun() {
        let day: Int64 = 86_400_000_000_000
        let june = 1_782_000_000_000_000_000 / day * day  // 2026-06-21
        func minutes(_ moment: Int64?, from start: Int64) -> Int64? { moment.map { ($0 - start) / 60_000_000_000 } }
        let amsterdam = SunTimes(location: .init(latitude: 52.37, longitude: 4.90))
        let rise = minutes(amsterdam.moment(of: .sunrise, from: june, to: june + day), from: june)
        let set = minutes(amsterdam.moment(of: .sunset, from: june, to: june + day), from: june)
        // 03:18 and 20:06 UTC.
        #expect(rise.map { (195...201).contains($0) } == true && set.map { (1203...1209).contains($0) } == true)
        let tromso = SunTimes(location: .init(latitude: 69.65, longitude: 18.96))
        #expect(tromso.moment(of: .sunrise, from: june, to: june + day) == nil)
        #expect(tromso.isUp(at: june) && tromso.isUp(at: june + day / 2))
        let winter = june + 183 * day
        #expect(tromso.moment(of: .sunset, from: winter, to: winter + day) == nil && !tromso.isUp(at: winter + day / 2))
    }

    @Test("names of instances and strangers' text")
    func names() {
        #expect(InstanceName.written("fan", []) == "fan")
        #expect(InstanceName.written("fan", ["küche"]) == "fan(küche)")
        #expect(InstanceName.written("window", ["living room", "1"]) == "window(\"living room\", \"1\")")
        let bytes: [UInt8] = [0x61, 0xFF, 0x0A, 0xC3, 0xA9, 0x1B]
        #expect(bytes.withUnsafeBytes { EscapedText.quote($0, limit: 60) } == "\"a\\xFF\\né\\u{1B}\"")
    }
}
