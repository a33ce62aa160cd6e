import Glibc
import RuleEngine
import RuleLanguage

/// The measurements. Each prints lines of a name, a number, and the number's unit in the name.
struct Measures {
    /// Readings in one repetition.
    var count: Int
    var repetitions: Int
    /// One number of rooms or rules instead of all, for a profiler.
    var only: Int?

    /// Readings a second for one rule over more and more rooms.
    func rooms() {
        for (name, text, form) in [
            ("plain", Programs.climate, Readings.Form.plain), ("json", Programs.climateOfJSON, .json),
        ] {
            for rooms in only.map({ [$0] }) ?? [1, 100, 10_000] {
                for (mix, flips) in [("quiet", false), ("flipping", true)] {
                    let cost = cost(Programs.compile(text), Readings(rooms: rooms, form: form), flips: flips)
                    print("\(name)_\(mix)_\(rooms)_rooms_readings_per_s \(Int(1e9 / cost))")
                }
            }
        }
    }

    /// What a reading costs the more rules there are, spread over all of them and on one alone.
    func rules() {
        for rules in only.map({ [$0] }) ?? [1, 10, 100, 1_000, 10_000] {
            let program = Programs.compile(Programs.separate(rules))
            let spread = cost(program, Readings(rooms: rules, form: .plain), flips: false)
            let single = cost(program, Readings(rooms: 1, form: .plain), flips: false)
            print("\(rules)_rules_one_topic_ns_a_reading \(Int(single))")
            print("\(rules)_rules_all_topics_ns_a_reading \(Int(spread))")
        }
    }

    /// Resident memory that each room takes, in a process of its own.
    func memory(rooms: Int) {
        let program = Programs.compile(Programs.climate)
        let readings = Readings(rooms: rooms, form: .plain)
        let before = Measures.residentBytes()
        var run = Run(program, readings)
        _ = run.measure(count: rooms, flips: true)
        let after = Measures.residentBytes()
        print("memory_bytes_a_room_of_\(rooms) \((after - before) / rooms)")
    }

    /// The least disturbed of the repetitions, in nanoseconds.
    private func cost(_ program: Program, _ readings: Readings, flips: Bool) -> Double {
        var run = Run(program, readings)
        _ = run.measure(count: count / 10, flips: flips)
        let results = (0..<repetitions).map { _ in run.measure(count: count, flips: flips) }
        let commands = results.reduce(0) { $0 + $1.commands }
        // A figure of an engine that does not decide would mean nothing.
        guard (commands > 0) == flips else {
            print("engine-bench: \(commands) commands where \(flips ? "some" : "none") should have come")
            exit(1)
        }
        return results.map(\.nanoseconds).min() ?? .nan
    }

    private static func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
