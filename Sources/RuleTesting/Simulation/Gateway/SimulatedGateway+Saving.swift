import Link
import RuleEngine
import RuleLanguage

/// What the state keeper does, on a simulated disk and with simulated memory.
extension SimulatedGateway {
    func beginSession() {
        log.begin(session: Int64(world.machine.dice.next() >> 2) + 1)
    }

    /// Takes note of what is to be saved.
    func keepNews() {
        let isUrgent = !log.isComplete || undelivered.isAnyYoung
        let news = engine.takeNews()
        policy.note(isUrgent ? .important : news, at: monotonic)
    }

    func save() {
        guard writing == nil else { return }
        if !log.isComplete { beginSession() }
        let moment = now
        let mark = log.mark
        let take = snapshot(at: moment, mark)
        var state = Disk.Contents.State.unread(take)
        var change: StateChange?
        if world.scenario.savesRows {
            let (rows, savedMoment) = take()
            state = .rows([:], savedMoment)
            change = saved.change(to: rows)
            if world.scenario.sabotage == .savesForEver {
                let name = Array("left over \(world.now)".utf8)
                change?.written.append(StateRow(key: .init(kind: .occurrence, name: name), data: [0]))
            }
        }
        let contents = Disk.Contents(state: state, session: mark.session, takenAt: world.now)
        writes += 1
        writing = Write(number: writes, change: change, contents: contents, mark: mark)
        policy.began(at: moment.monotonic)
        let isSlow = world.machine.disk.slowUntil > world.now
        let length =
            isSlow
            ? world.machine.dice.span(Span.second, 40 * Span.second)
            : world.machine.dice.span(2 * Span.millisecond, 80 * Span.millisecond)
        world.schedule(.saved(process: process, number: writes), at: world.now + length)
    }

    /// What is to be saved, as it is now; it is put into rows when somebody asks.
    private func snapshot(at moment: Moment, _ mark: EventLog.Mark) -> () -> (rows: [StateRow], moment: SavedMoment) {
        let fingerprint = Self.fingerprint(of: variant)
        let bootID = world.machine.bootID
        let shift = world.scenario.sabotage == .movesWaits ? 3 * Span.minute : 0
        return { [engine, undelivered, redeliveries] in
            var snapshot = engine.snapshot(at: moment)
            snapshot.note(mark, log: "", fingerprint: fingerprint, undelivered, redeliveries)
            let savedMoment = SavedMoment(
                engine: snapshot.time + shift, wall: snapshot.wall, boot: moment.monotonic, bootID: bootID)
            return (snapshot.rows, savedMoment)
        }
    }

    func finishSaving(_ number: Int) {
        guard let writing, writing.number == number, lives() else { return }
        self.writing = nil
        if world.machine.disk.failsUntil > world.now {
            saved.forget()
            _ = policy.failed("disk I/O error", at: monotonic)
        } else {
            world.machine.disk.apply(writing.change, writing.contents)
            log.saved(upTo: writing.mark)
            _ = policy.succeeded()
        }
        endTurn()
    }

    /// The first word, where earlier starts never came to save: it is waited for.
    func saveAtStart() {
        save()
        guard let writing else { return }
        self.writing = nil
        write(writing)
        _ = policy.succeeded()
    }

    /// The last word before the end: what is under way is waited for, and then all of it is written.
    func saveAtEnd() {
        if let writing {
            self.writing = nil
            write(writing)
        }
        save()
        guard let writing else { return }
        self.writing = nil
        write(writing)
    }

    private func write(_ write: Write) {
        if world.machine.disk.failsUntil > world.now {
            saved.forget()
        } else {
            world.machine.disk.apply(write.change, write.contents)
            log.saved(upTo: write.mark)
        }
    }

    /// The process or the machine died while something was written: a transaction is there as a whole, or not at all.
    func settleWriteAfterDeath() {
        guard let writing else { return }
        self.writing = nil
        if world.machine.disk.failsUntil <= world.now, world.machine.dice.happens(0.5) {
            world.machine.disk.apply(writing.change, writing.contents)
        }
    }

    /// Whether all that the process was told can be found again.
    var isExact: Bool {
        log.isComplete && world.machine.disk.contents?.session == log.mark.session
    }

    // MARK: The way of a message

    /// Writes down what the engine is about to be told, or what became of its messages.
    func record(_ record: EventRecord) {
        log.append(record)
        undelivered.follow(record)
    }

    /// What a former process had decided and not sent goes out with the next connection.
    func takeUpUndelivered() {
        for message in undelivered.messagesToTakeUp {
            let outgoing = OutgoingMessage(
                number: message.number, key: message.key, topic: message.topic, payload: message.payload,
                qos: message.qos, retained: message.retained)
            post(.takeUp(outgoing, since: message.since))
        }
    }

    static func fingerprint(of variant: Int) -> UInt64 { UInt64(variant) + 1 }

    static func program(of fingerprint: UInt64) -> Program? {
        let programs = SimulatedHouseRules.programs
        return fingerprint >= 1 && fingerprint <= UInt64(programs.count) ? programs[Int(fingerprint) - 1] : nil
    }
}

/// A write to the disk.
struct Write {
    var number: Int
    /// Nil where the contents say it all.
    var change: StateChange?
    var contents: Disk.Contents
    var mark: EventLog.Mark
}
