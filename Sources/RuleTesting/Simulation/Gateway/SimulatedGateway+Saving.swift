import Link
import RuleEngine
import RuleLanguage

/// What the state keeper does, on a simulated disk and with simulated memory.
extension SimulatedGateway {
    /// What a process begins with: the state that was saved, and on top of it what the log says.
    struct Recollection {
        var snapshot: Snapshot
        var undelivered: Undelivered
        var wall: Int64
        var monotonic: Int64
        var boot: String
        var redeliveries = Redeliveries()
        var goesOn = false
        var hasStarts = false

        init(
            _ contents: Disk.Contents, _ rows: [StateRow], log: inout EventLog, programs: @escaping (UInt64) -> Program?
        ) {
            var unreadable = 0
            snapshot = Snapshot(rows: rows, time: contents.engine, wall: contents.wall, unreadable: &unreadable)
            undelivered = Undelivered(snapshot)
            (wall, monotonic, boot) = (contents.wall, contents.monotonic, contents.boot)
            if let mark = snapshot.place?.mark, let records = log.resume(from: mark) { replay(records, programs) }
            undelivered.processEnded(at: snapshot.time)
            redeliveries.connectionEnded()
        }

        private mutating func replay(_ records: [EventRecord], _ programs: @escaping (UInt64) -> Program?) {
            guard !records.isEmpty else { return goesOn = true }
            guard var recovery = Recovery(snapshot, programs: programs) else { return }
            recovery.replay(records)
            goesOn = recovery.isWhole
            snapshot = recovery.engine.snapshot(at: recovery.moment)
            undelivered = recovery.undelivered
            redeliveries = recovery.redeliveries
            hasStarts = recovery.boot != nil
            (wall, monotonic, boot) = (snapshot.wall, recovery.moment.monotonic, recovery.boot ?? boot)
        }

        /// How long ago that was, where it can be known.
        func age(at now: Moment, boot current: String) -> Int64? {
            if boot == current, monotonic <= now.monotonic { return now.monotonic - monotonic }
            return now.isWallTrusted && wall > 0 ? max(0, now.wall - wall) : nil
        }
    }

    func beginSession() {
        log.begin(session: Int64(world.machine.dice.next() >> 2) + 1)
    }

    /// Takes note of what is to be saved.
    func keepNews() {
        let isYoung = !undelivered.messages.isEmpty && undelivered.isAnyYoung(at: engine.time)
        let isUrgent = !log.isComplete || isYoung
        let news = engine.takeNews()
        policy.note(isUrgent ? .important : news, at: monotonic)
    }

    func save() {
        guard writing == nil else { return }
        if !log.isComplete { beginSession() }
        let moment = now
        let mark = log.mark
        let shift = world.scenario.sabotage == .movesWaits ? 3 * Span.minute : 0
        var contents = Disk.Contents(
            state: .rows([:]), engine: 0, wall: 0, monotonic: moment.monotonic, boot: world.machine.bootID,
            session: mark.session, variant: variant, takenAt: world.now)
        var change: StateChange?
        if world.scenario.savesRows {
            var snapshot = engine.snapshot(at: moment)
            snapshot.note(mark, log: "", fingerprint: Self.fingerprint(of: variant), undelivered)
            (contents.engine, contents.wall) = (snapshot.time + shift, snapshot.wall)
            change = saved.change(to: snapshot.rows)
            if world.scenario.sabotage == .savesForEver {
                let name = Array("left over \(world.now)".utf8)
                change?.written.append(StateRow(key: .init(kind: .occurrence, name: name), data: [0]))
            }
        } else {
            contents.state = .engine(engine, moment, mark, undelivered)
            (contents.engine, contents.wall) = (engine.time(at: moment) + shift, engine.savedWall(at: moment))
        }
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

    func noteWritten(_ number: Int64) {
        log.append(.written(number))
        undelivered.wrote(number, at: engine.time)
    }

    func noteFinished(_ number: Int64) {
        log.append(.delivered(number))
        undelivered.finished(number)
    }

    /// What a former process had decided and not sent goes out with the next connection.
    func takeUpUndelivered() {
        var later: Set<String> = []
        let messages = undelivered.messages.reversed().map { message in
            let isLast = message.key.map { later.insert($0).inserted } ?? false
            let outgoing = OutgoingMessage(
                number: message.number, key: isLast ? message.key : nil, topic: message.topic,
                payload: message.payload, qos: message.qos, retained: message.retained)
            return (outgoing, message.since)
        }.reversed()
        for (message, since) in messages {
            let age = max(0, engine.time - since)
            post(.takeUp(message, since: monotonic - age))
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
