import RuleEngine

/// Each ring of the bell is told once, unless the connection is broken when it is decided.
final class ChimeAudit {
    let ring: Int
    let chime: Int
    private var expected = 0
    /// Those that may still come.
    private var allowed = 0
    private var violation: String?

    init(ring: Int, chime: Int) {
        self.ring = ring
        self.chime = chime
    }

    func hear(phase: Phase) {
        if phase != .unsettled { expected += 1 }
    }

    /// What was decided and not written is lost with a connection, and after a kill where it is too old by then.
    func ended() {
        allowed += expected
        expected = 0
    }

    /// What was written last comes again.
    func unrecorded() { allowed += 1 }

    func wrote() {
        if expected == 0, allowed > 0 {
            allowed -= 1
            return
        }
        expected -= 1
        if expected < 0 { violation = "the chime rang, and nobody had rung the bell" }
    }

    func problem(phase: Phase, isStopping: Bool) -> (String, String)? {
        if let violation { return ("nothing is sent twice for one cause, or without one", violation) }
        guard phase == .online, !isStopping, expected > 0 else { return nil }
        return ("waits and triggers are not lost", "the bell rang, and the chime did not")
    }
}

/// `time is 07:00`: once on each day, at that time; after an absence at most an hour late.
final class MorningAudit {
    private let clock = LocalTime(zone: "Europe/Amsterdam")
    /// The moments on the wall that were told.
    private var told: [Int64] = []
    /// Those of which a gateway that was away when the clock was set, or forgot that it was, may think either.
    private var unsure: [Int64] = []
    /// The newest that has passed, told or missed.
    private var passed: Int64 = 0
    /// When the clock was set last, and what was known before: a gateway that forgets the one knows the other.
    private var steppedAt = Int64.min
    private var before: (told: [Int64], passed: Int64) = ([], 0)
    private var isDoubtful = false
    /// The clock was set while nobody ran, and what had been missed by then may be as late as by nobody's clock.
    private var isAgeUnknown = false
    private var toldAt: Int64 = .min
    /// In the world's time: when it must be told, while nothing disturbs.
    private(set) var nextLook = Int64.max
    private var isAwaited = false
    private var violation: String?

    /// What lies between the start and the first instant, and a clock that is slightly off.
    private static let slack = 2 * Span.minute
    private static let seven = 7 * 3_600

    /// The last seven o'clock up to a moment on the wall.
    private func last(_ wall: Int64) -> Int64 {
        var moment = clock.next(secondOfDay: Self.seven, after: wall - 26 * Span.hour)
        while true {
            let next = clock.next(secondOfDay: Self.seven, after: moment)
            guard next <= wall else { return moment }
            moment = next
        }
    }

    func rest() {
        nextLook = .max
        isAwaited = false
    }

    /// From now on nothing disturbs.
    func await(_ world: Simulation) {
        guard world.gateway?.trustsClock == true else { return rest() }
        let wall = world.machine.wall(world.now)
        var moment = clock.next(secondOfDay: Self.seven, after: wall)
        passed = max(passed, last(wall))
        // A clock that was put back does not make it happen twice.
        while told.contains(moment) || unsure.contains(moment) || moment <= passed {
            moment = clock.next(secondOfDay: Self.seven, after: moment)
        }
        nextLook = world.now + moment - wall
        isAwaited = true
    }

    func ended(savedAt: Int64, how: Ending) {
        rest()
        if Allowance.isForgotten(toldAt, savedAt: savedAt) || how == .powerCut { isDoubtful = true }
        if Allowance.isForgotten(steppedAt, savedAt: savedAt) {
            unsure += before.told
            passed = max(passed, before.passed)
        }
    }

    /// What was written last comes again.
    func unrecorded() { isDoubtful = true }

    /// The clock is about to be set: what it has shown up to now is past.
    func willStep(_ world: Simulation) {
        if world.gateway?.trustsClock != false { passed = max(passed, last(world.machine.wall(world.now))) }
    }

    func stepped(_ world: Simulation) {
        let wall = world.machine.wall(world.now)
        // Put back by more than a day, it was wrong before, and what happened then counts no more.
        // While nobody runs, by how much it was put back is measured from when the last one ended.
        if world.gateway == nil {
            (isDoubtful, isAgeUnknown) = (true, true)
            unsure = unsure.suffix(8) + told
            told.removeAll()
        }
        (steppedAt, before) = (world.now, (told, passed))
        if max(told.max() ?? 0, passed) - wall >= Span.day {
            told.removeAll()
            passed = 0
        }
        rest()
    }

