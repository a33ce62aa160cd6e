/// Holds one output of a `keep` against its model: what is wanted is sent at once where its manners allow it, nothing else is
/// sent, nothing is sent again without a cause that the manners name, and the device is as it should be.
final class KeepAudit {
    /// What the output's options say.
    struct Manners {
        var resendEvery: Int64
        var status: Int?
        var confirmedBy: Int?
        var shortestOn: Int64 = 0
        var apart: Int64 = 0
    }

    let name: String
    let commands: Int
    let device: Int
    let manners: Manners
    private(set) var model: any KeepModel
    /// What the model wants, and since when.
    private var wanted = Wanted.nothing
    private var wantedSince: Int64 = 0
    /// What was written last; nil where nobody knows what the gateway believes.
    private var written: Int?
    private var writtenAt: Int64 = 0
    /// When the gateway decided that. What it writes again after a reconnect is not decided anew.
    private var issuedAt = Since(0)
    /// When it was another value last.
    private var changedAt = Since(0)
    private var isMemoryDoubtful = false
    private var doubtfulSince: Int64 = 0
    private var isPresumed = false
    /// When commands could be sent last.
    private var apartSince: Int64 = 0
    private var isAcknowledged = true
    /// The connection was lost before the broker had acknowledged.
    private var owesRepetition = false
    private var statusCode: Int?
    private var deviceCameBack = false
    private var confirmation: Int?
    private var tries = 0
    /// When it was tried last; what is sent again for another reason is no try.
    private var triedAt: Int64 = 0
    /// Since the last settlement nothing was written.
    private var owesAfterSettling = false
    private var violation: String?
    private var looksAt = Int64.max

    /// Delays of the wire, stalls among them, and of the device.
    private static let patience = 45 * Span.second

    init(_ name: String, commands: Int, device: Int, manners: Manners, model: any KeepModel) {
        self.name = name
        self.commands = commands
        self.device = device
        self.manners = manners
        self.model = model
    }

    /// What it wants to see.
    var topics: [Int] { model.topics + [commands] + [manners.status, manners.confirmedBy].compactMap { $0 } }

    func hear(_ letter: Letter, at now: Int64, phase: Phase) {
        if letter.topic == manners.status {
            if letter.code == 1, statusCode == 0 { deviceCameBack = true }
            statusCode = letter.code
        } else if letter.topic == manners.confirmedBy {
            confirmation = letter.code
        }
        if model.topics.contains(letter.topic) { model.hear(letter, at: now, phase: phase) }
        update(at: now)
    }

    private func update(at now: Int64) {
        let next = model.wanted(at: now)
        if next != wanted {
            wanted = next
            wantedSince = now
        }
    }

    func settled(isFirst: Bool, at now: Int64) {
        if isFirst { model.settle(at: now) }
        owesAfterSettling = true
        update(at: now)
    }

    func unsettled(at now: Int64) {
        apartSince = now
        if !isAcknowledged { owesRepetition = true }
    }

    func acknowledged() { isAcknowledged = true }

    /// What was written last may come again.
    func unrecorded() { owesRepetition = true }

    /// It counts as delivered and was lost: the device hears of it with the next repetition.
    func presumedDelivered() { isPresumed = true }

    func ended(savedAt: Int64, how: Ending, at now: Int64) {
        update(at: now)
        // Killed in the very instant of a decision: the gateway may take for sent what nobody has seen.
        if how == .killed, wantedSince == now, case .value(let value) = wanted, value != written {
            isMemoryDoubtful = true
            doubtfulSince = now
        }
        model.forget(savedAt: savedAt, timesBefore: how == .powerCut ? .max : .min)
        apartSince = min(now, max(apartSince, writtenAt))
        if Allowance.isForgotten(writtenAt, savedAt: savedAt) || how == .powerCut {
            isMemoryDoubtful = true
            doubtfulSince = now
        }
        // A command that was not acknowledged for a second is in doubt, and is sent once more.
        if !isAcknowledged, now - writtenAt >= Span.second { owesRepetition = true }
        isAcknowledged = true
    }

    /// Nobody can say any more how long ago that was what came before the machine started.
    func lostTime(before start: Int64) {
        model.forget(savedAt: .max, timesBefore: start)
        if issuedAt.low <= start { issuedAt = Since(low: 0, high: .max - Span.day) }
        if changedAt.low <= start { changedAt = Since(low: 0, high: .max - Span.day) }
        if triedAt <= start { triedAt = 0 }
    }

    // MARK: Commands

