import RuleEngine

/// What the state keeper does, on a simulated disk.
extension SimulatedGateway {
    func save() {
        guard writing == nil else { return }
        let moment = now
        let snapshot = engine.snapshot(at: moment)
        let contents = Disk.Contents(
            engine: snapshot.time + (world.scenario.sabotage == .movesWaits ? 3 * Span.minute : 0), wall: snapshot.wall,
            monotonic: moment.monotonic, boot: world.machine.boot, takenAt: world.now)
        writes += 1
        writing = (writes, saved.change(to: snapshot.rows), contents)
        policy.began(at: moment.monotonic)
        let isSlow = world.machine.disk.slowUntil > world.now
        let length = isSlow
            ? world.machine.random.span(Span.second, 40 * Span.second)
            : world.machine.random.span(2 * Span.millisecond, 80 * Span.millisecond)
        world.schedule(.saved(process: process, number: writes), at: world.now + length)
    }

    func finishSaving(_ number: Int) {
        guard let writing, writing.number == number else { return }
        self.writing = nil
        if world.machine.disk.failsUntil > world.now {
            saved.forget()
            _ = policy.failed("disk I/O error", at: monotonic)
        } else {
            world.machine.disk.apply(writing.change, writing.moment)
            _ = policy.succeeded()
        }
        endTurn()
    }

    /// The last word before the end: what is under way is waited for, and then all of it is written.
    func saveAtEnd() {
        if let writing { finishSaving(writing.number) }
        save()
        guard let writing else { return }
        self.writing = nil
        if world.machine.disk.failsUntil <= world.now { world.machine.disk.apply(writing.change, writing.moment) }
    }

    /// The process or the machine died while something was written: a transaction is there as a whole, or not at all.
    func settleWriteAfterDeath() {
        guard let writing else { return }
        self.writing = nil
        if world.machine.disk.failsUntil <= world.now, world.machine.random.happens(0.5) {
            world.machine.disk.apply(writing.change, writing.moment)
        }
    }
}
