import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Nothing forgotten, nothing twice")
struct RestartTests {
    static let heater = """
        input  heater  from "{prefix}/heater"      as ON | OFF
        output switch_ to   "{prefix}/heater/set"  as ON | OFF
        output lamp    to   "{prefix}/lamp/set"    as ON | OFF
        keep switch_
            OFF  while heater is ON for 4 s
        keep lamp
            ON   while heater is ON
            OFF  otherwise

        """

    @Test("B40: a timer outlives kill -9, and what was sent is not sent again", arguments: [SIGKILL, SIGTERM])
    func timer(signal: Int32) throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: Self.heater)
        let first = try house.startSettled()
        let observer = try Observer(broker.port)
        try Device.publish("t/heater", "ON", retained: true, to: broker.port)
        let begin = ContinuousClock.now
        #expect(observer.sees("t/lamp/set ON"))
        try house.waitUntilSaved("lamp")
        first.send(signal)
        first.wait()
        let second = try house.startSettled()
        #expect(second.waitFor("going on from the state of"))
        #expect(observer.sees("t/heater/set OFF"))
        let elapsed = ContinuousClock.now - begin
        #expect(elapsed >= .seconds(3.9) && elapsed < .seconds(8), "\(elapsed)")
        #expect(observer.commands == ["t/lamp/set ON", "t/heater/set OFF"])
    }

    @Test("B40: a timer that ended while nothing ran takes effect at the start, once")
    func overdue() throws {
        let broker = try Broker()
        let rules = Self.heater.replacingOccurrences(of: "4 s", with: "4 h")
        let house = try House(port: broker.port, rules: rules)
        let first = try house.startSettled()
        let observer = try Observer(broker.port)
        try Device.publish("t/heater", "ON", retained: true, to: broker.port)
        #expect(observer.sees("t/lamp/set ON"))
        first.send(SIGTERM)
        first.wait()
        #expect(observer.commands == ["t/lamp/set ON"])
        // As if that had been five hours ago.
        let back = "5 * 3600 * 1000000000"
        try ProcessRunner.run(
            "sqlite3",
            ["\(house.folder.path)/state/state.db", "UPDATE moment SET wall = wall - \(back), boot = boot - \(back)"])
        let second = try house.startSettled()
        #expect(observer.sees("t/heater/set OFF"))
        #expect(second.count(of: "heater is ON for 4 h") == 1)
        #expect(observer.commands == ["t/lamp/set ON", "t/heater/set OFF"])
    }

    /// Rules that last from one moment on, each for another time.
    private static func lasting(_ lengths: [(name: String, seconds: Double)]) -> String {
        lengths.reduce(into: "input heater from \"{prefix}/heater\" as ON | OFF\n") { text, rule in
            text += "output \(rule.name) to \"{prefix}/\(rule.name)/set\" as ON | OFF\n"
            text += "keep \(rule.name)\n    ON while heater is ON for \(Int(rule.seconds * 1_000)) ms\n"
        }
    }

    @Test("B39: a threshold of time that is changed counts from the original moment")
    func changedDuration() throws {
        let broker = try Broker()
        let house = try House(
            port: broker.port, rules: Self.lasting([("first", 1), ("changed", 9), ("same", 8), ("later", 8.9)]))
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        try Device.publish("t/heater", "ON", to: broker.port)
        #expect(observer.sees("t/first/set ON"))
        try house.write(Self.lasting([("first", 1), ("changed", 8), ("same", 8), ("later", 8.9)]))
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("reloaded: 4 rules in force (kept: 1 value, 4 timers; changed: keep changed)"))
        #expect(observer.sees("t/later/set ON"))
        // Counted from the reload, which came after a second, it would come after the last one.
        #expect(
            observer.commands == ["t/first/set ON", "t/changed/set ON", "t/same/set ON", "t/later/set ON"])
    }

    @Test("a rule that goes takes its timers and waits along, and the journal says so in one line")
    func removed() throws {
        let broker = try Broker()
        let waiting = """
            event  press  from "{prefix}/press"     as number
            output lamp   to   "{prefix}/lamp/set"  as number
            when press > 0
                do  lamp = press
                    wait 4 h
                    lamp = 0

            """
        let house = try House(
            port: broker.port, rules: Self.heater + waiting.replacingOccurrences(of: "lamp", with: "bulb"))
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        try Device.publish("t/heater", "ON", to: broker.port)
        try Device.publish("t/press", "1", to: broker.port)
        #expect(observer.sees("t/lamp/set ON") && observer.sees("t/bulb/set 1"))
        try house.write(Self.heater.replacingOccurrences(of: "    ON   while heater is ON\n", with: ""))
        gateway.send(SIGHUP)
        let line =
            "reloaded: 2 rules in force (kept: 1 value, 1 timer; changed: keep lamp; dropped: when press > 0, 1 value, 1 waiting rule)"
        #expect(gateway.waitFor(line), "\(gateway.lines)")
    }

    @Test(
        "F53: a file that is no state is set aside, once, and the gateway starts",
        arguments: ["", "x", "random", "foreign"])
    func damaged(kind: String) throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: Self.heater)
        let state = "\(house.folder.path)/state"
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        switch kind {
        case "random":
            try Data((0..<20_000).map { _ in UInt8.random(in: 0...255) }).write(
                to: URL(fileURLWithPath: "\(state)/state.db"))
        case "foreign":
            try ProcessRunner.run("sqlite3", ["\(state)/state.db", "create table t (x); insert into t values (1)"])
        default: try Data(kind.utf8).write(to: URL(fileURLWithPath: "\(state)/state.db"))
        }
        for start in 0..<2 {
            let gateway = try house.startSettled()
            try Device.publish("t/heater", "ON", to: broker.port)
            _ = gateway.stop()
            let aside = try FileManager.default.contentsOfDirectory(atPath: state).filter { $0.contains("damaged-") }
            // An empty file is a database without anything in it.
            #expect(aside.count == (kind.isEmpty ? 0 : 1), "\(aside)")
            #expect(gateway.count(of: "set aside") == (start == 0 && !kind.isEmpty ? 1 : 0))
        }
    }

    @Test(
        "F49, F51: what hinders the saving is said once; the rules go on, and it heals by itself",
        arguments: [
            ("pwrite64:error=ENOSPC:when=1", "the disk is full"),
            ("fdatasync,fsync:error=EIO:when=1", "the disk reports an error"),
        ])
    func hindered(fault: String, words: String) throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: Self.heater)
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        try house.waitUntilSaved("lamp", in: "rules")
        let faults = try RunningProcess(
            "strace", ["-f", "-o", "/dev/null", "-e", "inject=\(fault)", "-p", "\(gateway.pid)"])
        defer { faults.terminate() }
        #expect(faults.waitFor("attached"))
        try Device.publish("t/heater", "ON", to: broker.port)
        #expect(observer.sees("t/lamp/set ON"))
        #expect(gateway.waitFor("\(words)"), "\(gateway.lines)")
        // The next attempt is on a thread of its own, which strace counts anew.
        faults.terminate()
        #expect(gateway.waitFor("the state is saved again"))
        #expect(gateway.count(of: "going on from memory") == 1)
        try house.waitUntilSaved("lamp")
    }

    @Test("F54: a file that somebody has locked is waited for, and the rules are not")
    func locked() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: Self.heater)
        _ = try house.startSettled().stop()
        let file = "\(house.folder.path)/state/state.db"
        let lock = try RunningProcess("sqlite3", [file, "BEGIN EXCLUSIVE", ".shell echo locked; sleep 4"])
        #expect(lock.waitFor("locked"))
        let gateway = try house.startSettled()
        #expect(gateway.waitFor("another program has locked it: going on from memory"))
        let observer = try Observer(broker.port)
        try Device.publish("t/heater", "ON", to: broker.port)
        #expect(observer.sees("t/lamp/set ON"))
        lock.wait()
        #expect(gateway.waitFor("the state is saved again"))
    }

    @Test("hearth state shows what is known and what runs, while the gateway runs and after it was killed")
    func state() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: Self.heater.replacingOccurrences(of: "4 s", with: "4 h"))
        let gateway = try house.startSettled()
        try Device.publish("t/heater", "ON", to: broker.port)
        try house.waitUntilSaved("lamp")
        for isRunning in [true, false] {
            if !isRunning {
                gateway.send(SIGKILL)
                gateway.wait()
            }
            let state = "\(house.folder.path)/state"
            let text = try ProcessRunner.run(House.executable, ["state", state]).output
            #expect(text.contains("heater  ON"))
            let timer = /heater is ON for 4 h  since \d+ s  3 h 59 min to go  house.rules:5/
            #expect(text.contains(timer), "\(text)")
            let json = try ProcessRunner.run(House.executable, ["state", "--json", state]).output
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            #expect((object?["sent"] as? [[String: Any]])?.first?["name"] as? String == "lamp")
        }
    }

    @Test("what a gateway saves is its user's alone, whatever that one's files usually are")
    func modes() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: Self.heater)
        let gateway = try house.startSettled(in: ["sh", "-c", "umask 022; exec \"$@\"", "sh"])
        try house.waitUntilSaved("lamp", in: "rules")
        let state = "\(house.folder.path)/state"
        let files = try FileManager.default.contentsOfDirectory(atPath: state)
        #expect(files.contains("state.db") && files.contains("state.db-wal") && files.contains("state.recent"))
        for path in [state] + files.map({ "\(state)/\($0)" }) {
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o077 == 0, "\(path)")
        }
        #expect(gateway.stop().code == 0)
    }

    @Test("hearth state is up to the instant, whatever of it has been saved")
    func stateOfNow() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: Self.heater)
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        try house.waitUntilSaved("lamp", in: "rules")
        let state = "\(house.folder.path)/state"
        let lock = try RunningProcess(
            "sqlite3", ["\(state)/state.db", "BEGIN IMMEDIATE", ".shell echo locked; sleep 3"])
        #expect(lock.waitFor("locked"))
        try Device.publish("t/heater", "ON", to: broker.port)
        #expect(observer.sees("t/lamp/set ON"))
        for isRunning in [true, false] {
            if !isRunning { gateway.kill() }
            let text = try ProcessRunner.run(House.executable, ["state", state]).output
            #expect(text.contains("heater  ON"), "\(text)")
            #expect(text.contains("lamp  ON"), "\(text)")
        }
        lock.wait()
    }

    @Test("F55: a state of a newer version is left as it is, and the gateway runs without")
    func newer() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: Self.heater)
        _ = try house.startSettled().stop()
        let file = "\(house.folder.path)/state/state.db"
        try ProcessRunner.run("sqlite3", [file, "PRAGMA user_version = 99"])
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        let gateway = try house.startSettled()
        #expect(gateway.waitFor("was written by a newer version of Hearth (format 99"))
        #expect(gateway.stop().code == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }

    @Test("F68, F72: with broken rules the last good ones run, until there are better ones")
    func lastGood() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: Self.heater)
        _ = try house.startSettled().stop()
        try house.write(Self.heater + "keep lamp\n")
        let gateway = try house.startSettled()
        #expect(gateway.waitFor("with the last good rules (2 rules)"))
        #expect(gateway.waitFor("house.rules:9:"))
        let observer = try Observer(broker.port)
        try Device.publish("t/heater", "ON", to: broker.port)
        #expect(observer.sees("t/lamp/set ON"))
        try house.write(Self.heater.replacingOccurrences(of: "OFF  otherwise", with: "OFF  while heater is OFF"))
        #expect(gateway.waitFor("reloaded: 2 rules in force"))
        #expect(gateway.stop().code == 0)
    }
}

extension House {
    /// Waits until the state on disk names something: an output that was sent, a value, or a rules file.
    func waitUntilSaved(_ name: String, in place: String = "rows") throws {
        let file = "\(folder.path)/state/state.db"
        for _ in 0..<500 {
            let found = try? ProcessRunner.run(
                "sqlite3",
                [
                    "-readonly", file,
                    "select count(*) from \(place == "data" ? "rows" : place) "
                        + "where instr(\(place == "rows" ? "name" : place == "rules" ? "text" : "data"), '\(name)')",
                ])
            if let found, found.status == 0, !found.output.hasPrefix("0") { return }
            // SQLite tells no other process that it has written: all that one can do is look again.
            usleep(20_000)
        }
        throw Unexpected(lines: ["nothing called \(name) was saved"])
    }
}
