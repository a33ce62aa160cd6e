import Link

/// Something that goes wrong at a time.
struct Fault: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// The process ends without a word, perhaps in the middle of a turn, after so many steps of it.
        case kill(away: Int64, steps: Int)
        /// SIGTERM, and a start later.
        case stop(away: Int64)
        /// The machine loses its power: the memory is gone, and nobody closes the connection.
        case powerCut(away: Int64, clockIsLost: Bool)
        case reload
        /// Nothing passes for a while, and then all of it does.
        case stall(Int64)
        /// Nothing passes for so long that connections are given up.
        case partition(Int64)
        /// The gateway's connection is reset.
        case reset
        /// The gateway's connection goes dead without a sign, in one direction or both.
        case halfOpen(up: Bool, down: Bool)
        case brokerStop(away: Int64)
        /// The broker comes back with what it had saved, or with nothing.
        case brokerKill(away: Int64, losesAll: Bool)
        case sessionForgotten
        /// The gateway's wall clock is set.
        case clockStep(Int64)
        case diskFails(Int64)
        case diskIsSlow(Int64)
        /// A device loses its connection, silently or not; an actuator perhaps its power.
        case deviceLost(Int, away: Int64, isSilent: Bool, losesState: Bool)
    }

    /// Nanoseconds since the world began.
    var time: Int64
    var kind: Kind
}

extension Fault {
    /// All that goes wrong in a world.
    static func draw(seed: UInt64, days: Int, devices: Int, mildness: Double) -> [Fault] {
        var faults: [Fault] = []
        for (index, (daysBetween, draw)) in kinds.enumerated() {
            var random = SeededGenerator(seed: seed, 77, index)
            // Each world is spared by some of them altogether, so that others have calm to work in.
            if random.happens(0.25) { continue }
            let mean = Double(Span.day) * daysBetween * mildness
            var time = random.span(0, Int64(2 * mean))
            while time < Int64(days) * Span.day {
                faults.append(Fault(time: time, kind: draw(&random, devices)))
                time += random.span(Span.second, Int64(2 * mean))
                // Troubles do not come singly: some follow at once.
                if random.happens(0.15) {
                    let other = kinds[random.between(0, kinds.count - 1)].draw(&random, devices)
                    faults.append(Fault(time: time + random.span(0, 3 * Span.second), kind: other))
                }
            }
        }
        let sorted = faults.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        return sorted.map(\.element)
    }

    private static let kinds: [(days: Double, draw: @Sendable (inout SeededGenerator, Int) -> Kind)] = [
        (4, { random, _ in .kill(away: away(&random), steps: random.between(0, 12)) }),
        (9, { random, _ in .stop(away: away(&random)) }),
        (25, { random, _ in .powerCut(away: away(&random) + 15 * Span.second, clockIsLost: random.happens(0.5)) }),
        (12, { _, _ in .reload }),
        (6, { random, _ in .stall(random.span(Span.millisecond, 20 * Span.second)) }),
        (10, { random, _ in .partition(random.span(Span.second, 2 * Span.hour)) }),
        (4, { _, _ in .reset }),
        (
            6,
            { random, _ in
                switch random.between(0, 2) {
                case 0: .halfOpen(up: true, down: true)
                case 1: .halfOpen(up: true, down: false)
                default: .halfOpen(up: false, down: true)
                }
            }
        ),
        (12, { random, _ in .brokerStop(away: away(&random)) }),
        (20, { random, _ in .brokerKill(away: away(&random), losesAll: random.happens(0.5)) }),
        (20, { _, _ in .sessionForgotten }),
        (20, { random, _ in .clockStep(step(&random)) }),
        (15, { random, _ in .diskFails(random.span(Span.second, 5 * Span.hour)) }),
        (15, { random, _ in .diskIsSlow(random.span(Span.second, Span.hour)) }),
        (
            0.5,
            { random, devices in
                let isLong = random.happens(0.1)
                return .deviceLost(
                    random.between(0, devices - 1),
                    away: isLong
                        ? random.span(Span.hour, 3 * Span.day) : random.span(100 * Span.millisecond, 10 * Span.minute),
                    isSilent: random.happens(0.5), losesState: random.happens(0.4))
            }
        ),
    ]

    /// Mostly seconds, sometimes hours, rarely days.
    private static func away(_ random: inout SeededGenerator) -> Int64 {
        switch random.between(0, 9) {
        case 0...5: random.span(300 * Span.millisecond, 10 * Span.second)
        case 6, 7: random.span(10 * Span.second, 20 * Span.minute)
        case 8: random.span(20 * Span.minute, 3 * Span.hour)
        default: random.span(3 * Span.hour, 40 * Span.hour)
        }
    }

    private static func step(_ random: inout SeededGenerator) -> Int64 {
        let size =
            random.happens(0.7)
            ? random.span(Span.second, 10 * Span.minute) : random.span(10 * Span.minute, 40 * Span.hour)
        return random.happens(0.5) ? size : -size
    }
}
