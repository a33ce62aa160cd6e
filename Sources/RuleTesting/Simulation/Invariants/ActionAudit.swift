/// Holds the commands of a `when` against its triggers: each is carried out once, and a wait ends once, at its time.
final class ActionAudit {
    enum Kind {
        /// `becomes ON`: on, and ten minutes later off.
        case lamp
        /// `toggle` at each press.
        case light
    }

    let name: String
    let kind: Kind
    let trigger: Int
    let commands: Int
    private var input = KnownInput()
    /// The value before this settling began.
    private var valueBefore: Int?
    private var isSettling = false
    private var heardInSettling = 0
    private var due: Int64?
    /// What has been set and must be written as soon as that is possible.
    private var owed: Int?
    private var wanted: Int?
    private var written: Int?
    private var writtenAt: Int64 = 0
    private var isAcknowledged = true
    private var owesRepetition = false
    /// When something happened last that a gateway may forget.
    private var touchedAt: Int64 = 0
    /// What the gateway thinks nobody can say, until the next trigger.
    private var isDoubtful = false
    private var violation: String?

    private static let length = 10 * Span.minute

    init(_ name: String, kind: Kind, trigger: Int, commands: Int) {
        self.name = name
        self.kind = kind
        self.trigger = trigger
        self.commands = commands
    }

    var topics: [Int] { [trigger, commands] }

    func hear(_ letter: Letter, at now: Int64, phase: Phase) {
        pass(to: now, phase)
        switch kind {
        case .lamp:
            let former = input.isCertain ? input.value : nil
            let wasCertain = input.isCertain
            input.hear(letter.code, retained: letter.isRetained, at: now, phase: phase)
            touchedAt = letter.code == former ? touchedAt : now
            guard phase.decides else {
                heardInSettling += letter.code == former ? 0 : 1
                if !wasCertain, letter.code == 1 { isDoubtful = true }
                return
            }
            if !wasCertain, letter.code == 1 { isDoubtful = true }
            if former == 0, letter.code == 1 { light(at: now) }
        case .light:
            guard letter.code == 1, !letter.isRetained else { return }
            touchedAt = now
            if phase.decides { toggle() } else { heardInSettling += 1 }
        }
    }

    private func light(at now: Int64) {
        isDoubtful = false
        owed = 1
        due = now + Self.length
        touchedAt = now
    }

    private func toggle() {
        guard let value = wanted else {
            if !isDoubtful {
                wanted = 1
                owed = 1
            }
            return
        }
        wanted = 1 - value
        owed = wanted
    }

    /// A wait that is over.
    private func pass(to now: Int64, _ phase: Phase) {
        guard let due, due <= now, phase.decides else { return }
        self.due = nil
        owed = 0
        touchedAt = due
    }

    func started() {
        isSettling = true
        heardInSettling = 0
        valueBefore = input.isCertain ? input.value : nil
    }

    func settled(isFirst: Bool, at now: Int64) {
        guard isFirst else { return pass(to: now, .online) }
        isSettling = false
        if let due, due <= now {
            self.due = nil
            owed = 0
            touchedAt = now
        }
        input.settle(at: now)
        switch kind {
        case .lamp:
            if heardInSettling > 1 {
                // What it was in between may or may not have been looked at.
                becomeDoubtful()
            } else if valueBefore == 0, input.value == 1 {
                light(at: now)
            }
        case .light: for _ in 0..<heardInSettling { toggle() }
        }
        if heardInSettling > 0 { touchedAt = now }
        heardInSettling = 0
    }

    private func becomeDoubtful() {
        isDoubtful = true
        owed = nil
        due = nil
    }

    func unsettled(at now: Int64) {
        pass(to: now, .unsettled)
        if !isAcknowledged { owesRepetition = true }
    }

    func acknowledged() { isAcknowledged = true }

    func ended(savedAt: Int64, how: Ending, at now: Int64, phase: Phase) {
        pass(to: now, phase)
        input.forget(savedAt: savedAt, timesBefore: how == .powerCut ? .max : .min)
        if Allowance.isForgotten(touchedAt, savedAt: savedAt) || how == .powerCut && due != nil {
            becomeDoubtful()
            if kind == .light { wanted = nil }
        }
        if !isAcknowledged, now - writtenAt >= Span.second { owesRepetition = true }
        isAcknowledged = true
        heardInSettling = 0
    }

    /// Nobody can say any more how long a wait lasts that began before the machine started.
    func lostTime(before start: Int64) { if let due, due - Self.length <= start { becomeDoubtful() } }

    /// What was written last may come again.
    func unrecorded() { owesRepetition = true }

    func wrote(_ code: Int, at now: Int64, phase: Phase) {
        pass(to: now, phase)
        defer {
            written = code
            writtenAt = now
            isAcknowledged = false
            owesRepetition = false
            touchedAt = now
        }
        if isDoubtful {
            if kind == .light {
                wanted = code
                isDoubtful = false
            }
            owed = nil
            return
        }
        if owed == code {
            owed = nil
        } else if owesRepetition, written == code {
            return
        } else {
            violation =
                owed == nil
                ? "\(name) was sent \(code), and nothing asked for it"
                : "\(name) was sent \(code) in place of \(owed ?? -1)"
        }
    }

    /// What is wrong now.
    func problem(at now: Int64, phase: Phase, isStopping: Bool) -> (String, String)? {
        if let violation { return ("nothing is sent twice for one cause, or without one", violation) }
        pass(to: now, phase)
        guard phase == .online, !isStopping, !isDoubtful, let owed else { return nil }
        return ("waits and triggers are not lost", "\(name) was set to \(owed), and it was not sent")
    }

    var nextLook: Int64 { due ?? .max }
}
