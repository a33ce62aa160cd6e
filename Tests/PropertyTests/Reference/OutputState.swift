import RuleLanguage

/// An output for one combination of levels.
final class OutputState {
    let id: OutputID
    let levels: [String]
    private unowned let house: House
    private let definition: Output
    /// What should be so, as far as a rule ever said.
    private(set) var wanted = Datum.unknown
    private(set) var sent = Datum.unknown
    private(set) var hasFailed = false
    /// The keep looks at a first value that sets nothing off.
    var isFirst = false
    /// A `when` said so: it is sent though it may not differ.
    private var isOwed = false
    private var changedAt: Int64 = 0
    private var sentAt: Int64 = 0
    private var sentIn = 0
    private var tries = 0
    /// When the device should have confirmed.
    private var confirmDue: Int64?
    private var resendTrigger: Trigger?
    private var confirming: Node?

    init(_ id: OutputID, _ levels: [String], _ house: House) {
        self.id = id
        self.levels = levels
        self.house = house
        definition = house.program.outputs[id]
    }

    /// Makes what its options look at. Apart from `init`, since that may lead back to this output.
    func prepare() {
        let binding = Node.Binding(levels: levels, owner: "output \(id)")
        if let condition = definition.resendWhen { resendTrigger = Trigger(Node(condition, binding, house), house) }
        if let confirmation = definition.confirmation {
            let type = house.program.inputs[confirmation.input].type
            let kind: Expression.ExpressionType = if case .text = type { .text } else { .number(unit: nil) }
            let read = Expression(
                .input(confirmation.input, confirmation.arguments), type: kind, range: definition.range)
            confirming = Node(read, binding, house)
        }
    }

    // MARK: What rules say

    func want(_ value: Datum) {
        wanted = fitted(value)
    }

    func set(_ value: Datum) {
        wanted = fitted(value)
        isOwed = true
        consider()
    }

    /// The other word than the one that is wanted now; the first if nothing was ever sent.
    var toggled: Datum {
        guard case .words(let words) = definition.type else { return .unknown }
        guard wanted != .unknown else { return .word(words[0].id) }
        return words.first { .word($0.id) != wanted }.map { .word($0.id) } ?? wanted
    }

    /// Rounded to the step, then clamped to the range.
    private func fitted(_ value: Datum) -> Datum {
        guard var number = value.number, case .number(let type) = definition.type else { return value }
        if let step = type.step { number = (number / step).rounded() * step }
        if let range = type.range { number = min(max(number, range.lowerBound), range.upperBound) }
        return .finite(number)
    }

    // MARK: What is sent

    /// Sends what is wanted if that differs or is owed, as soon as the times allow it. False where nothing is sent.
    @discardableResult
    func consider() -> Bool {
        guard house.isConnected, wanted != .unknown, isOwed || wanted != sent, house.isOver(earliest) else {
            return false
        }
        if sent != wanted { changedAt = house.now }
        sent = wanted
        isOwed = false
        tries = 1
        hasFailed = false
        put()
        confirmDue = nil
        if !isConfirmed { awaitConfirmation() }
        return true
    }

    /// At the end of the instant: what is new, else what falls due once more.
    func finish() {
        if !consider() { repeatWhatIsDue() }
    }

    private func awaitConfirmation() {
        guard let confirmation = definition.confirmation else { return }
        confirmDue = house.now + confirmation.within
        _ = house.isOver(house.now + confirmation.within)
    }

    private var earliest: Int64 {
        guard sent != .unknown else { return house.now }
        var earliest = house.now
        if let apart = definition.atLeastApart { earliest = max(earliest, sentAt + apart) }
        if case .word(let id) = sent, wanted != sent, let minimum = definition.minimumTimes[id] {
            earliest = max(earliest, changedAt + minimum)
        }
        return earliest
    }

    private func put() {
        sentAt = house.now
        sentIn = house.instant
        isAskedAgain = false
        if let interval = definition.resendEvery { _ = house.isOver(sentAt + interval) }
        house.emit(Sent.target(definition.name, levels), Self.comparable(sent, house.program))
    }

    /// Numbers are compared by value.
    static func comparable(_ value: Datum, _ program: Program) -> String {
        guard let number = value.number else { return value.text(words: program.words) }
        return Datum.finite((number * 1e6).rounded() / 1e6).text(words: [])
    }

    // MARK: Options

    /// Something asked for the last command once more.
    private var isAskedAgain = false

    private func repeatWhatIsDue() {
        if let due = confirmDue, house.isOver(due) {
            if tries < (definition.confirmation?.tries ?? 0) {
                // What falls due while the connection is broken is due as soon as it is back.
                if house.isConnected, isApart {
                    tries += 1
                    put()
                    awaitConfirmation()
                }
            } else {
                confirmDue = nil
                hasFailed = true
            }
        }
        let isDue = definition.resendEvery.map { house.isOver(sentAt + $0) } ?? false
        if house.isConnected, sent != .unknown, isDue || isAskedAgain, isApart { put() }
    }

    /// The time between two commands is over.
    private var isApart: Bool {
        definition.atLeastApart.map { house.isOver(sentAt + $0) } ?? true
    }

    /// What its options see in this pass.
    func look() {
        if resendTrigger?.fires == true, sent != .unknown, sentIn != house.instant { isAskedAgain = true }
        guard isConfirmed else { return }
        confirmDue = nil
        hasFailed = false
    }

    private var isConfirmed: Bool {
        guard let value = confirming?.value, value != .unknown else { return false }
        return value == sent
    }
}
