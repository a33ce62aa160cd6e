import Foundation
import Glibc
import TestSupport

/// A house whose gateway comes to crash points, one after the other, with a ledger of what came of each message.
///
/// The gateway that is started after a point goes on to be the one that comes to the next.
final class CrashHouse {
    /// How a gateway gets the point.
    enum Beginning: Sendable {
        /// It runs and has settled.
        case running(CrashPoint.Threads)
        /// It has it from its first instruction on. A message waits for it at the broker.
        case starting(CrashPoint.Threads)
        /// The same, and there is no state yet.
        case startingAnew(CrashPoint.Threads)
        /// The same, and the one before was killed with much left to do.
        case startingAfterKill(CrashPoint.Threads)

        /// In which threads the calls are looked at.
        var threads: CrashPoint.Threads {
            switch self {
            case .running(let threads), .starting(let threads), .startingAnew(let threads),
                .startingAfterKill(let threads):
                threads
            }
        }
    }

    /// What it goes through from there.
    enum Step: Sendable {
        /// Messages come, and all that they cause is seen.
        case messages
        /// Messages come, and what they cause at once is seen.
        case messagesInPart
        /// The state is saved, or cannot be.
        case saved
        /// The fault goes, and the state is saved again.
        case healed
        case reload
        case stop
    }

    /// So few that the state is soon as large as it gets: then each save makes the same calls.
    private static let instances = 3

    private let broker: Broker
    private let house: House
    private let ledger: Ledger
    private let publisher: Publisher
    private let name: String
    private var gateway: RunningProcess
    private var tracer: RunningProcess?
    /// Of the messages.
    private var newest = 0
    /// Whose consequences are still to be seen.
    private var open: [Int] = []
    private var lostNotes: Set<Int> = []
    private var level: Int?
    /// How often the alarm has to have gone ON.
    private var alarms = 0
    private var isDoorOpen = false
    /// How often it has to have gone OFF.
    private var offs = 1
    private var spare = 1
    /// The points, with the numbers of the message and of the rules before each, and what the gateways wrote from there on.
    private var passed: [(message: Int, spare: Int, point: CrashPoint, lines: [String])] = []
    private var log = 0
    private(set) var problems: [String] = []
    /// A connection may have been lost, and what had been under way on it was sent again.
    private(set) var wasCut = false

    init(_ broker: Broker, name: String) throws {
        self.broker = broker
        self.name = name
        let port = broker.port
        house = try House(
            port: port, settings: ["client \"\(name)\"", "prefix \"\(name)\""], rules: Self.rules(spare: spare))
        ledger = try Ledger(port, prefix: name)
        publisher = try Publisher(port)
        gateway = try house.startSettled()
        for _ in 0..<Self.instances { try publishTick() }
        try publisher.publish("\(name)/level", "0")
        try publisher.publish("\(name)/door", "0")
        guard wait(for: consequences), wait(for: [("alarm/set OFF", 1), ("spare/set 1", 1)]) else {
            throw House.Unexpected(lines: gateway.lines)
        }
    }

    /// An event with a command at once, a later one and a publication; a value that is kept; a timer; and an output whose value
    /// tells which rules are in force.
    private static func rules(spare: Int) -> String {
        """
        event  tick(n)   from "{prefix}/tick/{n}"       as number
        input  level     from "{prefix}/level"          as number
        input  door      from "{prefix}/door"           as number
        output echo(n)   to   "{prefix}/echo/{n}/set"   as number
        output late(n)   to   "{prefix}/late/{n}/set"   as number
        output copy      to   "{prefix}/copy/set"       as number
        output alarm     to   "{prefix}/alarm/set"      as ON | OFF
        output spare     to   "{prefix}/spare/set"      as number
        keep copy
            level otherwise
        keep alarm
            ON  while door > 0 for 150 ms
            OFF otherwise
        keep spare
            \(spare) otherwise
        when tick(n) >= 0
            do  echo(n) = tick(n)
                publish "{tick(n)}" to "{prefix}/note"
        when tick(n) >= 0, queued
            do  wait 50 ms
                late(n) = tick(n)

        """
    }

    // MARK: A point

    /// Lets the gateway come to a point, starts another one after it, and sees to it that all is done that is to be done.
    ///
    /// A broker whose client is gone with answers unread, or that answers it, may not read what else that one had written. Where
    /// something is missing the point is passed again: that seldom happens, and a fault of the gateway every time.
    /// - Returns: false where it never came to the point.
    func pass(_ point: CrashPoint, _ beginning: Beginning, _ steps: [Step]) throws -> Bool {
        for _ in 0..<10 {
            let (hasPassed, lost) = try passOnce(point, beginning, steps)
            if lost.isEmpty { return hasPassed }
            guard point.fault == .kill else {
                note("\(point): missing \(lost)")
                return hasPassed
            }
        }
        note("\(point): each time something is missing")
        return true
    }

