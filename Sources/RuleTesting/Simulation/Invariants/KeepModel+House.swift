/// The light of the hall: on while anybody moves, and five minutes longer.
struct HallModel: KeepModel {
    let topics: [Int]
    private var motions: [KnownInput]
    private var ended: Since?
    private var wasMoving = false
    /// It began before the first instant.
    private var beganEarly = false
    private static let length = 5 * Span.minute

    init(motions topics: [Int]) {
        self.topics = topics
        motions = topics.map { _ in KnownInput() }
    }

    mutating func hear(_ letter: Letter, at now: Int64, phase: Phase) {
        guard let index = topics.firstIndex(of: letter.topic) else { return }
        // A gateway that forgot may never have known that somebody moved.
        if !motions[index].isCertain { beganEarly = true }
        motions[index].hear(letter.code, retained: letter.isRetained, at: now, phase: phase)
        look(at: now, isEarly: phase == .settling && letter.isRetained)
    }

    private mutating func look(at now: Int64, isEarly: Bool) {
        let isMoving = motions.contains { $0.value == 1 }
        if wasMoving, !isMoving {
            // Nothing looks when the broker only remembers, before the first instant: what began and ended then may never be
            // seen.
            ended =
                isEarly || beganEarly
                ? Since(low: beganEarly ? 0 : now, high: isEarly ? .max : now) : Since(now)
        } else if isMoving, !wasMoving {
            beganEarly = isEarly
        }
        wasMoving = isMoving
    }

    mutating func settle(at now: Int64) {
        for index in motions.indices { motions[index].settle(at: now) }
        if ended?.high == .max { ended?.high = now }
        beganEarly = false
    }

    mutating func forget(savedAt: Int64, timesBefore: Int64) {
        for index in motions.indices { motions[index].forget(savedAt: savedAt, timesBefore: timesBefore) }
        guard let since = ended else { return }
        if Allowance.isForgotten(since.high, savedAt: savedAt) || since.low <= timesBefore {
            ended = Since(low: 0, high: .max)
        }
    }

    func wanted(at now: Int64) -> Wanted {
        guard motions.allSatisfy(\.isCertain) else { return .unsure }
        if wasMoving { return .value(1) }
        guard let ended else { return .value(0) }
        guard let isOver = ended.isOver(Self.length, at: now) else { return .unsure }
        return .value(isOver ? 0 : 1)
    }

    func nextTurn(after now: Int64) -> Int64 {
        wasMoving ? .max : ended?.nextTurn(Self.length, after: now) ?? .max
    }
}

/// The siren: on from when water is found until a button ends it.
struct SirenModel: KeepModel {
    let button: Int
    let topics: [Int]
    private var leaks: [KnownInput]
    private var isOn = false
    /// Water that was there when the button was pressed counts no more until it is gone.
    private var isBlocked = false
    private var isCertain = true
    private var changedAt: Int64 = 0
    /// A press before the first instant counts at it.
    private var pressedEarly = false

    init(leaks: [Int], button: Int) {
        topics = leaks + [button]
        self.button = button
        self.leaks = leaks.map { _ in KnownInput() }
    }

    private var isWet: Bool { leaks.contains { $0.value == 1 } }

    mutating func hear(_ letter: Letter, at now: Int64, phase: Phase) {
        if letter.topic == button {
            guard letter.code == 2, !letter.isRetained else { return }
            if phase == .settling { pressedEarly = true } else { press(at: now) }
            return
        }
        guard let index = topics.firstIndex(of: letter.topic) else { return }
        let wasWet = isWet
        leaks[index].hear(letter.code, retained: letter.isRetained, at: now, phase: phase)
        if phase == .settling, leaks[index].wasBlurred { isCertain = false }
        if phase != .settling || isWet != wasWet { water(at: now) }
    }

    private mutating func water(at now: Int64) {
        if !isWet {
            isBlocked = false
        } else if !isBlocked, !isOn {
            isOn = true
            changedAt = now
        }
    }

    private mutating func press(at now: Int64) {
        if isWet || isOn {
            isBlocked = isWet
            isOn = false
            changedAt = now
        }
        if leaks.allSatisfy(\.isCertain), !isWet { isCertain = true }
    }

    mutating func settle(at now: Int64) {
        for index in leaks.indices { leaks[index].settle(at: now) }
        if pressedEarly { press(at: now) }
        pressedEarly = false
    }

    mutating func forget(savedAt: Int64, timesBefore: Int64) {
        for index in leaks.indices { leaks[index].forget(savedAt: savedAt, timesBefore: timesBefore) }
        pressedEarly = false
        if Allowance.isForgotten(changedAt, savedAt: savedAt) { isCertain = changedAt == 0 && isCertain }
    }

    func wanted(at now: Int64) -> Wanted {
        guard isCertain, leaks.allSatisfy(\.isCertain) else { return .unsure }
        return .value(isOn ? 1 : 0)
    }

    func nextTurn(after now: Int64) -> Int64 { .max }
}