    /// - Parameter isLate: in the instant in which all that had waited is written.
    func wrote(_ code: Int, at now: Int64, isLate: Bool, isStepped: Bool) {
        update(at: now)
        defer { note(code, at: now, isLate: isLate, isStepped: isStepped) }
        if isMemoryDoubtful { return }
        if let written, written == code {
            if !mayRepeat(at: now) {
                violation = "\(name) was sent \(code) again after \((now - writtenAt) / Span.second) s without a cause"
            }
            return
        }
        guard case .value(let value) = wanted else {
            if wanted == .nothing { violation = "\(name) was sent \(code), though nothing was heard that it needs" }
            return
        }
        if value != code {
            violation = "\(name) was sent \(code), and should be \(value) since \((now - wantedSince) / Span.second) s"
        } else if let earliest = earliest(value, issuedAt.low, changedAt.low), now < earliest {
            violation =
                "\(name) was sent \(code) \((earliest - now) / Span.second) s before its minimum times were over"
        }
    }

    private func note(_ code: Int, at now: Int64, isLate: Bool, isStepped: Bool) {
        let isChange = written != code || isMemoryDoubtful
        // What is written late was decided at some time since it was wanted.
        let decidedAt = Since(
            low: isMemoryDoubtful
                ? 0 : isLate ? min(wantedSince, apartSince) : isStepped ? now - 15 * Span.second : now,
            high: now)
        if isChange {
            changedAt = decidedAt
            tries = 1
            triedAt = decidedAt.low
        }
        if isChange || !owesRepetition {
            issuedAt = isLate && !isChange ? Since(low: issuedAt.low, high: now) : decidedAt
        }
        written = code
        writtenAt = now
        isMemoryDoubtful = false
        isPresumed = false
        isAcknowledged = false
        // What the link repeats is not what the device's return asked for.
        if isChange || !owesRepetition { deviceCameBack = false }
        owesRepetition = false
        owesAfterSettling = false
    }

    private func mayRepeat(at now: Int64) -> Bool {
        if owesRepetition || deviceCameBack { return true }
        if now - issuedAt.low >= manners.resendEvery { return true }
        guard manners.confirmedBy != nil, confirmation != written else { return false }
        if owesAfterSettling { return true }
        guard now - triedAt >= 20 * Span.second, tries < 3 else { return false }
        tries += 1
        triedAt = now
        return true
    }

    /// When that value may be sent.
    private func earliest(_ value: Int, _ issued: Int64, _ changed: Int64) -> Int64? {
        guard written != nil else { return nil }
        var earliest = issued + manners.apart
        if written == 1, value != 1 { earliest = max(earliest, changed + manners.shortestOn) }
        return earliest
    }

    // MARK: Looking

    /// What is wrong now.
    func problem(_ world: Simulation, phase: Phase, settledAt: Int64, tally: inout Tally) -> (String, String)? {
        if let violation { return ("a command has a cause, and one is enough", violation) }
        let now = world.now
        update(at: now)
        looksAt = model.nextTurn(after: now)
        guard phase == .online, world.gateway?.isStopping == false else { return nil }
        guard case .value(let value) = wanted else {
            if wanted == .unsure { tally.passes += 1 }
            return nil
        }
        tally.comparisons += 1
        if !isMemoryDoubtful, written != value {
            let earliest = max(earliest(value, issuedAt.high, changedAt.high) ?? 0, wantedSince)
            if now >= earliest {
                return (
                    "what is wanted is sent",
                    "\(name) should be \(value) since \((now - wantedSince) / Span.second) s, and was sent \(written.map(String.init) ?? "nothing")"
                )
            }
            looksAt = min(looksAt, earliest)
            return nil
        }
        return deviceProblem(value, world, settledAt)
    }

    /// Whether the device is as it should be, as soon as the broker and the device have been there for long enough.
    private func deviceProblem(_ value: Int, _ world: Simulation, _ settledAt: Int64) -> (String, String)? {
        let now = world.now
        guard world.isLinkHealthy, world.devices[device].isConnected, world.devices[device].state != value else {
            return nil
        }
        let connectedSince = world.devices[device].connectedSince
        let sentAt = max(settledAt, world.linkHealthySince, isMemoryDoubtful ? 0 : changedAt.high)
        // What a device did not hear while it was away it is sent when the manners say so.
        let wasThere = !isMemoryDoubtful && !isPresumed && connectedSince < changedAt.low - Self.patience
        let due =
            wasThere
            ? max(wantedSince, sentAt) + Self.patience
            : max(wantedSince, sentAt, connectedSince, doubtfulSince) + manners.resendEvery + 2 * Self.patience
        if now >= due {
            return (
                "no keep is left wrong",
                "\(name) should be \(value) since \((now - wantedSince) / Span.second) s, and its device, there since \((now - connectedSince) / Span.second) s, is \(world.devices[device].state)"
            )
        }
        looksAt = min(looksAt, due)
        return nil
    }

    var nextLook: Int64 { looksAt }
}