    /// How often the broker has given up a connection of ours before it came to the end of what was written to it.
    private var cutCount: Int {
        broker.log.count { line in
            line.contains("Socket error on client \(name),")
                || line.contains("Client \(name) ") && line.contains(" disconnected ")
        }
    }

    private func passOnce(
        _ point: CrashPoint, _ beginning: Beginning, _ steps: [Step]
    ) throws -> (hasPassed: Bool, lost: [String]) {
        passed.append((newest, spare, point, []))
        let cuts = cutCount
        let report = "\(house.folder.path)/report"
        unlink(report)
        try begin(point, beginning, report)
        log = logSize
        for step in steps { try perform(step, point) }
        tracer?.terminate()
        tracer = nil
        if !gateway.hasEnded { gateway.killWhileWaiting() }
        let code = gateway.wait()
        try examine(point)
        if point.fault != .kill, steps.last == .stop, code != 0 { note("\(point): ended with \(code)") }
        let hasPassed = point.fault == .kill ? code == 128 + SIGKILL : CrashPoint.happened(in: report)
        if point.mayCutConnection, hasPassed { forgiveLoss() }
        passed[passed.count - 1].lines = gateway.lines

        gateway = try house.startSettled()
        let isCut = cutCount > cuts
        let patience = Duration.seconds(isCut ? 2 : 20)
        let lost = wait(for: consequences, whileRunning: false, atMost: patience) ? [] : missing
        try closeDoor(point)
        try examine(point)
        passed[passed.count - 1].lines += gateway.lines
        open.removeAll()
        if wasCut || !lost.isEmpty { countAnew() }
        return (hasPassed, lost)
    }

    /// Where an alarm too many or too few is no mistake.
    private func countAnew() {
        alarms = ledger.count(of: "alarm/set ON")
        offs = ledger.count(of: "alarm/set OFF")
    }

    /// The door is as it was before.
    private func closeDoor(_ point: CrashPoint) throws {
        guard isDoorOpen else { return }
        isDoorOpen = false
        offs += 1
        try publisher.publish("\(name)/door", "0")
        if !wait(for: [("alarm/set OFF", offs)], whileRunning: false) { note("\(point): no alarm OFF") }
    }

    /// What is published goes with the connection, and the gateway says so.
    private func forgiveLoss() {
        wasCut = true
        if gateway.count(of: "lost with the connection") > 0 { lostNotes.formUnion(open) }
    }

    private func begin(_ point: CrashPoint, _ beginning: Beginning, _ report: String) throws {
        switch beginning {
        case .running(let threads):
            let strace = try RunningProcess(
                "strace", point.attaching(to: gateway.pid, threads, report: report))
            guard strace.waitFor("attached") else { throw House.Unexpected(lines: strace.lines) }
            tracer = strace
        case .starting(let threads):
            _ = gateway.stop()
            try publishTick()
            gateway = try house.start(in: point.starting(threads, report: report))
        case .startingAnew(let threads):
            _ = gateway.stop()
            try FileManager.default.removeItem(atPath: "\(house.folder.path)/state")
            // What had been sent is forgotten as well.
            spare += 1
            try house.write(Self.rules(spare: spare))
            level = nil
            offs += 1
            try publishTick()
            gateway = try house.start(in: point.starting(threads, report: report))
        case .startingAfterKill(let threads):
            try perform(.messagesInPart, point)
            // What had been seen may still be in the call that sent it.
            gateway.killWhileWaiting()
            gateway = try house.start(in: point.starting(threads, report: report))
        }
    }

    private func perform(_ step: Step, _ point: CrashPoint) throws {
        switch step {
        case .messages:
            try publishAll()
            let all = consequences.filter { !point.mayCutConnection || !$0.message.hasPrefix("note") }
            if !wait(for: all) { note("\(point): missing while it ran: \(missing)") }
        case .messagesInPart:
            try publishAll()
            let atOnce = consequences.filter { !$0.message.hasPrefix("late") && !$0.message.hasPrefix("alarm") }
            if !wait(for: atOnce) {
                note("\(point): missing while it ran: \(missing)")
            }
        case .saved:
            let isSaved = wait(until: {
                self.logSize > self.log && self.threads == 1 || self.gateway.count(of: "going on from memory") > 0
            })
            if !isSaved { note("\(point): never saved") }
            log = logSize
        case .healed:
            tracer?.terminate()
            tracer = nil
            let isWell = wait(until: {
                self.gateway.count(of: "saved again") == self.gateway.count(of: "going on from memory")
            })
            if !isWell { note("\(point): does not heal") }
        case .reload:
            spare += 1
            try house.write(Self.rules(spare: spare))
            gateway.send(SIGHUP)
            if !wait(for: [("spare/set \(spare)", 1)]) { note("\(point): the new rules are not taken") }
        case .stop:
            gateway.send(SIGTERM)
            if !wait(until: { self.gateway.hasEnded }) { note("\(point): does not stop") }
        }
    }

