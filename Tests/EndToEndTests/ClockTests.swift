import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Clocks that are set, zones that change, and a process that was asleep")
struct ClockTests {
    private static let rules = """
        input  door  from "{prefix}/door"       as open | closed
        output lamp  to   "{prefix}/lamp/set"   as ON | OFF
        keep lamp
            ON   while time in 20:00..22:00
            OFF  otherwise
        when time is 07:00
            do  publish "seven" to "{prefix}/said/set"
        when time is 07:00:01
            do  publish "a second past" to "{prefix}/said/set"
        when door is open for 2 s
            do  publish "two seconds open" to "{prefix}/said/set"
        when door is open for 30 min
            do  publish "half an hour open" to "{prefix}/said/set"

        """

    private func house(_ broker: Broker, zone: String? = "UTC") throws -> House {
        try House(port: broker.port, settings: zone.map { ["zone \"\($0)\""] } ?? [], rules: Self.rules)
    }

    private func start(_ house: House, _ environment: [String: String]) throws -> RunningProcess {
        let gateway = try house.start(environment: environment)
        guard gateway.waitFor("the state of the house is known") else { throw House.Unexpected(lines: gateway.lines) }
        return gateway
    }

    @Test("F37, F38: a clock that is set is noticed at once, forward and back, and seven comes once")
    func set() throws {
        let broker = try Broker()
        let house = try house(broker)
        let clock = try WallClock("2030-06-15T06:30:00Z")
        let observer = try Observer(broker.port)
        _ = try start(house, clock.environment)
        #expect(observer.sees("t/lamp/set OFF"))
        // Nothing is due for half an hour.
        let begin = ContinuousClock.now
        try clock.set(to: "2030-06-15T07:10:00Z")
        #expect(observer.sees("t/said/set seven"))
        try clock.set(to: "2030-06-15T20:30:00Z")
        #expect(observer.sees("t/lamp/set ON"))
        try clock.set(to: "2030-06-15T19:30:00Z")
        #expect(observer.sees("t/lamp/set OFF", times: 2))
        #expect(ContinuousClock.now - begin < .seconds(5))
        #expect(observer.messages(on: "t/said/set seven").count == 1)
    }

    @Test("F38: put back by seconds after it fired, seven does not come again")
    func back() throws {
        let broker = try Broker()
        let house = try house(broker)
        let clock = try WallClock("2030-06-15T06:59:59Z")
        let observer = try Observer(broker.port)
        _ = try start(house, clock.environment)
        #expect(observer.sees("t/said/set seven"))
        try clock.set(to: "2030-06-15T06:59:59Z")
        #expect(observer.sees("t/said/set a second past"))
        #expect(observer.messages(on: "t/said/set seven").count == 1)
    }

    @Test("F36: a clock that starts in 1970 is not believed until it is set, and durations run all the same")
    func untrusted() throws {
        let broker = try Broker()
        let house = try house(broker)
        let clock = try WallClock("1970-01-01T20:30:00Z")
        let observer = try Observer(broker.port)
        let gateway = try start(house, clock.environment)
        #expect(gateway.waitFor("the clock says 1970-01-01"))
        try Device.publish("t/door", "closed", to: broker.port)
        try Device.publish("t/door", "open", to: broker.port)
        #expect(observer.sees("t/said/set two seconds open"))
        #expect(!observer.commands.contains { $0.contains("lamp") })
        try clock.set(to: "2030-06-15T20:30:00Z")
        #expect(observer.sees("t/lamp/set ON"))
        #expect(gateway.waitFor("the clock is set"))
        #expect(!observer.commands.contains("t/said/set seven"))
    }

