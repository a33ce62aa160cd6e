import RuleLanguage

/// Everything that the reference knows: what was heard and sent, and all expressions with their histories.
///
/// It is written from the definition of the language, works everything out anew at each instant and shares no code with the engine.
final class House {
    /// A name with what its parameters stand for.
    struct Key: Hashable {
        var id: Int
        var levels: [String]
    }

    let program: Program
    let clock: WallClock
    /// Nanoseconds since the start, and the wall clock then.
    var now: Int64 = 0
    let start: Int64
    /// Counts the instants, and the times that everything was worked out.
    var instant = 0
    var pass = 0
    /// Moments at which something is over.
    private var moments: Set<Int64> = []
    /// The instant was set off by time, by the start, or by a message.
    var isTimerInstant = false
    var isStartup = false
    /// Commands can be sent.
    var isConnected = true
    /// The inputs that have a first value in this instant that sets nothing off: a retained one, or one in the place of an assumed one.
    var firstValues: Set<Key> = []
    /// The occurrences of this instant, and those that a run has kept.
    var occurrences: [Key: Datum] = [:]
    var kept: [Key: Datum]?

    private(set) var heard: [Key] = []
    private(set) var outputs: [Key: OutputState] = [:]
    private(set) var outputOrder: [OutputState] = []
    private var messages: [Key: [(time: Int64, value: Datum)]] = [:]
    private var definitions: [Key: Node] = [:]
    private var validity: [Key: Node] = [:]
    private var aggregates: [String: Aggregate] = [:]
    /// What was sent, in order.
    private(set) var sent: [Sent] = []

    var wall: Int64 { start + now }

    init(_ program: Program, start: Int64) {
        self.program = program
        self.start = start
        clock = WallClock(zone: program.settings.zone, asked: program.clockExpressions)
        for (id, input) in program.inputs.enumerated() where !input.isEvent && !input.parameters.isEmpty {
            let lists = input.parameters.compactMap(\.members)
            guard lists.count == input.parameters.count else { continue }
            for levels in Self.combinations(lists) { noteHeard(Key(id: id, levels: levels)) }
        }
    }

    static func combinations(_ lists: [[String]]) -> [[String]] {
        lists.reduce([[]]) { fronts, list in fronts.flatMap { front in list.map { front + [$0] } } }
    }

    func noteHeard(_ key: Key) {
        if !heard.contains(key) { heard.append(key) }
    }

    func emit(_ target: String, _ value: String) {
        sent.append(Sent(time: wall / 1_000_000, target: target, value: value))
    }

    // MARK: Time

    /// Whether a moment has come. Where it has not, there is an instant then.
    func isOver(_ moment: Int64) -> Bool {
        if now < moment { moments.insert(moment) }
        return now >= moment
    }

    /// The next moment at which something is over or the clock may change something.
    var nextMoment: Int64? {
        moments = moments.filter { $0 > now }
        let change = clock.nextChange(after: wall).map { $0 - start }
        return [moments.min(), change].compactMap { $0 }.min()
    }

    // MARK: What is read

    /// An input's value, or an event's occurrence.
    func value(of id: InputID, _ levels: [String], keptByRun: Bool) -> Datum {
        let key = Key(id: id, levels: levels)
        if keptByRun, let value = kept?[key] { return value }
        if let condition = program.inputs[id].validWhile {
            let node = validity[key] ?? Node(condition, .init(levels: levels, owner: "input \(id)"), self)
            validity[key] = node
            guard node.value.isTrue else { return .unknown }
        }
        return program.inputs[id].isEvent ? occurrences[key] ?? .unknown : raw(key)
    }

    /// Whether a first value of an input sets nothing off now, or what says that it is valid is made of one.
    func isFirst(_ id: InputID, _ levels: [String]) -> Bool {
        let key = Key(id: id, levels: levels)
        return firstValues.contains(key) || validity[key]?.isFirst == true
    }

    /// What was last heard, as long as it is not stale.
    private func raw(_ key: Key) -> Datum {
        let input = program.inputs[key.id]
        guard let last = messages[key]?.last else { return input.initially.map { Datum($0) } ?? .unknown }
        if let limit = input.staleAfter, isOver(last.time + limit) { return .unknown }
        return last.value
    }

    func output(_ id: OutputID, _ levels: [String]) -> OutputState {
        let key = Key(id: id, levels: levels)
        if let known = outputs[key] { return known }
        let output = OutputState(id, levels, self)
        outputs[key] = output
        outputOrder.append(output)
        output.prepare()
        return output
    }

    func definition(_ id: LetID, _ levels: [String]) -> Node {
        let key = Key(id: id, levels: levels)
        if let known = definitions[key] { return known }
        let node = Node(program.lets[id].value, .init(levels: levels, owner: "let \(id)"), self)
        definitions[key] = node
        return node
    }

    /// The same aggregate of a rule is one for all bindings that it does not look at.
    func aggregate(_ node: Node) -> Aggregate {
        let used = node.expression.usedParameters.sorted().map { node.binding.levels[$0] }
        let range = node.expression.range
        let key = "\(node.binding.owner) \(range.start) \(range.end) \(used) \(node.binding.stars)"
        if let known = aggregates[key] { return known }
        let aggregate = Aggregate(of: node, self)
        aggregates[key] = aggregate
        return aggregate
    }

