import RuleLanguage

/// Plays traffic to a program and gives what is sent, straight from the definition of the language and slowly: at every
/// moment at which something is over, everything is worked out.
final class Interpreter {
    private let house: House
    private var keeps: [House.Key: KeepInstance] = [:]
    private var keepOrder: [KeepInstance] = []
    private var whens: [House.Key: WhenInstance] = [:]
    /// In the order of the program.
    private var whenOrder: [(rule: Int, instance: WhenInstance)] = []
    /// As many names had been heard when instances were last looked for.
    private var heardCount = -1

    static func sent(_ program: Program, _ traffic: Traffic) -> [Sent] {
        let interpreter = Interpreter(program, start: Int64(traffic.start) * 1_000_000)
        for step in traffic.retained { interpreter.hear(step) }
        interpreter.begin()
        for step in traffic.steps { interpreter.perform(step) }
        return interpreter.house.sent
    }

    private init(_ program: Program, start: Int64) {
        house = House(program, start: start)
    }

    private func hear(_ step: Traffic.Step) {
        guard case .message(let topic, let payload, let retained) = step else { return }
        house.hear(topic: topic, payload: payload, retained: retained)
    }

    private func begin() {
        house.isStartup = true
        runInstant()
        house.isStartup = false
    }

    private func perform(_ step: Traffic.Step) {
        switch step {
        case .message:
            hear(step)
            runInstant()
        case .wait(let milliseconds): pass(Int64(milliseconds) * 1_000_000)
        case .disconnect: house.isConnected = false
        case .reconnect:
            house.isConnected = true
            runInstant()
        case .restart: preconditionFailure("the reference does not know restarts")
        }
    }

    /// Lets time pass, with an instant at every moment at which something may fall due, the end included.
    private func pass(_ duration: Int64) {
        let end = house.now + duration
        while let next = house.nextMoment, next <= end {
            house.now = next
            runTimerInstant()
        }
        guard house.now < end else { return }
        house.now = end
        runTimerInstant()
    }

    private func runTimerInstant() {
        house.isTimerInstant = true
        runInstant()
        house.isTimerInstant = false
    }

    // MARK: One instant

    /// Most rounds of an instant in which outputs set off further ones.
    private static let mostRounds = 50

    private func runInstant() {
        house.instant += 1
        makeInstances()
        for _ in 0..<Self.mostRounds {
            let before = shown
            house.pass += 1
            for keep in keepOrder { keep.decide() }
            for when in whenOrder { when.instance.look() }
            for output in house.outputOrder { output.look() }
            for output in house.outputOrder { output.finish() }
            if shown == before { break }
        }
        house.occurrences = [:]
        house.firstValues = []
    }

    /// What rules can see of outputs.
    private var shown: [Datum] {
        house.outputOrder.flatMap { [$0.sent, .truth($0.hasFailed)] }
    }

    private func makeInstances() {
        guard heardCount != house.heard.count else { return }
        heardCount = house.heard.count
        for (index, keep) in house.program.keeps.enumerated() {
            let expressions = keep.cases.flatMap { [$0.value] + ($0.condition.map { [$0] } ?? []) }
            for levels in house.bindings(of: keep.parameters, in: expressions) {
                let key = House.Key(id: index, levels: levels)
                guard keeps[key] == nil else { continue }
                let instance = KeepInstance(index, levels, house)
                keeps[key] = instance
                keepOrder.append(instance)
            }
        }
        for (index, when) in house.program.whens.enumerated() {
            for levels in house.bindings(of: when.parameters, in: [when.trigger]) {
                let key = House.Key(id: index, levels: levels)
                guard whens[key] == nil else { continue }
                let instance = WhenInstance(index, levels, house)
                whens[key] = instance
                let place = whenOrder.firstIndex { $0.rule > index } ?? whenOrder.count
                whenOrder.insert((index, instance), at: place)
            }
        }
    }
}
