import Link
import RuleEngine

/// A message that the broker has not acknowledged.
struct Request {
    var topic: Int
    var number: Int64?
}

/// The way of a message, and what the link wants done.
extension SimulatedGateway {
    func receive(_ packet: Packet) {
        switch packet {
        case .connack(let isPresent):
            // A broker that knows nothing of us sends nothing again.
            if !isPresent { redeliveries.forgetFormer() }
            post(.accepted(Acceptance(sessionPresent: isPresent)))
        case .suback(let token, let granted): post(.subscribed(token: token, granted: granted))
        case .unsuback(let token): post(.unsubscribed(token: token))
        case .puback(let token):
            guard lives() else { return }
            if let request = requests.removeValue(forKey: token) {
                if let number = request.number { record(.delivered(number)) }
                world.saw(.acknowledged(request.topic))
            }
            post(.acknowledged(token: token, reason: 0))
        case .delivery(let letter, let id):
            isReading = true
            hear(letter, id: UInt16(id ?? 0))
            isReading = false
            writeAll()
            acknowledge(id)
        case .end: lose("closed")
        case .connect, .subscribe, .unsubscribe, .publish, .disconnect: break
        }
        endTurn()
    }

    /// The connection is gone; nothing more is to be expected of it.
    func lose(_ words: String) {
        guard let path else { return }
        world.network.paths[path].isClosedByGateway = true
        self.path = nil
        requests.removeAll()
        unwritten.removeAll()
        post(.lost(LinkFailure(.passing, words)))
    }

    /// At the end of the read, when all that was decided is written.
    private func acknowledge(_ id: Int?) {
        guard let id, lives(), let path else { return }
        world.sendUp(.puback(id), path: path)
        guard redeliveries.isAnyOpen, lives() else { return }
        redeliveries.acknowledged()
        record(.acknowledged)
    }

    private func hear(_ letter: Letter, id: UInt16) {
        guard lives() else { return }
        let topic = world.map.topics[letter.topic]
        if topic.kind == .sync {
            post(.marker(letter.bytes ?? []))
            return drain()
        }
        if letter.isRetained, link.awaitsMarker { post(.retainedHeard) }
        let payload = letter.bytes ?? topic.payload(letter.code)
        let moment = now
        let isKnown = topic.bytes.withUnsafeBytes { name in
            payload.withUnsafeBytes { payload in
                if id != 0, redeliveries.take(id, name, payload) { return true }
                log.append(message: name, payload, id: id, isRetained: letter.isRetained, at: moment)
                undelivered.told(moment)
                return false
            }
        }
        guard !isKnown else { return }
        world.saw(.heard(letter))
        guard lives() else { return }
        let decisions = topic.bytes.withUnsafeBytes { name in
            payload.withUnsafeBytes { payload in
                engine.receive(topic: name, payload: payload, retained: letter.isRetained, at: moment)
            }
        }
        guard !decisions.isEmpty else { return }
        carryOut(decisions)
        drain()
    }

    func carryOut(_ decisions: [Decision]) {
        for decision in decisions {
            guard lives() else { return }
            let number = undelivered.add(decision, isConnected: engine.canSend())
            switch decision {
            case .command(let command):
                carryOut(
                    OutgoingMessage(
                        number: number, key: command.name, topic: command.topic, payload: command.payload,
                        qos: command.target.qos,
                        retained: command.target.retained))
            case .publication(let publication):
                perform(
                    link.handle(
                        .send(
                            OutgoingMessage(
                                number: number, topic: publication.topic, payload: publication.payload,
                                qos: publication.qos,
                                retained: publication.retained)), at: monotonic))
            case .log, .notice: break
            }
        }
        switch world.scenario.sabotage {
        case .inventsCommands where world.chance.happens(0.001): invent()
        case .queuesForEver: leaveOver()
        case .remembersForEver: hearStranger()
        default: break
        }
    }

    private func carryOut(_ message: OutgoingMessage) {
        commandCount += 1
        switch world.scenario.sabotage {
        case .swallowsCommands where commandCount % 50 == 0: return
        case .repeatsCommands where commandCount % 50 == 0:
            var other = message
            (other.key, other.number) = (nil, nil)
            perform(link.handle(.send(other), at: monotonic))
        default: break
        }
        perform(link.handle(.send(message), at: monotonic))
    }

