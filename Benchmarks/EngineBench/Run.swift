import Glibc
import RuleEngine
import RuleLanguage

/// One engine with its rooms heard once, fed with readings.
struct Run {
    private var engine: Engine
    private let readings: Readings
    private var moment = Moment(monotonic: 1_000_000_000, wall: 1_782_914_400_000_000_000)
    private var visits = 1
    private var room = 0

    /// Prime, so that it meets every room before one comes again, far apart in memory.
    private static let stride = 7919
    /// Nanoseconds between two readings.
    private static let interval: Int64 = 10_000

    init(_ program: Program, _ readings: Readings) {
        self.readings = readings
        engine = Engine(program, at: moment)
        _ = engine.settled(at: moment)
        for room in 0..<readings.rooms {
            moment.monotonic += Run.interval
            moment.wall += Run.interval
            _ = engine.receive(
                topic: readings.topic(room), payload: readings.payload(visit: 0, flips: false), retained: false,
                at: moment)
        }
    }

    /// Nanoseconds of processor time a reading, and how many commands came.
    mutating func measure(count: Int, flips: Bool) -> (nanoseconds: Double, commands: Int) {
        var commands = 0
        let start = Run.processorTime()
        for _ in 0..<count {
            moment.monotonic += Run.interval
            moment.wall += Run.interval
            let decisions = engine.receive(
                topic: readings.topic(room), payload: readings.payload(visit: visits, flips: flips), retained: false,
                at: moment)
            commands += decisions.count
            room += Run.stride % readings.rooms
            if room >= readings.rooms { room -= readings.rooms }
            if room == 0 { visits += 1 }
        }
        return (Double(Run.processorTime() - start) / Double(count), commands)
    }

    private static func processorTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
