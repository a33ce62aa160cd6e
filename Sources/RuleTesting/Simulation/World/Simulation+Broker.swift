import RuleLanguage

/// The broker's side of the gateway's connection.
extension Simulation {
    func brokerReceives(_ packet: Packet, path: Int) {
        guard broker.isUp else { return }
        guard !network.paths[path].isClosedByBroker else { return miss(packet, path) }
        if case .connect(let will) = packet { return accept(path, will) }
        guard broker.path == path else { return }
        switch packet {
        case .subscribe(let token, let filters, let qos, let withoutRetained):
            subscribe(filters, qos)
            sendDown(.suback(token: token, granted: filters.map { _ in UInt8(qos) }), path: path)
            if !withoutRetained { sendRetained(matching: filters, qos) }
        case .unsubscribe(let token, let filters):
            broker.session?.filters.removeAll { filters.contains($0.filter) }
            broker.session?.qosOfTopic = [:]
            sendDown(.unsuback(token: token), path: path)
        case .publish(let letter, let token):
            saw(.brokerHeard(letter))
            publish(letter)
            if letter.qos > 0 { sendDown(.puback(token), path: path) }
        case .puback(let id):
            broker.session?.inFlight.removeAll { $0.id == id }
            fillWindow()
        case .disconnect:
            broker.will = nil
            endOfGateway()
        case .end: endOfGateway()
        case .connect, .connack, .suback, .unsuback, .delivery: break
        }
    }

    /// What comes on a connection that was closed for a newer one is not read. Of a process that is gone it counts as delivered.
    private func miss(_ packet: Packet, _ path: Int) {
        guard case .publish(let letter, _) = packet, network.paths[path].process != gateway?.process else { return }
        saw(.presumedDelivered(letter.topic))
    }

    private func accept(_ path: Int, _ will: Letter) {
        if let old = broker.path {
            // One client at a time: the older connection is closed, and its will is sent.
            sendDown(.end, path: old)
            endOfGateway()
        }
        let isPresent = broker.openSession()
        broker.path = path
        broker.will = scenario.sabotage == .hasNoWill ? nil : will
        sendDown(.connack(sessionPresent: isPresent), path: path)
        for owed in broker.session?.inFlight ?? [] { sendDown(.delivery(owed.letter, id: owed.id), path: path) }
        fillWindow()
    }

    /// The gateway's connection is over; its will is sent unless it said goodbye.
    func endOfGateway() {
        guard let path = broker.path else { return }
        network.paths[path].isClosedByBroker = true
        broker.path = nil
        if let session = broker.session {
            schedule(.sessionExpires(number: session.number), at: now + BrokerModel.sessionExpiry)
        }
        if let will = broker.will {
            broker.will = nil
            publish(will)
        }
    }

    func brokerMisses(path: Int) {
        guard broker.isUp, broker.path == path else { return }
        sendDown(.end, path: path)
        endOfGateway()
    }

    private func subscribe(_ filters: [String], _ qos: Int) {
        for filter in filters {
            broker.session?.filters.removeAll { $0.filter == filter }
            broker.session?.filters.append((filter, qos))
        }
        broker.session?.qosOfTopic = [:]
    }

    private func sendRetained(matching filters: [String], _ qos: Int) {
        for topic in broker.retained.indices {
            guard var letter = broker.retained[topic], filters.contains(where: { covers($0, topic) }) else { continue }
            letter.isRetained = true
            letter.qos = min(letter.qos, qos)
            deliver(letter)
        }
    }

    private func covers(_ filter: String, _ topic: Int) -> Bool {
        if let known = heardBy[filter] { return known[topic] }
        let hears = map.topics.map { TopicFilter.covers(filter, $0.name) }
        heardBy[filter] = hears
        return hears[topic]
    }

    /// The QoS at which the gateway's session hears a topic.
    private func granted(_ topic: Int) -> Int {
        if let known = broker.session?.qosOfTopic[topic] { return known }
        let qos = broker.session?.filters.filter { covers($0.filter, topic) }.map(\.qos).max() ?? -1
        broker.session?.qosOfTopic[topic] = qos
        return qos
    }

    /// A message that has reached the broker goes to whoever hears it.
    func publish(_ letter: Letter) {
        if letter.isRetained { broker.retained[letter.topic] = letter }
        if letter.topic == map.topic(.presence) { saw(.presence(letter.code)) }
        forward(letter)
        guard broker.session != nil else { return }
        let qos = min(granted(letter.topic), letter.qos)
        guard qos >= 0 else { return }
        var copy = letter
        copy.isRetained = false
        copy.qos = qos
        deliver(copy)
    }

    private func deliver(_ letter: Letter) {
        guard letter.qos > 0 else {
            if let path = broker.path { sendDown(.delivery(letter, id: nil), path: path) }
            return
        }
        guard let session = broker.session else { return }
        if broker.path != nil, session.inFlight.count < BrokerModel.inFlightLimit, session.queue.isEmpty {
            sendAtQoS1(letter)
        } else if session.queue.count < BrokerModel.queueLimit {
            broker.session?.queue.append(letter)
        } else {
            saw(.brokerDropped(letter))
        }
    }

    private func sendAtQoS1(_ letter: Letter) {
        guard let path = broker.path, let id = broker.session?.nextID else { return }
        broker.session?.nextID = id % 65_535 + 1
        broker.session?.inFlight.append(BrokerModel.Owed(id: id, letter: letter))
        sendDown(.delivery(letter, id: id), path: path)
    }

    private func fillWindow() {
        while broker.path != nil, let session = broker.session, !session.queue.isEmpty,
            session.inFlight.count < BrokerModel.inFlightLimit
        {
            broker.session?.queue.removeFirst()
            sendAtQoS1(session.queue[0])
        }
    }

    // MARK: Its own troubles

    /// The broker goes away. One that is killed forgets what it did not save.
    func stopBroker(away: Int64, memory: BrokerMemory) {
        guard broker.isUp else { return }
        if let path = broker.path { sendDown(.end, path: path) }
        broker.isUp = false
        broker.path = nil
        broker.will = nil
        broker.deviceSessions = [:]
        saw(.brokerGone)
        switch memory {
        case .whole: break
        case .saved:
            broker.retained = broker.saved
            broker.session = nil
            saw(.brokerForgot)
        case .nothing:
            broker.retained = Array(repeating: nil, count: map.topics.count)
            broker.saved = broker.retained
            broker.session = nil
            saw(.brokerForgot)
        }
        for index in devices.indices where devices[index].isConnected {
            devices[index].isConnected = false
            saw(.deviceLost(index))
            schedule(
                .deviceReturns(device: index, session: devices[index].session),
                at: now + away + chance.span(0, 30 * Span.second))
        }
        schedule(.brokerStarts, at: now + away)
    }

    func brokerStarts() {
        broker.isUp = true
        saw(.brokerBack)
        if let session = broker.session {
            schedule(.sessionExpires(number: session.number), at: now + BrokerModel.sessionExpiry)
        }
    }
}

/// What a broker remembers over its own restart.
enum BrokerMemory { case whole, saved, nothing }
