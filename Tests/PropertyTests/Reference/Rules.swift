import RuleLanguage

/// A condition that turns from false to true, or a happening that comes.
final class Trigger {
    let node: Node
    private unowned let house: House
    /// What the condition was when last known.
    private var last: Bool?
    private var lastPass = -1
    private var firedIn = -1

    init(_ node: Node, _ house: House) {
        self.node = node
        self.house = house
    }

    /// Whether it fires now; to be asked once in each pass.
    var fires: Bool {
        let value = node.value
        if node.expression.type == .happening {
            guard value.isTrue, firedIn != house.instant else { return false }
            firedIn = house.instant
            return true
        }
        defer { if let truth = value.truth { last = truth } }
        return value.isTrue && last == false && !node.isFirst
    }
}

/// A `keep` for one binding.
final class KeepInstance {
    private let output: OutputState
    private let cases: [(value: Node, condition: Node?)]

    init(_ index: Int, _ levels: [String], _ house: House) {
        let keep = house.program.keeps[index]
        let binding = Node.Binding(levels: levels, owner: "keep \(index)")
        cases = keep.cases.map { item in
            let condition = item.condition.map { Node($0, binding, house) }
            return (Node(item.value, binding, house), condition)
        }
        output = house.output(
            keep.output,
            keep.arguments.map { argument in
                switch argument {
                case .parameter(let index): levels[index]
                case .level(let level): level
                case .star: "*"
                }
            })
    }

    /// The first case whose condition holds gives the value. Where there are conditions and none is known, it holds.
    func decide() {
        let conditions = cases.map { $0.condition?.value }
        let values = cases.map(\.value.value)
        output.isFirst = cases.contains { $0.value.isFirst || $0.condition?.isFirst == true }
        let asked = conditions.compactMap { $0 }
        guard asked.isEmpty || asked.contains(where: { $0 != .unknown }) else { return }
        guard let chosen = conditions.firstIndex(where: { $0?.isTrue ?? true }) else { return }
        guard values[chosen] != .unknown else { return }
        output.want(values[chosen])
    }
}

/// A `when` for one binding.
final class WhenInstance {
    /// What is under way.
    private struct Run {
        var action = 0
        /// It waits until then, or until this condition is true.
        var due: Int64?
        var condition: Node?
        var events: [House.Key: Datum]
    }

    private unowned let house: House
    private let when: When
    private let levels: [String]
    private let trigger: Trigger
    private let asked: Node?
    private let actions: [(action: When.Action, value: Node?)]
    private var run: Run?
    private var queue: [[House.Key: Datum]] = []
    private var beatStart: Int64?
    private var lastBeat: Int64 = -1

    init(_ index: Int, _ levels: [String], _ house: House) {
        self.house = house
        self.levels = levels
        when = house.program.whens[index]
        let binding = Node.Binding(levels: levels, owner: "when \(index)")
        trigger = Trigger(Node(when.trigger, binding, house), house)
        var inRun = binding
        inRun.isInRun = true
        asked = when.condition.map { Node($0, inRun, house) }
        actions = when.actions.map { item in
            (item.action, item.action.expression.map { Node($0, inRun, house) })
        }
    }

    /// One pass: goes on with what waits, then looks at the trigger.
    func look() {
        // Every value has its history, whether or not it is needed now.
        _ = asked?.value
        for action in actions { _ = action.value?.value }
        resume()
        let fires = trigger.fires
        let isBeat = beat(fires)
        if fires || isBeat { setOff() }
    }

    private func beat(_ fires: Bool) -> Bool {
        guard let interval = when.repeatingEvery else { return false }
        if fires {
            beatStart = house.now
            lastBeat = house.now
        }
        if let beatStart { _ = house.isOver(beatStart + ((house.now - beatStart) / interval + 1) * interval) }
        guard !fires else { return false }
        let value = trigger.node.value
        if value.isFalse { beatStart = nil }
        guard let beatStart, value.isTrue, (house.now - beatStart) % interval == 0, lastBeat != house.now else {
            return false
        }
        lastBeat = house.now
        return true
    }

    private func setOff() {
        var events = house.occurrences
        for key in events.keys { events[key] = house.value(of: key.id, key.levels, keptByRun: false) }
        house.kept = events
        defer { house.kept = nil }
        if let asked, !asked.value.isTrue { return }
        if run != nil {
            switch when.overlap {
            case .restart: break
            case .onceAtATime: return
            case .queued:
                queue.append(events)
                return
            }
        }
        run = Run(events: events)
        goOn()
    }

    private func resume() {
        guard let run else { return }
        let isDue = run.due.map { house.isOver($0) } ?? false
        guard isDue || run.condition?.value.isTrue == true else { return }
        self.run?.due = nil
        self.run?.condition = nil
        goOn()
    }

    private func goOn() {
        defer { house.kept = nil }
        while let current = run {
            guard current.action < actions.count else {
                run = queue.isEmpty ? nil : Run(events: queue.removeFirst())
                continue
            }
            // An action sees what the ones before it have set.
            house.pass += 1
            house.kept = current.events
            run?.action += 1
            if !perform(actions[current.action]) { return }
        }
    }

    private func perform(_ step: (action: When.Action, value: Node?)) -> Bool {
        let value = step.value?.value ?? .unknown
        switch step.action {
        case .set(let id, let arguments, _):
            if value != .unknown { target(id, arguments).set(value) }
        case .toggle(let id, let arguments):
            let output = target(id, arguments)
            output.set(output.toggled)
        case .publish(_, let topic, _, _):
            // While the connection is broken it is lost.
            guard house.isConnected else { return true }
            house.emit("publish \(rendered(topic))", value.text(words: house.program.words))
        case .log: house.emit("log", value.text(words: house.program.words))
        case .wait(let duration):
            run?.due = house.now + duration
            _ = house.isOver(house.now + duration)
            return false
        case .waitUntil(_, let limit):
            if value.isTrue { return true }
            run?.condition = step.value
            run?.due = limit.map { house.now + $0 }
            if let limit { _ = house.isOver(house.now + limit) }
            return false
        }
        return true
    }

    private func target(_ id: OutputID, _ arguments: [Argument]) -> OutputState {
        house.output(
            id,
            arguments.map { argument in
                switch argument {
                case .parameter(let index): levels[index]
                case .level(let level): level
                case .star: "*"
                }
            })
    }

    private func rendered(_ topic: TopicPattern) -> String {
        topic.levels.map { level in
            switch level {
            case .literal(let text): text
            case .captures(let pieces):
                pieces.map { if case .parameter(let index) = $0 { levels[index] } else { "" } }.joined()
            case .anyLevel, .anyRest: ""
            }
        }.joined(separator: "/")
    }
}