    @Test(
        "F47: what fell due while the process was stopped is done as soon as it goes on, and the watchdog knows no better"
    )
    func stopped() throws {
        let broker = try Broker()
        let house = try house(broker)
        let observer = try Observer(broker.port)
        let manager = try ServiceManager(in: house.folder.path)
        let gateway = try start(house, ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "20000000"])
        try Device.publish("t/door", "closed", to: broker.port)
        try Device.publish("t/door", "open", to: broker.port)
        // The gateway has read it once it has answered a message that came after it.
        gateway.send(SIGHUP)
        #expect(manager.hears("RELOADING=1"))
        #expect(gateway.waitFor("reloaded"))
        gateway.send(SIGSTOP)
        // Longer than a gateway that is well is ever late.
        try ProcessRunner.run("sleep", ["14"])
        #expect(!observer.commands.contains("t/said/set two seconds open"))
        let begin = ContinuousClock.now
        gateway.send(SIGCONT)
        #expect(observer.sees("t/said/set two seconds open"))
        #expect(manager.hears("WATCHDOG=1"))
        #expect(ContinuousClock.now - begin < .seconds(3))
    }

    @Test("F47: a machine that slept for five days makes up for the last morning, once, and for what was open")
    func asleep() throws {
        let broker = try Broker()
        let house = try house(broker)
        let clock = try WallClock("2030-06-15T06:30:00Z")
        let observer = try Observer(broker.port)
        let gateway = try start(house, clock.environment)
        try Device.publish("t/door", "closed", to: broker.port)
        try Device.publish("t/door", "open", to: broker.port)
        #expect(observer.sees("t/said/set two seconds open"))
        // To half past seven.
        try clock.sleep(5 * 86_400 + 3_600)
        #expect(observer.sees("t/said/set a second past"))
        try clock.set(to: "2030-06-20T20:30:00Z")
        #expect(observer.sees("t/lamp/set ON"))
        #expect(gateway.stop().code == 0)
        #expect(
            observer.commands == [
                // In the order in which it fell due.
                "t/lamp/set OFF", "t/said/set two seconds open", "t/said/set half an hour open", "t/said/set seven",
                "t/said/set a second past", "t/lamp/set ON",
            ])
    }

    @Test("F44: other rules of the zone are noticed within a minute")
    func zoneFileNoticed() throws {
        let broker = try Broker()
        let house = try house(broker, zone: "Own/House")
        let zones = try Zones()
        try zones.put("Europe/Berlin", at: "Own/House")
        let clock = try WallClock("2030-06-15T12:00:00Z")
        let observer = try Observer(broker.port)
        let gateway = try start(house, clock.environment.merging(["TZDIR": zones.path]) { $1 })
        #expect(observer.sees("t/lamp/set OFF"))
        try zones.put("Asia/Tokyo", at: "Own/House")
        try clock.sleep(61)
        #expect(observer.sees("t/lamp/set ON"))
        #expect(gateway.waitFor("the rules of the time zone have changed"))
    }

    @Test("F45: a gateway goes on over the end of 32 bits, and what it saves is longer")
    func year2038() throws {
        let broker = try Broker()
        let house = try House(
            port: broker.port, settings: ["zone \"UTC\""],
            rules: """
                input  door  from "{prefix}/door"      as open | closed
                output lamp  to   "{prefix}/lamp/set"  as ON | OFF
                keep lamp
                    ON   while door is open and time in 03:14:09..04:00
                    OFF  otherwise

                """)
        let clock = try WallClock("2038-01-19T03:14:04Z")
        let observer = try Observer(broker.port)
        let first = try start(house, clock.environment)
        try Device.publish("t/door", "open", to: broker.port)
        #expect(observer.sees("t/lamp/set OFF"))
        #expect(observer.sees("t/lamp/set ON"))
        #expect(first.stop().code == 0)
        let wall = try ProcessRunner.run("sqlite3", ["\(house.folder.path)/state/state.db", "SELECT wall FROM moment"])
        #expect((Int64(wall.output) ?? 0) > 2_147_483_648 * 1_000_000_000, "\(wall.output)")
        let second = try start(house, clock.environment)
        #expect(second.waitFor("going on from the state of"))
        #expect(second.waitFor("1 value"))
        #expect(second.count(of: "cannot be right") == 0)
        #expect(observer.messages(on: "t/lamp/set ON").count == 1)
    }

    /// A time namespace needs rights that not every machine gives.
    private static let hasTimeNamespaces =
        (try? ProcessRunner.run("unshare", ["-T", "--boottime", "60", "true"]).status) == 0

    @Test(
        "F47: time that the machine slept counts, though the wall clock knows nothing of it",
        .enabled(if: hasTimeNamespaces))
    func suspended() throws {
        let broker = try Broker()
        let house = try house(broker)
        let observer = try Observer(broker.port)
        let first = try start(house, [:])
        try Device.publish("t/door", "closed", to: broker.port)
        try Device.publish("t/door", "open", to: broker.port)
        #expect(observer.sees("t/said/set two seconds open"))
        #expect(first.stop().code == 0)
        // The same start of the machine, an hour later by the clock that counts from it.
        let second = try RunningProcess(
            "unshare",
            [
                "-T", "--boottime", "3600", "--kill-child", House.executable, "run", house.folder.path, "--state",
                "\(house.folder.path)/state",
            ])
        defer { second.kill() }
        #expect(observer.sees("t/said/set half an hour open"))
        #expect(second.waitFor("going on from the state of 1 h"))
    }

    @Test("F44: the zone's file is another one: a reload takes its rules, and says so")
    func zoneFile() throws {
        let broker = try Broker()
        let house = try house(broker, zone: "Own/House")
        let zones = try Zones()
        try zones.put("Europe/Berlin", at: "Own/House")
        // 14:00 in Berlin, 21:00 in Tokyo.
        let clock = try WallClock("2030-06-15T12:00:00Z")
        let observer = try Observer(broker.port)
        let gateway = try start(house, clock.environment.merging(["TZDIR": zones.path]) { $1 })
        #expect(observer.sees("t/lamp/set OFF"))
        try zones.put("Asia/Tokyo", at: "Own/House")
        gateway.send(SIGHUP)
        #expect(observer.sees("t/lamp/set ON"))
        #expect(gateway.waitFor("the rules of the time zone have changed"))
        #expect(gateway.waitFor("reloaded: nothing has changed"))
        // Gone, it is an error in the rules, and what was read goes on.
        try zones.remove("Own/House")
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("the rules of the time zone are gone"))
        #expect(gateway.waitFor("this machine has no time zone \"Own/House\""))
        #expect(gateway.waitFor("the old ones go on"))
        try clock.set(to: "2030-06-15T13:30:00Z")
        #expect(observer.sees("t/lamp/set OFF", times: 2))
    }

    @Test("F44: the system's zone is another one")
    func systemZone() throws {
        let broker = try Broker()
        let house = try house(broker, zone: nil)
        let zones = try Zones()
        try zones.put("Europe/Berlin", at: "localtime")
        let clock = try WallClock("2030-06-15T12:00:00Z")
        let observer = try Observer(broker.port)
        let environment = clock.environment.merging(["TZ": ":\(zones.path)/localtime"]) { $1 }
        let gateway = try start(house, environment)
        #expect(observer.sees("t/lamp/set OFF"))
        try zones.put("Asia/Tokyo", at: "localtime")
        gateway.send(SIGHUP)
        #expect(observer.sees("t/lamp/set ON"))
    }

    @Test("F44: on a machine without zones times of day are UTC, and that is said")
    func noZones() throws {
        let broker = try Broker()
        let house = try house(broker, zone: "Europe/Berlin")
        let clock = try WallClock("2030-06-15T20:30:00Z")
        let observer = try Observer(broker.port)
        let environment = clock.environment.merging(["TZDIR": "\(house.folder.path)/none"]) { $1 }
        let gateway = try start(house, environment)
        #expect(gateway.waitFor("there are no rules of the time zone Europe/Berlin"))
        #expect(observer.sees("t/lamp/set ON"))
    }

    @Test("F44: a zone that there is not is an error, with the one that was meant")
    func unknownZone() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("zone \"Europe/Berlln\"\n", to: "hearth.conf")
        let zones = try Zones()
        try zones.put("Europe/Berlin", at: "Europe/Berlin")
        let check = try ProcessRunner.run(House.executable, ["check", file], environment: ["TZDIR": zones.path])
        #expect(check.status == 1)
        #expect(check.output.contains("this machine has no time zone \"Europe/Berlln\" [invalid-setting]"))
        #expect(check.output.contains("did you mean \"Europe/Berlin\"?"))
        try folder.write("zone \"Europe/Berlin\"\n", to: "hearth.conf")
        #expect(
            try ProcessRunner.run(House.executable, ["check", file], environment: ["TZDIR": zones.path]).status == 0)
    }
}

/// A folder of time zones, made of the machine's.
private final class Zones {
    private let folder: TemporaryFolder

    var path: String { folder.path }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Puts a zone in the place of another one, as a package does it: all at once.
    func put(_ zone: String, at name: String) throws {
        let target = URL(fileURLWithPath: "\(path)/\(name)")
        let folder = target.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(zone)")).write(to: target, options: .atomic)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
}