    // MARK: Messages

    private func publishTick() throws {
        newest += 1
        open.append(newest)
        try publisher.publish("\(name)/tick/\(newest % Self.instances)", "\(newest)")
    }

    private func publishAll() throws {
        try publishTick()
        if !isDoorOpen { alarms += 1 }
        isDoorOpen = true
        level = newest
        try publisher.publish("\(name)/level", "\(newest)")
        try publisher.publish("\(name)/door", "1")
    }

    /// What is to be seen by now, and how often.
    private var consequences: [(message: String, count: Int)] {
        open.flatMap { number in
            let instance = number % Self.instances
            return [
                ("echo/\(instance)/set \(number)", 1), ("late/\(instance)/set \(number)", 1),
                ("note \(number)", lostNotes.contains(number) ? 0 : 1),
            ]
        } + [("alarm/set ON", alarms), ("spare/set \(spare)", 1)] + (level.map { [("copy/set \($0)", 1)] } ?? [])
    }

    private var missing: [String] {
        consequences.filter { ledger.count(of: $0.message) < $0.count }.map(\.message) + gateway.lines
    }

    // MARK: Waiting

    /// Waits for messages. While it runs: nothing is waited for any more when the gateway has ended.
    private func wait(
        for messages: [(message: String, count: Int)], whileRunning: Bool = true,
        atMost patience: Duration = .seconds(20)
    ) -> Bool {
        wait(whileRunning, atMost: patience) {
            messages.allSatisfy { self.ledger.count(of: $0.message) >= $0.count }
        }
    }

    private func wait(
        _ whileRunning: Bool = true, atMost patience: Duration = .seconds(20), until isSo: () -> Bool
    ) -> Bool {
        let limit = ContinuousClock.now + patience
        while !isSo() {
            if whileRunning && gateway.hasEnded { return true }
            if ContinuousClock.now > limit { return false }
            usleep(2_000)
        }
        return true
    }

    /// Of the database: it grows with each state that is saved.
    private var logSize: Int {
        var status = stat()
        return stat("\(house.folder.path)/state/state.db-wal", &status) == 0 ? Int(status.st_size) : 0
    }

    /// One while nothing is saved.
    private var threads: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(gateway.pid)/task").count) ?? 0
    }

    // MARK: Findings

    private func note(_ problem: String) { problems.append(problem) }

    private func examine(_ point: CrashPoint) throws {
        for words in ["damaged", "set aside", "begins anew", "Fatal"] {
            if let line = gateway.lines.first(where: { $0.contains(words) }) { note("\(point): \(line)") }
        }
        if gateway.count(of: "going on from memory") > 1 { note("\(point): said more than once") }
        // A copy: whoever opens it last changes it.
        let copy = try TemporaryFolder()
        for file in ["state.db", "state.db-wal"] {
            try? FileManager.default.copyItem(
                atPath: "\(house.folder.path)/state/\(file)", toPath: "\(copy.path)/\(file)")
        }
        let check = try ProcessRunner.run("sqlite3", ["\(copy.path)/state.db", "PRAGMA integrity_check"])
        if check.output != "ok" { note("\(point): \(check.output)") }
    }

    /// What came too often, at the end of all. A command that was under way when the connection was lost is sent again.
    /// - Parameter extra: of each message so many more are allowed.
    func doubled(_ extra: Int = 0) -> [String] {
        let most = (wasCut ? 2 : 1) + extra
        var found: [String] = []
        for topic in ["echo/", "late/", "note ", "copy/", "spare/"] {
            for (message, count) in ledger.messages(on: topic) where count > (topic == "note " ? 1 : most) {
                found.append("\(count) times \(message)\(place(of: message))")
            }
        }
        for (message, count) in [("alarm/set ON", alarms), ("alarm/set OFF", offs)] {
            let seen = ledger.count(of: message)
            if seen != count { found.append("\(seen) times \(message), not \(count)") }
        }
        return found
    }

    private func place(of message: String) -> String {
        let isSpare = message.hasPrefix("spare")
        guard let number = message.split(separator: " ").last.flatMap({ Int($0) }),
            let point = passed.last(where: { (isSpare ? $0.spare : $0.message) < number })
        else { return "" }
        return ", \(point.point), \(point.lines)"
    }
}
