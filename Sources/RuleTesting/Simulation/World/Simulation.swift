import Link
import RuleEngine

/// A house, a broker and a gateway in virtual time, in which all that can go wrong goes wrong. One scenario gives one
/// history, on every machine.
package final class Simulation {
    let scenario: Scenario
    let map: HouseMap
    private(set) var now: Int64
    private var agenda = Agenda()
    var devices: [Device]
    var air: [RoomAir]
    var deviceRandom: [SeededGenerator]
    var broker: BrokerModel
    var network: Network
    let machine: Machine
    var gateway: SimulatedGateway?
    /// Which rules lie in the folder.
    var variant = 0
    /// How long the gateway stays away after it was told to stop.
    var stopAway: Int64 = Span.second
    /// The wills of connections that are being opened.
    var wills: [Int: Letter] = [:]
    /// Which topics a filter hears.
    var heardBy: [String: [Bool]] = [:]
    /// Counts the processes that were started.
    var processCount = 0
    /// The delays of the wire, and what else is left to chance.
    var chance: SeededGenerator
    var history = History()
    var watch: InvariantSet
    /// When an invariant wants to look next, as far as it stands in the agenda.
    private var nextLook = Int64.max
    private(set) var steps = 0

    package init(_ scenario: Scenario) {
        self.scenario = scenario
        map = HouseMap(rooms: scenario.rooms)
        now = Int64(scenario.days.lowerBound) * Span.day
        devices = Device.all(in: map)
        air = Array(repeating: RoomAir(), count: scenario.rooms + 1)
        let seed = scenario.seed
        deviceRandom = devices.indices.map { SeededGenerator(seed: seed, 2, $0) }
        chance = SeededGenerator(seed: seed, 3)
        broker = BrokerModel(topics: map.topics.count)
        network = Network()
        machine = Machine(seed: seed, bootedAt: now, firstDay: scenario.firstDay)
        watch = InvariantSet(map: map, devices: devices)
    }

    /// Lives through it, up to the first violation.
    package func run() -> SimulationOutcome {
        begin()
        let end = Int64(scenario.days.upperBound) * Span.day
        while watch.violation == nil, let (due, happening) = agenda.next(upTo: end) {
            now = due
            steps += 1
            history.note(happening, at: now)
            perform(happening)
            // What happens at one time is one instant.
            if agenda.nextDue == now { continue }
            watch.endInstant(self)
            let look = watch.nextLook
            if look < nextLook {
                nextLook = look
                schedule(.look, at: max(now, look))
            }
        }
        return SimulationOutcome(
            seed: scenario.seed, days: Double(now - Int64(scenario.days.lowerBound) * Span.day) / Double(Span.day),
            steps: steps, fingerprint: history.fingerprint,
            violation: watch.violation.map { violation in
                SimulationOutcome.Violation(
                    invariant: violation.invariant, words: violation.words, step: steps, time: now)
            },
            lines: watch.violation == nil ? [] : history.lines(map: map, devices: devices),
            tally: watch.tally)
    }

    func schedule(_ happening: Happening, at due: Int64) {
        agenda.add(happening, at: max(due, now))
    }

    /// Tells the invariants, and the history, what could be seen from outside.
    func saw(_ sight: Sight) {
        history.note(sight, at: now)
        watch.observe(sight, self)
    }

    private func begin() {
        for (index, fault) in scenario.faults.enumerated() where fault.time >= now {
            schedule(.fault(index), at: fault.time)
        }
        schedule(.day(scenario.days.lowerBound), at: now)
        schedule(.brokerSaves, at: now + 30 * Span.minute)
        for device in devices.indices where !scenario.absent.contains(device) {
            schedule(.deviceReturns(device: device, session: 0), at: now + chance.span(0, Span.minute))
        }
        schedule(.gatewayStarts, at: now + chance.span(0, Span.minute))
    }

    private func perform(_ happening: Happening) {
        switch happening {
        case .day(let day): beginDay(day)
        case .act(let device, let act): perform(act, of: device)
        case .uplink(let device, let session, let letter): arrived(letter, from: device, session: session)
        case .deviceMissed(let device, let session): missed(device, session: session)
        case .deviceReturns(let device, let session): returns(device, session: session)
        case .downlink(let device, let session, let letter): obey(letter, device: device, session: session)
        case .toBroker(let path, let packet): brokerReceives(packet, path: path)
        case .toGateway(let path, let packet): gatewayReceives(packet, path: path)
        case .opened(let path, let attempt): gatewayOpened(path: path, attempt: attempt)
        case .openFailed(let process, let attempt): gatewayOpenFailed(process: process, attempt: attempt)
        case .gatewayMisses(let path): gatewayMisses(path: path)
        case .brokerMisses(let path): brokerMisses(path: path)
        case .brokerStarts: brokerStarts()
        case .brokerSaves:
            broker.saved = broker.retained
            schedule(.brokerSaves, at: now + 30 * Span.minute)
        case .sessionExpires(let number): broker.expire(session: number)
        case .gatewayStarts: startGateway()
        case .gatewayWakes(let process): wakeGateway(process: process)
        case .saved(let process, let number): finishSaving(process: process, number: number)
        case .clockIsSet(let boot): setClock(boot: boot)
        case .fault(let index): cause(scenario.faults[index].kind)
        case .look: nextLook = .max
        }
    }
}

/// What came of a simulation.
package struct SimulationOutcome: Sendable {
    package struct Violation: Sendable {
        package var invariant: String
        package var words: String
        /// How many things had happened.
        package var step: Int
        /// Nanoseconds since the world began.
        package var time: Int64
    }

    package var seed: UInt64
    package var days: Double
    package var steps: Int
    /// Of all that happened, in order.
    package var fingerprint: UInt64
    package var violation: Violation?
    /// What happened last, a line each; empty where nothing was wrong.
    package var lines: [String]
    package var tally: Tally
}
