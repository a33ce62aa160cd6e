/// All that must be so, held against all that can be seen. The first that is not ends the simulation.
struct InvariantSet {
    private(set) var violation: Violation?
    var tally = Tally()
    /// The device that listens to a topic.
    private(set) var deviceOfCommands: [Int?]

    private let keeps: [KeepAudit]
    private let actions: [ActionAudit]
    private let reminders: [ReminderAudit]
    private let orders: [OrderAudit]
    private let chime: ChimeAudit
    private let morning = MorningAudit()
    private let presence = PresenceAudit()
    private let limits: LimitAudit
    /// For each topic those who want to see it.
    private var keepsOfTopic: [[Int]]
    private var actionsOfTopic: [[Int]]
    private var remindersOfTopic: [[Int]]
    private var ordersOfTopic: [Int?]
    private let morningTopic: Int

    private(set) var phase = Phase.down
    private(set) var settledAt: Int64 = 0
    private var steppedAt: Int64 = -1
    /// All of them are looked at.
    private var isAllDirty = true
    private var dirtyKeeps: Set<Int> = []
    private var dirtyActions: Set<Int> = []
    private var dirtyReminders: Set<Int> = []
    private(set) var nextLook = Int64.max

    init(map: HouseMap, devices: [Device]) {
        deviceOfCommands = Array(repeating: nil, count: map.topics.count)
        for (index, device) in devices.enumerated() {
            if let commands = device.commands { deviceOfCommands[commands] = index }
        }
        keeps = Self.keeps(map, deviceOfCommands)
        actions = (0..<map.rooms).flatMap { room in
            [
                ActionAudit(
                    "lamp(room\(room))", kind: .lamp, trigger: map.topic(.motion, room),
                    commands: map.topic(.lampSet, room)),
                ActionAudit(
                    "light(room\(room))", kind: .light, trigger: map.topic(.press, room),
                    commands: map.topic(.lightSet, room)),
            ]
        }
        reminders = (0..<map.rooms).map { room in
            ReminderAudit("window(room\(room))", window: map.topic(.window, room), topic: map.topic(.beat, room))
        }
        orders = (0..<map.rooms).map { room in
            let commands = map.topic(.displaySet, room)
            return OrderAudit(
                "display(room\(room))", commands: commands, device: room * 11 + HousePlaces.place(of: .display))
        }
        chime = ChimeAudit(ring: map.topic(.ring), chime: map.topic(.chime))
        limits = LimitAudit(rooms: map.rooms, topics: map.topics.count)
        morningTopic = map.topic(.morning)
        keepsOfTopic = Array(repeating: [], count: map.topics.count)
        actionsOfTopic = keepsOfTopic
        remindersOfTopic = keepsOfTopic
        ordersOfTopic = Array(repeating: nil, count: map.topics.count)
        for (index, keep) in keeps.enumerated() { for topic in keep.topics { keepsOfTopic[topic].append(index) } }
        for (index, action) in actions.enumerated() {
            for topic in action.topics { actionsOfTopic[topic].append(index) }
        }
        for (index, reminder) in reminders.enumerated() {
            for topic in [reminder.window, reminder.topic] { remindersOfTopic[topic].append(index) }
        }
        for (index, order) in orders.enumerated() { ordersOfTopic[order.commands] = index }
    }

    private static func keeps(_ map: HouseMap, _ devices: [Int?]) -> [KeepAudit] {
        var keeps: [KeepAudit] = []
        func add(_ name: String, _ commands: Int, _ manners: KeepAudit.Manners, _ model: any KeepModel) {
            guard let device = devices[commands] else { return }
            keeps.append(KeepAudit(name, commands: commands, device: device, manners: manners, model: model))
        }
        for room in 0..<map.rooms {
            add(
                "heating(room\(room))", map.topic(.valveSet, room),
                .init(
                    resendEvery: 6 * Span.hour, status: map.topic(.valveStatus, room),
                    confirmedBy: map.topic(.valve, room)),
                HeatingModel(climate: map.topic(.climate, room), window: map.topic(.window, room)))
            add(
                "fan(room\(room))", map.topic(.fanSet, room),
                .init(
                    resendEvery: 8 * Span.hour, status: map.topic(.fanStatus, room), shortestOn: 10 * Span.minute,
                    apart: Span.minute),
                FanModel(climate: map.topic(.climate, room)))
            add(
                "display(room\(room))", map.topic(.displaySet, room), .init(resendEvery: 8 * Span.hour),
                DisplayModel(meter: map.topic(.meter, room)))
        }
        let rooms = 0..<map.rooms
        add(
            "siren", map.topic(.sirenSet), .init(resendEvery: 12 * Span.hour),
            SirenModel(leaks: rooms.map { map.topic(.leak, $0) }, button: map.topic(.press, 0)))
        add(
            "hall", map.topic(.hallSet), .init(resendEvery: 12 * Span.hour),
            HallModel(motions: rooms.map { map.topic(.motion, $0) }))
        return keeps
    }

