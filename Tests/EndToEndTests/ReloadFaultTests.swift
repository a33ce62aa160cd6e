import Foundation
import Link
import TestSupport
import Testing

@Suite("Reloading under adverse conditions")
struct ReloadFaultTests {
    @Test("F70: under 500 messages a second 200 reloads lose none and double none")
    func burst() throws {
        let broker = try Broker()
        func rules(_ generation: Int) -> String {
            """
            event tick from "{prefix}/tick" as number, qos 1
            when tick do
                publish "{tick} of \(generation)" to "{prefix}/echo" qos 1

            """
        }
        let house = try House(port: broker.port, rules: rules(0))
        let manager = try ServiceManager(in: house.folder.path)
        let gateway = try house.startSettled(environment: ["NOTIFY_SOCKET": manager.path])
        let observer = try Observer(broker.port, topic: "t/echo")
        let ticker = try Ticker(port: broker.port)
        for generation in 1...200 {
            try house.write(rules(generation))
            gateway.send(SIGHUP)
            #expect(manager.hears("RELOADING=1"))
            #expect(manager.hears("READY=1"))
        }
        let count = try ticker.stop()
        #expect(
            observer.process.waitForLine { $0.hasPrefix("t/echo \(count - 1) of ") } != nil, "\(count) were sent")
        let numbers = observer.messages(on: "t/echo ").compactMap { Int($0.split(separator: " ")[1]) }
        #expect(numbers == Array(0..<count))
        #expect(gateway.count(of: "reloaded: 1 rule in force") == 200)
        #expect(count > 1_000)
    }

    @Test("F71: of 100 wrong versions none is taken, and each is told with file, line and column")
    func wrongRules() throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let manager = try ServiceManager(in: house.folder.path)
        let gateway = try house.startSettled(environment: ["NOTIFY_SOCKET": manager.path])
        var random = SeededGenerator(seed: 71)
        for number in 0..<100 {
            try house.write(Self.spoilt(number % 10, &random))
            gateway.send(SIGHUP)
            #expect(manager.hears("RELOADING=1"))
            #expect(manager.hears("READY=1"))
        }
        let observer = try Observer(broker.port)
        try Device.publish("t/sensors/kitchen/temperature", "26.5", to: broker.port)
        #expect(observer.sees("t/kitchen/fan/set ON"))
        #expect(gateway.waitFor("kitchen fan ON"))
        #expect(gateway.count(of: "reloaded") == 0)
        let verdicts = gateway.lines.split(separator: "the new rules have errors: the old ones go on") { line, words in
            line.hasSuffix(words)
        }
        #expect(verdicts.count == 101)
        for verdict in verdicts.dropFirst() {
            #expect(verdict.contains { $0.contains(/house.rules:\d+:\d+: error:/) }, "\(verdict)")
        }
    }

    /// The rules with something in them that cannot be.
    private static func spoilt(_ kind: Int, _ random: inout SeededGenerator) -> String {
        var lines = House.climate.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let place = Int.random(in: 0..<lines.count, using: &random)
        func replace(_ old: String, _ new: String) {
            for index in lines.indices.dropFirst(2) {
                lines[index] = lines[index].replacingOccurrences(of: old, with: new)
            }
        }
        switch kind {
        case 0: replace("temperature", "temperature\(place)")
        case 1: lines = Array(lines[..<5]) + ["    ON   while"]
        case 2: lines.insert(["}{", "keep", "§ 4", "input x", "when"][place % 5], at: lines.count - 1)
        case 3: replace("(room) ", "(room ")
        case 4: replace("26 °C", ["26 W", "26 lux", "26 min"][place % 3])
        case 5: replace("ON  ", "ON\(place)")
        case 6: lines.insert(lines[1], at: 2 + place % 2)
        case 7: replace("until", ["untill", "unless", "while"][place % 3])
        case 8: lines.remove(at: place % 2)
        default: replace("10 min", "10 \(["minutos", "°C", ".."][place % 3])")
        }
        return lines.joined(separator: "\n")
    }

    @Test(
        "B47: settings that are wrong or cannot be read change nothing, and the verdict of a reload is no",
        arguments: [
            ("echo 'colour \"red\"' >> $CONF", "hearth.conf:5:1: error: "),
            ("echo 'keepalive \"long\"' >> $CONF", "hearth.conf:5:11: error: "),
            ("ln -sf nowhere $CONF", "cannot read hearth.conf: there is no such file"),
            ("rm $CONF; mkdir $CONF", "cannot read hearth.conf: it is a folder"),
            ("chmod 0 $CONF", "cannot read hearth.conf: Permission denied"),
            ("chmod 0 $HOUSE/rules.d", "/rules.d: Permission denied"),
            ("ln -s nowhere $HOUSE/rules.d/more.rules", "cannot read rules.d/more.rules: there is no such file"),
            ("mv $HOUSE $HOUSE.away", ": there is no such folder"),
        ])
    func wrongSettings(change: String, words: String) throws {
        let broker = try Broker()
        let house = try House(port: broker.port)
        let folder = house.folder.path
        let variables = ["HOUSE": folder, "CONF": "\(folder)/hearth.conf"]
        let user = try Unprivileged(seeing: house)
        #expect(try ProcessRunner.run("sh", ["-ec", Unprivileged.owning(folder)]).status == 0)
        let state = try TemporaryFolder()
        #expect(try ProcessRunner.run("sh", ["-ec", Unprivileged.owning(state.path)]).status == 0)
        let gateway = try house.startSettled(
            state: "../\(state.path.split(separator: "/").last ?? "")", in: user.wrapper, executable: user.executable)
        let verdict = user.wrapper + [user.executable, "check", folder]
        #expect(try ProcessRunner.run(verdict[0], Array(verdict.dropFirst())).status == 0)

        #expect(try ProcessRunner.run("sh", ["-ec", change], environment: variables).status == 0)
        defer {
            _ = try? ProcessRunner.run(
                "sh", ["-c", "[ ! -e $HOUSE.away ] || mv $HOUSE.away $HOUSE; chmod -R u+rwX $HOUSE"],
                environment: variables)
        }
        gateway.send(SIGHUP)
        #expect(gateway.waitFor(": the old ones go on"), "\(gateway.lines)")
        #expect(gateway.waitFor(words), "\(gateway.lines)")
        #expect(try ProcessRunner.run(verdict[0], Array(verdict.dropFirst())).status != 0)
        let observer = try Observer(broker.port)
        try Device.publish("t/sensors/kitchen/temperature", "27", to: broker.port)
        #expect(observer.sees("t/kitchen/fan/set ON"))
        #expect(gateway.count(of: "reloaded") == 0)
        #expect(gateway.count(of: "connected to") == 1)
        #expect(gateway.stop().code == 0)
    }

    @Test("F71, B47: the unit asks for that verdict after the signal")
    func unit() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let unit = try String(contentsOf: root.appendingPathComponent("systemd/hearth.service"), encoding: .utf8)
        let commands = unit.split(separator: "\n").filter { $0.hasPrefix("ExecReload=") }
        #expect(
            commands == ["ExecReload=/usr/bin/kill -HUP $MAINPID", "ExecReload=/usr/bin/hearth check /etc/hearth"])
        #expect(unit.contains("ExecStart=/usr/bin/hearth run /etc/hearth\n"))
    }

    @Test(
        "F73: a new broker, client and presence topic: offline where it was, online where it is", arguments: [0, 1, 2])
    func handover(kind: Int) throws {
        let broker = try Broker()
        let other = try Broker()
        let house = try House(port: broker.port)
        let gateway = try house.startSettled()
        let old = "t/gateways/hearth-test/status"
        #expect(try Observer.retained(old, on: broker.port) == "online r=1")
        let (port, new, settings) = [
            (other.port, old, []),
            (broker.port, "t/gateways/hearth-2/status", ["client \"hearth-2\""]),
            (other.port, "gw/new", ["client \"hearth-3\"", "presence \"gw/new\""]),
        ][kind]
        try house.configure(port: port, settings)
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("connected to", times: 2))
        let observer = try Observer(port)
        #expect(observer.sees("\(new) online"))
        #expect(try Observer.retained(old, on: broker.port) == "offline r=1")
        // Who lies dead is said to be so where it is known now.
        gateway.send(SIGKILL)
        #expect(observer.sees("\(new) offline"))
        #expect(broker.log.filter { $0.contains("already connected") }.isEmpty)
    }

    @Test("B42: a reload of 200 rules, one of them changed, is all of them or, where the disk fails, none")
    func allOrNone() throws {
        let broker = try Broker()
        func rules(last: String) -> String {
            (0..<200).map { number in
                """
                input  v\(number) from "{prefix}/v/\(number)"     as number
                output o\(number) to   "{prefix}/o/\(number)/set" as text, qos 1
                when v\(number) changes do
                    o\(number) = "\(number == 199 ? last : "old") {v\(number)}"

                """
            }.joined()
        }
        let house = try House(port: broker.port, rules: rules(last: "old"))
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port, topic: "t/o/+/set")
        func send(_ value: Int) throws {
            try Device.publish((0..<200).map { ("t/v/\($0)", Array("\(value)".utf8)) }, to: broker.port)
        }
        func answers(_ value: Int, last: String) -> Bool {
            observer.sees("t/o/199/set \(last) \(value)")
                && Set(observer.commands.filter { $0.hasSuffix(" \(value)") })
                    == Set((0..<200).map { "t/o/\($0)/set \($0 == 199 ? last : "old") \(value)" })
        }
        try send(0)
        try send(1)
        #expect(answers(1, last: "old"))

        try house.write(rules(last: "new"))
        let faults = try RunningProcess(
            "strace",
            [
                "-f", "-o", "/dev/null", "-P", "\(house.folder.path)/rules.d/house.rules", "-e",
                "inject=read:error=EIO",
                "-p", "\(gateway.pid)",
            ])
        defer { faults.terminate() }
        #expect(faults.waitFor("attached"))
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("the new rules cannot be read: the old ones go on"))
        #expect(gateway.waitFor("cannot read rules.d/house.rules: Input/output error"))
        faults.terminate()
        try send(2)
        #expect(answers(2, last: "old"))

        gateway.send(SIGHUP)
        #expect(gateway.waitFor("reloaded: 200 rules in force"))
        try send(3)
        #expect(answers(3, last: "new"))
        #expect(observer.commands.count == 600)
    }
}

/// A device that counts, 25 messages of QoS 1 every 50 ms.
private struct Ticker {
    private let folder: TemporaryFolder
    private let process: RunningProcess

    init(port: UInt16) throws {
        folder = try TemporaryFolder()
        let script = """
            cd '\(folder.path)'; i=0
            until [ -e stop ]; do
                next=$((i + 25)); while [ $i -lt $next ]; do echo $i; i=$((i + 1)); done; echo $i > count; sleep 0.05
            done | mosquitto_pub -h 127.0.0.1 -p \(port) -q 1 -t t/tick -l
            """
        process = try RunningProcess("sh", ["-c", script])
    }

    /// How many messages there were. The broker has them all.
    func stop() throws -> Int {
        try folder.write("", to: "stop")
        process.wait()
        let count = try String(contentsOfFile: "\(folder.path)/count", encoding: .utf8)
        return Int(count.filter(\.isNumber)) ?? 0
    }
}

extension [String] {
    /// Parts between the lines that match, without them.
    fileprivate func split(separator: String, where matches: (String, String) -> Bool) -> [[String]] {
        reduce(into: [[]]) { parts, line in
            if matches(line, separator) { parts.append([]) } else { parts[parts.count - 1].append(line) }
        }
    }
}
