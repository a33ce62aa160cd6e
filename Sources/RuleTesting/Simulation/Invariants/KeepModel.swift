/// What an output should be.
enum Wanted: Equatable {
    /// The model cannot say.
    case unsure
    /// No command: nothing was heard.
    case nothing
    case value(Int)
}

/// A simple model of one `keep`, made of what was heard. It knows nothing of the engine.
protocol KeepModel {
    /// What is heard for it.
    var topics: [Int] { get }
    mutating func hear(_ letter: Letter, at now: Int64, phase: Phase)
    mutating func settle(at now: Int64)
    /// A process ended, and forgets what came after its state was saved. How long ago it was nobody can say of what came until
    /// `timesBefore`.
    mutating func forget(savedAt: Int64, timesBefore: Int64)
    func wanted(at now: Int64) -> Wanted
    /// When it may want something else though nothing is heard.
    func nextTurn(after now: Int64) -> Int64
}

/// `A until B` over one number, with what was known of it.
struct LatchModel {
    /// Nil: before it was ever either.
    var isOn: Bool?
    var isCertain = true
    private var changedAt: Int64 = 0

    /// Before the first instant of a process the broker remembered something that would have turned it.
    private var wasTurnedEarly = false

    mutating func settle() { wasTurnedEarly = false }

    mutating func see(isBegun: Bool, isEnded: Bool, retained: Bool, at now: Int64, phase: Phase) {
        let next: Bool?
        if isEnded {
            next = false
        } else if isBegun {
            next = true
        } else if isOn == nil {
            next = false
        } else {
            next = isOn
        }
        if isBegun || isEnded {
            isCertain = true
            wasTurnedEarly = phase == .settling && retained
        } else if wasTurnedEarly {
            // Of several things that the broker remembers the gateway looks at the last alone.
            isCertain = false
        }
        if next != isOn { changedAt = now }
        isOn = next
    }

    mutating func forget(savedAt: Int64) {
        wasTurnedEarly = false
        if isOn != nil, Allowance.isForgotten(changedAt, savedAt: savedAt) { isCertain = false }
    }
}

struct HeatingModel: KeepModel {
    let climate: Int
    let window: Int
    private var temperature = KnownInput()
    private var opening = KnownInput()
    private var latch = LatchModel()
    /// When the instance began, which is when it was found out that the temperature is unknown.
    private var created: Since?
    private static let staleAfter = 4 * Span.hour

    init(climate: Int, window: Int) {
        self.climate = climate
        self.window = window
    }

    var topics: [Int] { [climate, window] }

    mutating func hear(_ letter: Letter, at now: Int64, phase: Phase) {
        if created == nil { created = phase == .settling ? Since(low: now, high: .max) : Since(now) }
        if letter.topic == window {
            opening.hear(letter.code, retained: letter.isRetained, at: now, phase: phase)
            return
        }
        let tenths = Topic.parts(ofClimate: letter.code).tenths
        temperature.hear(tenths, retained: letter.isRetained, at: now, phase: phase)
        guard isKnown(at: now) != false else { return }
        latch.see(isBegun: tenths < 190, isEnded: tenths > 210, retained: letter.isRetained, at: now, phase: phase)
    }

    private func isKnown(at now: Int64) -> Bool? {
        guard temperature.value != nil else { return false }
        return temperature.heardAt.isOver(Self.staleAfter, at: now).map { !$0 }
    }

    mutating func settle(at now: Int64) {
        temperature.settle(at: now)
        opening.settle(at: now)
        latch.settle()
        if created?.high == .max { created?.high = now }
    }

    mutating func forget(savedAt: Int64, timesBefore: Int64) {
        temperature.forget(savedAt: savedAt, timesBefore: timesBefore)
        opening.forget(savedAt: savedAt, timesBefore: timesBefore)
        latch.forget(savedAt: savedAt)
        guard let since = created else { return }
        if Allowance.isForgotten(since.high, savedAt: savedAt) || since.low <= timesBefore {
            created = Since(low: 0, high: .max)
        }
    }

    func wanted(at now: Int64) -> Wanted {
        guard let created else { return .nothing }
        guard temperature.isCertain, opening.isCertain, let isKnown = isKnown(at: now) else { return .unsure }
        if !isKnown {
            let unknown =
                temperature.value == nil
                ? created
                : Since(
                    low: temperature.heardAt.low + Self.staleAfter, high: temperature.heardAt.high + Self.staleAfter)
            guard let isOver = unknown.isOver(10 * Span.minute, at: now) else { return .unsure }
            if isOver { return .value(0) }
        }
        if opening.value == 1 {
            guard let isOver = opening.since.isOver(2 * Span.minute, at: now) else { return .unsure }
            if isOver { return .value(0) }
        }
        guard latch.isCertain else { return .unsure }
        return .value(latch.isOn == true ? 1 : 0)
    }

    func nextTurn(after now: Int64) -> Int64 {
        var next = Int64.max
        if temperature.value != nil {
            next = min(next, temperature.heardAt.nextTurn(Self.staleAfter, after: now))
            next = min(next, temperature.heardAt.nextTurn(Self.staleAfter + 10 * Span.minute, after: now))
        } else if let created {
            next = min(next, created.nextTurn(10 * Span.minute, after: now))
        }
        if opening.value == 1 { next = min(next, opening.since.nextTurn(2 * Span.minute, after: now)) }
        return next
    }
}

struct FanModel: KeepModel {
    let climate: Int
    private var humidity = KnownInput()
    private var latch = LatchModel()

    init(climate: Int) { self.climate = climate }

    var topics: [Int] { [climate] }

    mutating func hear(_ letter: Letter, at now: Int64, phase: Phase) {
        let percent = Topic.parts(ofClimate: letter.code).humidity
        humidity.hear(percent, retained: letter.isRetained, at: now, phase: phase)
        latch.see(
            isBegun: percent > 65, isEnded: percent < 55, retained: letter.isRetained, at: now, phase: phase)
    }

    mutating func settle(at now: Int64) {
        humidity.settle(at: now)
        latch.settle()
    }

    mutating func forget(savedAt: Int64, timesBefore: Int64) {
        humidity.forget(savedAt: savedAt, timesBefore: timesBefore)
        latch.forget(savedAt: savedAt)
    }

    func wanted(at now: Int64) -> Wanted {
        guard let isOn = latch.isOn else { return .nothing }
        return humidity.isCertain && latch.isCertain ? .value(isOn ? 1 : 0) : .unsure
    }

    func nextTurn(after now: Int64) -> Int64 { .max }
}

struct DisplayModel: KeepModel {
    let meter: Int
    private var reading = KnownInput()

    init(meter: Int) { self.meter = meter }

    var topics: [Int] { [meter] }

    mutating func hear(_ letter: Letter, at now: Int64, phase: Phase) {
        reading.hear(letter.code, retained: letter.isRetained, at: now, phase: phase)
    }

    mutating func settle(at now: Int64) { reading.settle(at: now) }

    mutating func forget(savedAt: Int64, timesBefore: Int64) {
        reading.forget(savedAt: savedAt, timesBefore: timesBefore)
    }

    func wanted(at now: Int64) -> Wanted {
        guard let value = reading.value else { return .nothing }
        return reading.isCertain ? .value(value) : .unsure
    }

    func nextTurn(after now: Int64) -> Int64 { .max }
}