    // MARK: Seeing

    mutating func observe(_ sight: Sight, _ world: Simulation) {
        let now = world.now
        switch sight {
        case .heard(let letter): heard(letter, at: now)
        case .wrote(let letter): wrote(letter, world)
        case .acknowledged(let topic):
            for index in keepsOfTopic[topic] where keeps[index].commands == topic { keeps[index].acknowledged() }
            for index in actionsOfTopic[topic] where actions[index].commands == topic { actions[index].acknowledged() }
        case .unrecorded(let topic):
            tally.unrecorded += 1
            for index in keepsOfTopic[topic] where keeps[index].commands == topic { keeps[index].unrecorded() }
            for index in actionsOfTopic[topic] where actions[index].commands == topic { actions[index].unrecorded() }
            if topic == chime.chime { chime.unrecorded() }
            if topic == morningTopic { morning.unrecorded() }
            for index in remindersOfTopic[topic] { reminders[index].unrecorded() }
        case .presumedDelivered(let topic):
            tally.presumedDelivered += 1
            for index in keepsOfTopic[topic] where keeps[index].commands == topic { keeps[index].presumedDelivered() }
        case .brokerHeard, .brokerDropped: break
        case .presence(let code):
            presence.said(code)
            isAllDirty = true
        case .deviceLost, .deviceBack: isAllDirty = true
        case .obeyed(let device, let code):
            guard let topic = world.devices[device].commands else { return }
            for index in keepsOfTopic[topic] where keeps[index].commands == topic { dirtyKeeps.insert(index) }
            if let order = ordersOfTopic[topic] {
                orders[order].obeyed(code)
                isAllDirty = true
            }
        case .started:
            phase = .settling
            presence.apart(at: now)
            for action in actions { action.started() }
            isAllDirty = true
        case .ended(let how, let savedAt):
            leaveClock(world)
            ended(how, savedAt: savedAt, at: now)
        case .settled(let isFirst): settled(isFirst: isFirst, world)
        case .unsettled: unsettled(at: now)
        case .brokerGone: presence.gone(at: now)
        case .brokerBack: presence.brokerBack(at: now)
        case .brokerForgot: presence.brokerForgot()
        case .clockFound:
            // Only what came before the start is older than anybody thought.
            let start = world.machine.bootedAt
            for keep in keeps { keep.lostTime(before: start) }
            for action in actions { action.lostTime(before: start) }
            for reminder in reminders { reminder.lostTime(before: start) }
        case .clockWillStep: leaveClock(world)
        case .clockStepped:
            steppedAt = now
            morning.stepped(world)
            if phase == .online { morning.await(world) }
        }
    }

    /// What the clock has shown up to now is past for who was there to see it.
    private func leaveClock(_ world: Simulation) {
        if phase != .down { morning.willStep(world) }
    }

    private mutating func heard(_ letter: Letter, at now: Int64) {
        tally.heard += 1
        for index in keepsOfTopic[letter.topic] {
            keeps[index].hear(letter, at: now, phase: phase)
            dirtyKeeps.insert(index)
        }
        for index in actionsOfTopic[letter.topic] {
            actions[index].hear(letter, at: now, phase: phase)
            dirtyActions.insert(index)
        }
        for index in remindersOfTopic[letter.topic] {
            reminders[index].hear(letter, at: now, phase: phase)
            dirtyReminders.insert(index)
        }
        if letter.topic == chime.ring {
            chime.hear(phase: phase)
            isAllDirty = true
        }
    }

    private mutating func wrote(_ letter: Letter, _ world: Simulation) {
        tally.wrote += 1
        let now = world.now
        for index in keepsOfTopic[letter.topic] where keeps[index].commands == letter.topic {
            keeps[index].wrote(letter.code, at: now, isLate: now == settledAt, isStepped: now == steppedAt)
            dirtyKeeps.insert(index)
        }
        for index in actionsOfTopic[letter.topic] where actions[index].commands == letter.topic {
            actions[index].wrote(letter.code, at: now, phase: phase)
            dirtyActions.insert(index)
        }
        for index in remindersOfTopic[letter.topic] {
            reminders[index].wrote(at: now, isLate: now == settledAt)
            dirtyReminders.insert(index)
        }
        if let order = ordersOfTopic[letter.topic] { orders[order].wrote(letter.code) }
        if letter.topic == chime.chime {
            chime.wrote()
            isAllDirty = true
        } else if letter.topic == morningTopic {
            morning.wrote(world)
            isAllDirty = true
        }
    }