    // MARK: What is heard

    /// Takes a message; false where it says nothing to anybody.
    func hear(topic: String, payload: String, retained: Bool) {
        for (id, input) in program.inputs.enumerated() {
            guard let levels = input.topic.levels(in: topic, count: input.parameters.count) else { continue }
            let fits = zip(input.parameters, levels).allSatisfy { $0.members?.contains($1) ?? true }
            guard fits else { continue }
            hear(PayloadMeaning(payload, for: input), Key(id: id, levels: levels), retained)
        }
    }

    private func hear(_ meaning: PayloadMeaning, _ key: Key, _ retained: Bool) {
        let input = program.inputs[key.id]
        if input.isEvent {
            guard !retained, case .value(let value) = meaning, value != .text(""), hasRoom(key) else { return }
            occurrences[key] = value
            messages[key] = [(now, .unknown)]
            noteHeard(key)
            return
        }
        let value: Datum
        switch meaning {
        case .nothing, .bad: return
        case .empty:
            // One that was never heard does not begin.
            guard messages[key] != nil else { return }
            value = .unknown
        case .unknown: value = .unknown
        case .value(let heard): value = heard
        }
        guard hasRoom(key) else { return }
        if retained, value != .unknown {
            // What the broker kept and was heard already says nothing new.
            if messages[key]?.last?.value == value { return }
        }
        if value != .unknown, retained || input.initially != nil,
            messages[key]?.allSatisfy({ $0.value == .unknown }) ?? true
        {
            firstValues.insert(key)
        }
        messages[key, default: []].append((now, value))
        noteHeard(key)
    }

    private func hasRoom(_ key: Key) -> Bool {
        messages[key] != nil || messages.keys.count { $0.id == key.id } < program.inputs[key.id].limit
    }

    // MARK: Instances

    /// Those of a thing with a star: the levels of each.
    func instances(of subject: Expression) -> [[String]] {
        switch subject.kind {
        case .input(let id, _): return heard.filter { $0.id == id }.map(\.levels)
        case .reference(let id, _):
            return bindings(of: program.lets[id].parameters, in: [program.lets[id].value])
        case .output(let id, _), .isFailed(let id, _):
            return outputOrder.filter { $0.id == id }.map(\.levels)
        default: return []
        }
    }

    /// What the parameters of a rule stand for, by all that was heard until now.
    func bindings(of parameters: [Parameter], in expressions: [Expression]) -> [[String]] {
        if parameters.isEmpty { return [[]] }
        let uses = expressions.flatMap { InputUse.all(in: $0, program, scope: nil) }
        let all = Set(parameters.indices)
        let covering = uses.filter { $0.parameters == all }
        var lists = parameters.map { $0.members ?? [] }
        if lists.allSatisfy({ !$0.isEmpty }) { return Self.combinations(lists) }
        var found: [[String]] = []
        for key in heard {
            for use in covering.isEmpty ? uses : covering where use.input == key.id {
                guard let values = use.binding(key.levels, parameters) else { continue }
                if covering.isEmpty {
                    for (index, level) in values where !lists[index].contains(level) { lists[index].append(level) }
                } else {
                    let levels = parameters.indices.map { values[$0] ?? "" }
                    if !found.contains(levels) { found.append(levels) }
                }
            }
        }
        return covering.isEmpty ? Self.combinations(lists) : found
    }
}

/// An input that a rule names, as seen from the rule's parameters.
struct InputUse {
    enum Place {
        case parameter(Int), level(String), any
    }

    var input: InputID
    var places: [Place]

    var parameters: Set<Int> {
        Set(places.compactMap { if case .parameter(let index) = $0 { index } else { nil } })
    }

    static func all(in expression: Expression, _ program: Program, scope: [Place]?) -> [InputUse] {
        func place(_ argument: Argument) -> Place {
            switch argument {
            case .parameter(let index): scope?[index] ?? .parameter(index)
            case .level(let level): .level(level)
            case .star: .any
            }
        }
        switch expression.kind {
        case .input(let id, let arguments): return [InputUse(input: id, places: arguments.map(place))]
        case .reference(let id, let arguments):
            return all(in: program.lets[id].value, program, scope: arguments.map(place))
        default: return expression.parts.flatMap { all(in: $0, program, scope: scope) }
        }
    }

    /// What the parameters are where the levels fit.
    func binding(_ levels: [String], _ parameters: [Parameter]) -> [Int: String]? {
        var found: [Int: String] = [:]
        for (place, level) in zip(places, levels) {
            switch place {
            case .any: continue
            case .level(let expected): guard level == expected else { return nil }
            case .parameter(let index):
                guard found[index] ?? level == level, parameters[index].members?.contains(level) ?? true else {
                    return nil
                }
                found[index] = level
            }
        }
        return found
    }
}

/// What was sent, as the reference and the engine are compared.
struct Sent: Equatable, CustomStringConvertible {
    /// Milliseconds on the wall.
    var time: Int64
    var target: String
    var value: String

    var description: String { "\(time) \(target) = \(value)" }

    static func target(_ name: String, _ levels: [String]) -> String {
        levels.isEmpty ? name : "\(name)(\(levels.joined(separator: ", ")))"
    }
}