    private func invent() {
        let topic = world.map.topics[world.map.topic(.lampSet, 0)]
        perform(link.handle(.send(OutgoingMessage(topic: topic.name, payload: topic.payload(1))), at: monotonic))
    }

    /// A topic that there is not: nobody answers.
    private func leaveOver() {
        let message = OutgoingMessage(key: "left over \(world.now)", topic: "left/over", payload: [])
        perform(link.handle(.send(message), at: monotonic))
    }

    private func hearStranger() {
        let topic = Array("home/stranger \(world.now)/window".utf8)
        _ = topic.withUnsafeBytes { topic in
            Array("closed".utf8).withUnsafeBytes { payload in
                engine.receive(topic: topic, payload: payload, retained: false, at: now)
            }
        }
    }

    // MARK: The link's actions

    func perform(_ actions: [LinkAction]) {
        for action in actions {
            guard lives() else { return }
            perform(action)
        }
    }

    private func perform(_ action: LinkAction) {
        switch action {
        case .publish(let token, let message): publish(token, message)
        case .connect(let attempt):
            redeliveries.connectionEnded()
            world.connect(self, attempt)
        case .held, .report: break
        case .abandon: path = nil
        case .drop: close()
        case .disconnect:
            if let path { world.sendUp(.disconnect, path: path) }
            close()
        case .subscribe(let token, let filters, let qos, let options):
            guard let path else { return }
            world.sendUp(
                .subscribe(token: token, filters: filters, qos: qos, withoutRetained: options.withoutRetained),
                path: path)
        case .unsubscribe(let token, let filters):
            if let path { world.sendUp(.unsubscribe(token: token, filters: filters), path: path) }
        case .settled:
            let isFirst = !hasSettled
            hasSettled = true
            let moment = now
            record(.settled(moment))
            world.saw(.settled(isFirst: isFirst))
            redeliveries.forgetFormer()
            guard lives() else { return }
            let decisions = engine.settled(at: moment)
            carryOut(decisions)
            post(.caughtUp)
        case .disconnected:
            let moment = now
            record(.disconnected(moment))
            world.saw(.unsettled)
            guard lives() else { return }
            let decisions = engine.disconnected(at: moment)
            carryOut(decisions)
        case .stopped: finish()
        }
    }

    private func close() {
        guard let path else { return }
        world.sendUp(.end, path: path)
        self.path = nil
        requests.removeAll()
        unwritten.removeAll()
    }

    /// Writes what was decided while a message was read.
    private func writeAll() {
        let messages = unwritten
        unwritten.removeAll()
        for (token, message) in messages {
            guard lives() else { return }
            publish(token, message)
        }
    }

    private func send(_ letter: Letter, _ token: Int, _ topic: Topic, _ path: Int) {
        switch (world.scenario.sabotage, topic.kind) {
        case (.losesOnTheWay?, .hallSet) where commandCount % 4 == 0:
            world.schedule(.toGateway(path: path, .puback(token)), at: world.now + Span.millisecond)
        case (.isOvertaken?, .displaySet):
            let former = overtaken.updateValue(letter, forKey: letter.topic)
            world.sendUp(.publish(letter, token: token), path: path)
            if let former, commandCount % 3 == 0 { world.sendUp(.publish(former, token: 0), path: path) }
        default: world.sendUp(.publish(letter, token: token), path: path)
        }
    }

    private func publish(_ token: Int, _ message: OutgoingMessage) {
        guard !isReading else { return unwritten.append((token, message)) }
        guard let path, let number = world.map.numbers[message.topic] else { return }
        let topic = world.map.topics[number]
        let isRaw = topic.kind == .sync || topic.kind == .info
        let letter = Letter(
            number, isRaw ? 0 : topic.code(message.payload), bytes: isRaw ? message.payload : nil, qos: message.qos,
            retained: message.retained)
        world.saw(.wrote(letter))
        send(letter, token, topic, path)
        if let written = message.number {
            guard lives() else { return world.saw(.unrecorded(number)) }
            record(.written(written))
        }
        if message.qos > 0 {
            requests[token] = Request(topic: number, number: message.number)
        } else {
            post(.acknowledged(token: token, reason: 0))
        }
    }
}