    private mutating func ended(_ how: Ending, savedAt: Int64, at now: Int64) {
        switch how {
        case .stopped: tally.stops += 1
        case .killed:
            tally.kills += 1
            if savedAt < now { tally.inexactKills += 1 }
        case .powerCut: tally.powerCuts += 1
        }
        for keep in keeps { keep.ended(savedAt: savedAt, how: how, at: now) }
        for action in actions { action.ended(savedAt: savedAt, how: how, at: now, phase: phase) }
        for reminder in reminders { reminder.ended(savedAt: savedAt, how: how, at: now) }
        chime.ended()
        morning.ended(savedAt: savedAt, how: how)
        presence.gone(at: now)
        phase = .down
        isAllDirty = true
    }

    private mutating func settled(isFirst: Bool, _ world: Simulation) {
        tally.settlements += 1
        phase = .online
        settledAt = world.now
        for keep in keeps { keep.settled(isFirst: isFirst, at: world.now) }
        for action in actions { action.settled(isFirst: isFirst, at: world.now) }
        for reminder in reminders { reminder.settled(isFirst: isFirst, at: world.now) }
        morning.await(world)
        presence.settled(at: world.now)
        isAllDirty = true
    }

    private mutating func unsettled(at now: Int64) {
        phase = .unsettled
        for keep in keeps { keep.unsettled(at: now) }
        for action in actions { action.unsettled(at: now) }
        for reminder in reminders { reminder.disturbed() }
        morning.rest()
        presence.gone(at: now)
        presence.apart(at: now)
        isAllDirty = true
    }

    // MARK: Looking

    /// After each instant: whoever saw something, or wanted to look at this time.
    mutating func endInstant(_ world: Simulation) {
        let now = world.now
        if now >= nextLook { isAllDirty = true }
        guard isAllDirty || !dirtyKeeps.isEmpty || !dirtyActions.isEmpty || !dirtyReminders.isEmpty else { return }
        let isStopping = world.gateway?.isStopping ?? true
        if isAllDirty {
            for index in keeps.indices { look(atKeep: index, world) }
            for action in actions { report(action.problem(at: now, phase: phase, isStopping: isStopping)) }
            for reminder in reminders { report(reminder.problem(at: now, phase: phase, isStopping: isStopping)) }
            for order in orders { report(order.problem) }
            report(chime.problem(phase: phase, isStopping: isStopping))
            report(morning.problem(world, phase: phase))
            report(presence.problem(world))
            report(limits.problem(world))
        } else {
            for index in dirtyKeeps.sorted() { look(atKeep: index, world) }
            for index in dirtyActions.sorted() {
                report(actions[index].problem(at: now, phase: phase, isStopping: isStopping))
            }
            for index in dirtyReminders.sorted() {
                report(reminders[index].problem(at: now, phase: phase, isStopping: isStopping))
            }
        }
        isAllDirty = false
        dirtyKeeps.removeAll(keepingCapacity: true)
        dirtyActions.removeAll(keepingCapacity: true)
        dirtyReminders.removeAll(keepingCapacity: true)
        setNextLook(after: now)
    }

    private mutating func look(atKeep index: Int, _ world: Simulation) {
        report(keeps[index].problem(world, phase: phase, settledAt: settledAt, tally: &tally))
    }

    private mutating func report(_ problem: (String, String)?) {
        guard violation == nil, let problem else { return }
        violation = Violation(invariant: problem.0, words: problem.1)
    }

    private mutating func setNextLook(after now: Int64) {
        // What is due and waits for something else will be looked at when that comes.
        var next = Int64.max
        func note(_ time: Int64) { if time > now, time < next { next = time } }
        note(morning.nextLook)
        note(presence.nextLook)
        for keep in keeps { note(keep.nextLook) }
        for action in actions { note(action.nextLook) }
        for reminder in reminders { note(reminder.nextLook) }
        nextLook = next
    }
}

extension Simulation {
    /// Whether what is sent now reaches the broker, and the other way round.
    var isLinkHealthy: Bool {
        guard broker.isUp, let path = currentPath, broker.path == path, network.stalledUntil <= now else {
            return false
        }
        return !network.paths[path].isDeadUp && !network.paths[path].isDeadDown
    }

    /// Since when it is, as far as stalls go.
    var linkHealthySince: Int64 { network.stalledUntil }
}
