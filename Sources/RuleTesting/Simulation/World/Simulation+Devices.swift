import Link

/// The devices: what they do by themselves, and how they and the broker hear each other.
extension Simulation {
    private static let deviceKeepalive: Int64 = 45 * Span.second

    func beginDay(_ day: Int) {
        let start = Int64(day) * Span.day
        for device in devices.indices where !scenario.absent.contains(device) {
            var random = SeededGenerator(seed: scenario.seed, 4, device, day)
            for (at, act) in devices[device].plan(&random, liveliness: scenario.liveliness) {
                schedule(.act(device: device, act), at: start + at)
            }
        }
        schedule(.day(day + 1), at: start + Span.day)
    }

    func perform(_ act: Act, of index: Int) {
        switch act {
        case .read:
            devices[index].state = reading(of: index)
            sayState(of: index)
        case .change(let state):
            devices[index].state = state
            sayState(of: index)
        case .press(let code):
            send(Letter(devices[index].topic, code), from: index)
        }
    }

    private func reading(of index: Int) -> Int {
        let room = devices[index].room
        guard devices[index].kind == .climate else { return devices[index].state + 1 }
        air[room].pass(
            to: now, isHeated: isOn(.valve, room), isOpen: isOn(.window, room), isVented: isOn(.fan, room),
            random: &deviceRandom[index])
        return Topic.climate(
            tenths: Int(air[room].temperature * 10), humidity: Int(min(99, max(1, air[room].humidity))))
    }

    private func isOn(_ kind: Device.Kind, _ room: Int) -> Bool {
        devices[room * 11 + HousePlaces.place(of: kind)].state == 1
    }

    private func sayState(of index: Int) {
        let device = devices[index]
        // A thermometer has nothing to say before it has read.
        if device.kind == .climate, device.state == 0 { return }
        send(Letter(device.topic, device.state, retained: device.isRetained), from: index)
    }

    /// Sends if there is a connection. What a device says at QoS 1 may come twice.
    private func send(_ letter: Letter, from index: Int) {
        guard devices[index].isConnected else { return }
        let times = letter.qos > 0 && chance.happens(0.01) ? 2 : 1
        for _ in 0..<times {
            devices[index].arrivesAfter = max(devices[index].arrivesAfter, now) + delay()
            schedule(
                .uplink(device: index, session: devices[index].session, letter), at: devices[index].arrivesAfter)
        }
    }

    /// Mostly some milliseconds, sometimes seconds: so that what different devices say changes its order.
    private func delay() -> Int64 {
        chance.happens(0.03)
            ? chance.span(Span.millisecond, 4 * Span.second) : chance.span(Span.millisecond / 2, 8 * Span.millisecond)
    }

    func arrived(_ letter: Letter, from index: Int, session: Int) {
        guard broker.isUp, devices[index].session == session, devices[index].isConnected else { return }
        if broker.deviceSessions[index] != session { takeOver(index, session) }
        publish(letter)
    }

    private func takeOver(_ index: Int, _ session: Int) {
        if broker.deviceSessions[index] != nil { sendWill(of: index) }
        broker.deviceSessions[index] = session
    }

    private func sendWill(of index: Int) {
        broker.deviceSessions[index] = nil
        if let status = devices[index].status { publish(Letter(status, 0, retained: true)) }
    }

    func missed(_ index: Int, session: Int) {
        if broker.deviceSessions[index] == session, broker.isUp { sendWill(of: index) }
    }

    /// The connection of a device ends.
    func lose(_ index: Int, away: Int64, isSilent: Bool, losesState: Bool) {
        if losesState, devices[index].isActuator { devices[index].state = 0 }
        guard devices[index].isConnected else { return }
        devices[index].isConnected = false
        saw(.deviceLost(index))
        let session = devices[index].session
        schedule(
            .deviceMissed(device: index, session: session),
            at: now + (isSilent ? Self.deviceKeepalive : Span.millisecond))
        schedule(.deviceReturns(device: index, session: session), at: now + away)
    }

    func returns(_ index: Int, session: Int) {
        guard devices[index].session == session, !devices[index].isConnected else { return }
        guard broker.isUp else {
            return schedule(
                .deviceReturns(device: index, session: session), at: now + chance.span(Span.second, Span.minute))
        }
        devices[index].isConnected = true
        devices[index].session += 1
        devices[index].connectedSince = now
        saw(.deviceBack(index))
        // A broker knows of it with CONNECT, before anything is said.
        takeOver(index, devices[index].session)
        if let status = devices[index].status { send(Letter(status, 1, retained: true), from: index) }
        if devices[index].isRetained { sayState(of: index) }
    }

    /// A command on its way from the broker to the device that listens to it.
    func forward(_ letter: Letter) {
        guard let index = watch.deviceOfCommands[letter.topic], let session = broker.deviceSessions[index] else {
            return
        }
        let times = letter.qos > 0 && chance.happens(0.01) ? 2 : 1
        for _ in 0..<times {
            let due = max(broker.devicesHearAfter[index] ?? 0, now) + delay()
            broker.devicesHearAfter[index] = due
            schedule(.downlink(device: index, session: session, letter), at: due)
        }
    }

    func obey(_ letter: Letter, device index: Int, session: Int) {
        guard devices[index].session == session, devices[index].isConnected else { return }
        devices[index].state = letter.code
        saw(.obeyed(index, letter.code))
        sayState(of: index)
    }
}

/// Where a room's devices stand in the list.
enum HousePlaces {
    static func place(of kind: Device.Kind) -> Int {
        switch kind {
        case .climate: 0
        case .window: 1
        case .motion: 2
        case .leak: 3
        case .meter: 4
        case .button: 5
        case .valve: 6
        case .fan: 7
        case .lamp: 8
        case .light: 9
        case .display: 10
        case .bell, .siren, .hall: preconditionFailure("not in a room")
        }
    }
}