    func wrote(_ world: Simulation) {
        // Who does not know what time it is cannot know how late it is.
        guard world.gateway?.trustsClock == true else {
            isDoubtful = true
            toldAt = world.now
            return
        }
        let wall = world.machine.wall(world.now)
        let moment = last(wall)
        defer {
            toldAt = world.now
            told.append(moment)
            if told.count > 8 { told.removeFirst() }
            (isDoubtful, isAgeUnknown) = (false, false)
        }
        if wall - moment > Span.hour + Self.slack, !isAgeUnknown {
            violation = "good morning was said \((wall - moment) / Span.minute) min after seven"
        } else if told.contains(moment), !isDoubtful {
            violation = "good morning was said twice on one day"
        }
    }

    func problem(_ world: Simulation, phase: Phase) -> (String, String)? {
        if let violation { return ("nothing is sent twice for one cause, or without one", violation) }
        guard isAwaited, world.now >= nextLook else { return nil }
        guard phase == .online, world.gateway?.isStopping == false else {
            rest()
            return nil
        }
        defer { self.await(world) }
        return toldAt == world.now
            ? nil : ("waits and triggers are not lost", "it was seven, and nobody said good morning")
    }
}

/// `for 10 min, repeating every 20 min`: told at its time, and not sooner than that again.
final class ReminderAudit {
    let name: String
    let window: Int
    let topic: Int
    private var opening = KnownInput()
    private var toldAt: Int64 = .min / 2
    private var isUndisturbed = false
    private var isDoubtful = false
    /// A process that is gone had decided to tell, and may not have come to do it.
    private var isOwed = false
    private var violation: String?

    init(_ name: String, window: Int, topic: Int) {
        self.name = name
        self.window = window
        self.topic = topic
    }

    func hear(_ letter: Letter, at now: Int64, phase: Phase) {
        let former = opening.since.low
        let wasKnown = opening.value != nil
        opening.hear(letter.code, retained: letter.isRetained, at: now, phase: phase)
        // What is open when it is first heard of sets nothing off but by its length.
        if opening.since.low != former { isUndisturbed = phase == .online && wasKnown }
    }

    /// What was written last comes again.
    func unrecorded() { isDoubtful = true }

    func disturbed() { isUndisturbed = false }

    func settled(isFirst: Bool, at now: Int64) { if isFirst { opening.settle(at: now) } }

    func ended(savedAt: Int64, how: Ending, at now: Int64) {
        isOwed = due.map { $0 <= now } ?? false
        opening.forget(savedAt: savedAt, timesBefore: how == .powerCut ? .max : .min)
        if Allowance.isForgotten(toldAt, savedAt: savedAt) || how == .powerCut { isDoubtful = true }
        isUndisturbed = false
    }

    /// Nobody can say any more how long it was open where that began before the machine started.
    func lostTime(before start: Int64) {
        guard opening.since.low <= start else { return }
        opening.forget(savedAt: .max, timesBefore: start)
        isDoubtful = true
        isUndisturbed = false
    }

    /// - Parameter isLate: what a former process had decided is written in the first instant of the next one.
    func wrote(at now: Int64, isLate: Bool) {
        defer {
            toldAt = now
            isDoubtful = isLate
            isOwed = false
        }
        guard opening.isCertain, !(isLate && isOwed) else { return }
        if opening.value != 1 {
            violation = "\(name) was told to be closed, and is not open"
        } else if opening.since.isOver(10 * Span.minute, at: now) == false {
            violation = "\(name) was told to be closed too early"
        } else if !isDoubtful, opening.since.high != .max, toldAt > opening.since.high, now - toldAt < 20 * Span.minute
        {
            violation = "\(name) was told to be closed twice within \((now - toldAt) / Span.second) s"
        }
    }

    /// When it must be told.
    private var due: Int64? {
        guard isUndisturbed, opening.value == 1, opening.isCertain else { return nil }
        let first = opening.since.low + 10 * Span.minute
        return toldAt < first ? first : toldAt + 20 * Span.minute
    }

    func problem(at now: Int64, phase: Phase, isStopping: Bool) -> (String, String)? {
        if let violation { return ("nothing is sent twice for one cause, or without one", violation) }
        guard phase == .online, !isStopping, let due, now >= due else { return nil }
        return ("waits and triggers are not lost", "\(name) is open, and nobody was told")
    }

    var nextLook: Int64 { due ?? .max }
}
