import Link
import RuleEngine

/// The gateway's process, its machine, and the ways in which they end.
extension Simulation {
    func startGateway() {
        guard gateway == nil, machine.isOn else { return }
        processCount += 1
        let gateway = SimulatedGateway(self, process: processCount, variant: variant)
        self.gateway = gateway
        saw(.started)
        gateway.start()
    }

    func wakeGateway(process: Int) {
        guard let gateway, gateway.process == process else { return }
        gateway.wake()
    }

    func finishSaving(process: Int, number: Int) {
        guard let gateway, gateway.process == process else { return }
        gateway.finishSaving(number)
    }

    /// The process is gone. The system closes its socket; what was written before still goes out.
    func gatewayEnded(_ ended: SimulatedGateway, away: Int64, how: Ending) {
        if let path = ended.path { sendUp(.end, path: path) }
        ended.settleWriteAfterDeath()
        variant = ended.variant
        gateway = nil
        if let path = ended.path, network.paths[path].isDeadUp {
            // What was written less than a second ago counts as delivered, and it cannot have arrived.
            for message in ended.undelivered.presumedDelivered {
                if let topic = map.numbers[message.topic] { saw(.presumedDelivered(topic)) }
            }
        }
        saw(.ended(how, savedAt: ended.isExact ? now : machine.disk.contents?.takenAt ?? -1))
        let away = how == .stopped ? stopAway : away
        schedule(.gatewayStarts, at: now + max(away, Span.millisecond))
    }

    // MARK: Connecting

    func connect(_ gateway: SimulatedGateway, _ attempt: LinkAction.Attempt) {
        network.paths.append(
            Network.Path(process: gateway.process, attempt: attempt.number, upAfter: now, downAfter: now))
        let path = network.paths.count - 1
        gateway.path = path
        let letter = Letter(map.topic(.presence), 0, qos: attempt.willQoS, retained: attempt.willRetained)
        if broker.isUp, network.brokenUntil <= now {
            schedule(
                .opened(path: path, attempt: attempt.number),
                at: now + chance.span(Span.millisecond, 20 * Span.millisecond))
            wills[path] = letter
        } else {
            // A port that is closed says so at once; a network that is broken says nothing for a while.
            let isRefused = network.brokenUntil <= now
            schedule(
                .openFailed(process: gateway.process, attempt: attempt.number),
                at: now + (isRefused ? Span.millisecond : chance.span(Span.second, 20 * Span.second)))
        }
    }

    func gatewayOpened(path: Int, attempt: Int) {
        let will = wills.removeValue(forKey: path)
        guard let gateway, gateway.path == path, let will else { return }
        gateway.post(.opened(attempt: attempt))
        sendUp(.connect(will: will), path: path)
        gateway.endTurn()
    }

    func gatewayOpenFailed(process: Int, attempt: Int) {
        guard let gateway, gateway.process == process, let path = gateway.path, network.paths[path].attempt == attempt
        else { return }
        network.paths[path].isClosedByGateway = true
        gateway.path = nil
        gateway.post(.openFailed(attempt: attempt, LinkFailure(.passing, "connection refused")))
        gateway.endTurn()
    }

    func gatewayReceives(_ packet: Packet, path: Int) {
        guard let gateway, gateway.path == path, !network.paths[path].isClosedByGateway else { return }
        gateway.receive(packet)
    }

    func gatewayMisses(path: Int) {
        guard let gateway, gateway.path == path, !network.paths[path].isClosedByGateway else { return }
        gateway.lose("no answer within the keepalive")
        gateway.endTurn()
    }

    // MARK: Faults

    func cause(_ fault: Fault.Kind) {
        switch fault {
        case .kill(let away, let steps): gateway?.kill(after: steps, away: away)
        case .stop(let away):
            stopAway = away
            gateway?.stop()
        case .powerCut(let away, let clockIsLost): cutPower(away: away, clockIsLost: clockIsLost)
        case .reload: if let gateway { gateway.reload() } else { variant = 1 - variant }
        case .stall(let length): network.stalledUntil = max(network.stalledUntil, now + length)
        case .partition(let length):
            network.brokenUntil = max(network.brokenUntil, now + length)
            if let path = currentPath { goDead(path: path, up: true, down: true) }
        case .reset: if let path = currentPath { reset(path: path) }
        case .halfOpen(let up, let down): if let path = currentPath { goDead(path: path, up: up, down: down) }
        case .brokerStop(let away): stopBroker(away: away, memory: .whole)
        case .brokerKill(let away, let losesAll): stopBroker(away: away, memory: losesAll ? .nothing : .saved)
        case .sessionForgotten: if broker.path == nil { broker.session = nil }
        case .clockStep(let step): stepClock(step)
        case .diskFails(let length): machine.disk.failsUntil = max(machine.disk.failsUntil, now + length)
        case .diskIsSlow(let length): machine.disk.slowUntil = max(machine.disk.slowUntil, now + length)
        case .deviceLost(let device, let away, let isSilent, let losesState):
            guard !scenario.absent.contains(device) else { return }
            lose(device, away: away, isSilent: isSilent, losesState: losesState)
        }
    }

    private func cutPower(away: Int64, clockIsLost: Bool) {
        guard machine.isOn else { return }
        machine.isOn = false
        if let gateway {
            if let path = gateway.path { goDead(path: path, up: true, down: true) }
            gateway.losePower()
            gateway.settleWriteAfterDeath()
            variant = gateway.variant
            self.gateway = nil
        }
        machine.forgetMemory(someOnly: machine.dice.happens(0.5))
        saw(.ended(.powerCut, savedAt: machine.disk.contents?.takenAt ?? -1))
        schedule(.clockIsSet(boot: clockIsLost ? -machine.boot - 1 : machine.boot + 1), at: now + away)
    }

    /// A boot that is over (told by a negative number where the clock was lost), or a clock that is synchronised.
    func setClock(boot: Int) {
        guard machine.isOn else {
            let isLost = boot < 0
            machine.start(at: now, clockIsLost: isLost)
            if isLost {
                schedule(
                    .clockIsSet(boot: machine.boot), at: now + machine.dice.span(5 * Span.second, 10 * Span.minute))
            }
            return schedule(.gatewayStarts, at: now + 5 * Span.second)
        }
        guard machine.boot == boot else { return }
        machine.wallError = 0
        machine.isSynchronized = true
        saw(.clockStepped)
        saw(.clockFound)
        gateway?.advance()
    }

    private func stepClock(_ step: Int64) {
        saw(.clockWillStep)
        machine.wallError = abs(machine.wallError) > Span.hour ? 0 : step
        saw(.clockStepped)
        gateway?.advance()
    }
}

/// How a process of the gateway ended.
enum Ending { case stopped, killed, powerCut }
