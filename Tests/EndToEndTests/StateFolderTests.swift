import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A state folder that cannot be used as it should")
struct StateFolderTests {
    static let onMemory = "going on from memory"

    @Test(
        "F50: from a read-only disk the gateway starts with what was saved, says so, and saves once it can",
        .enabled(if: PrivateMounts.arePossible), arguments: [SIGKILL, SIGTERM])
    func readOnlyStart(end: Int32) throws {
        let broker = try Broker()
        let rules = RestartTests.heater.replacingOccurrences(of: "4 s", with: "4 h")
        let house = try House(port: broker.port, rules: rules)
        let state = "\(house.folder.path)/state"
        let first = try house.startSettled()
        let observer = try Observer(broker.port)
        try Device.publish("t/heater", "ON", to: broker.port)
        #expect(observer.sees("t/lamp/set ON"))
        try house.waitUntilSaved("lamp")
        // Killed it leaves a log beside the database, stopped it does not: both are to be read.
        first.send(end)
        first.wait()

        let manager = try ServiceManager(in: house.folder.path)
        let gateway = try house.startSettled(
            environment: ["NOTIFY_SOCKET": manager.path], in: PrivateMounts.wrapper(PrivateMounts.readOnly(state)))
        #expect(gateway.waitFor("the file or the disk is read-only: \(Self.onMemory)"))
        #expect(gateway.waitFor("going on from the state of"))
        #expect(gateway.count(of: "going on without it") == 0)
        #expect(manager.hears("2 rules; the state cannot be saved"))
        #expect(observer.commands == ["t/lamp/set ON"])
        // The lock holds on a read-only disk as well.
        #expect(try house.start().wait() == 75)
        try Device.publish("t/heater", "OFF", to: broker.port)
        #expect(observer.sees("t/lamp/set OFF"))
        #expect(gateway.count(of: Self.onMemory) == 1)
        guard end == SIGKILL else { return }

        #expect(try PrivateMounts.change(for: gateway, PrivateMounts.writable(state)))
        #expect(gateway.waitFor("the state is saved again"))
        #expect(manager.hears("2 rules"))
        #expect(gateway.stop().code == 0)
        #expect(try ProcessRunner.run(House.executable, ["state", state]).output.contains("heater  OFF"))
    }

    @Test(
        "F50: a disk that becomes read-only while the gateway runs hinders the saving alone",
        .enabled(if: PrivateMounts.arePossible))
    func readOnlyLater() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: RestartTests.heater)
        let state = "\(house.folder.path)/state"
        let gateway = try house.startSettled(in: PrivateMounts.wrapper(":"))
        let observer = try Observer(broker.port)
        try house.waitUntilSaved("lamp", in: "rules")
        // What is open is refused the next write, as on a card that fails; and what is opened from then on is read-only.
        #expect(try PrivateMounts.change(for: gateway, PrivateMounts.readOnly(state)))
        let faults = try RunningProcess(
            "strace", ["-f", "-o", "/dev/null", "-e", "inject=pwrite64:error=EROFS", "-p", "\(gateway.pid)"])
        defer { faults.terminate() }
        #expect(faults.waitFor("attached"))
        try Device.publish("t/heater", "ON", to: broker.port)
        #expect(observer.sees("t/lamp/set ON"))
        #expect(gateway.waitFor("the file or the disk is read-only: \(Self.onMemory)"))
        faults.terminate()
        try Device.publish("t/heater", "OFF", to: broker.port)
        #expect(observer.sees("t/lamp/set OFF"))
        #expect(gateway.count(of: "saved again") == 0)
        #expect(try PrivateMounts.change(for: gateway, PrivateMounts.writable(state)))
        #expect(gateway.waitFor("the state is saved again"))
        #expect(gateway.count(of: Self.onMemory) == 1)
        try house.waitUntilSaved("lamp")
    }

    @Test(
        "B46: a full disk harms nothing that is on it, and what could not be written is when there is room again",
        .enabled(if: PrivateMounts.arePossible))
    func full() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: RestartTests.heater)
        let state = "\(house.folder.path)/state"
        let gateway = try house.startSettled(
            in: PrivateMounts.wrapper("mkdir -m 700 '\(state)'; mount -t tmpfs -o size=1m,mode=700 tmpfs '\(state)'"))
        let observer = try Observer(broker.port)
        try Device.publish("t/heater", "ON", to: broker.port)
        #expect(observer.sees("t/lamp/set ON"))
        func run(_ script: String) throws -> String {
            try ProcessRunner.run(
                "nsenter", ["--mount", "--target", "\(gateway.pid)", "sh", "-c", "cd '\(state)'; \(script)"]
            ).output
        }
        let contents = "sqlite3 -readonly state.db 'PRAGMA integrity_check; SELECT hex(data) FROM rows' .sha3sum"
        for _ in 0..<500
        where try run("sqlite3 -readonly state.db \"SELECT 1 FROM rows WHERE instr(name, 'lamp')\"") != "1" {
            usleep(20_000)
        }
        _ = try run("echo mine > note; cat /dev/zero > ballast")
        let before = try run(contents)
        #expect(before.hasPrefix("ok\n"))

        // Rules first: what is small may still fit behind the last page.
        let large = (0..<2_000).map { "# line \($0) of a long explanation\n" }.joined()
        try house.write(RestartTests.heater + large)
        gateway.send(SIGHUP)
        #expect(gateway.waitFor("reloaded: 2 rules in force"))
        #expect(gateway.waitFor("the disk is full: \(Self.onMemory)"), "\(gateway.lines)")
        #expect(try run(contents) == before)
        #expect(try run("cat note") == "mine")
        try Device.publish("t/heater", "OFF", to: broker.port)
        #expect(observer.sees("t/lamp/set OFF"))
        #expect(gateway.count(of: Self.onMemory) == 1)

        _ = try run("rm ballast")
        #expect(gateway.waitFor("the state is saved again"))
        #expect(try run("sqlite3 -readonly state.db 'SELECT text FROM rules'").contains("line 1999 of a long"))
        let after = try run(contents)
        #expect(after.hasPrefix("ok\n") && after != before)
        #expect(gateway.stop().code == 0)
    }

    @Test("what is decided while a slow disk writes is written next, though nothing else happens")
    func slowDisk() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, settings: ["keepalive 300 s"], rules: RestartTests.heater)
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        try house.waitUntilSaved("lamp", in: "rules")
        let faults = try RunningProcess(
            "strace", ["-f", "-o", "/dev/null", "-e", "inject=fdatasync:delay_enter=1000000", "-p", "\(gateway.pid)"])
        defer { faults.terminate() }
        #expect(faults.waitFor("attached"))
        try Device.publish("t/heater", "ON", to: broker.port)
        #expect(observer.sees("t/lamp/set ON"))
        // The first write is under way when a thread of its own does it.
        #expect(faults.waitFor("attached", times: 2))
        try Device.publish("t/heater", "OFF", to: broker.port)
        #expect(observer.sees("t/lamp/set OFF"))
        try house.waitUntilSaved("OFF", in: "data")
        #expect(gateway.stop().code == 0)
    }

    /// What stands where the state folder should be, what is said of it, and whether the state is saved.
    struct Place: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Makes it; `$S` is the place.
        var script: String
        var words: [String]
        var isSaved: Bool
    }

    static let refused = [
        "/lock: Permission denied: going on without it",
        "it cannot be opened; does the folder exist, and may hearth write there?: \(onMemory)",
    ]

    static let places = [
        Place(testDescription: "missing", script: ":", words: [], isSaved: true),
        Place(testDescription: "missing with the one above", script: "rmdir ${S%/*}", words: [], isSaved: true),
        Place(testDescription: "as it should be", script: "mkdir -m 700 $S", words: [], isSaved: true),
        Place(testDescription: "for a group", script: "mkdir -m 750 $S", words: [], isSaved: true),
        Place(
            testDescription: "readable by everybody", script: "mkdir -m 755 $S",
            words: ["everybody on this machine can read what is in the state folder"], isSaved: true),
        Place(
            testDescription: "writable by everybody", script: "mkdir -m 777 $S",
            words: ["everybody on this machine can change what is in the state folder"], isSaved: true),
        Place(
            testDescription: "a file", script: "echo mine > $S",
            words: ["/lock: Not a directory: going on without it", refused[1]], isSaved: false),
        Place(
            testDescription: "a link to nowhere", script: "ln -s nowhere $S",
            words: ["/lock: No such file or directory: going on without it", refused[1]], isSaved: false),
        Place(testDescription: "not to be written", script: "mkdir -m 500 $S", words: refused, isSaved: false),
        Place(testDescription: "not to be entered", script: "mkdir -m 600 $S", words: refused, isSaved: false),
        Place(
            testDescription: "in a place not to be written", script: "chmod 500 ${S%/*}",
            words: ["/lock: No such file or directory: going on without it", refused[1]], isSaved: false),
    ]

    @Test(
        "F57: the gateway runs whatever the state folder is, and says in words what is wrong with it",
        arguments: StateFolderTests.places)
    func place(_ place: Place) throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: RestartTests.heater)
        let state = "\(house.folder.path)/parent/deep/state"
        let parent = "\(house.folder.path)/parent"
        let script = "umask 0; mkdir -m 700 \(parent) \(parent)/deep; \(place.script); \(Unprivileged.owning(parent))"
        #expect(try ProcessRunner.run("sh", ["-ec", script], environment: ["S": state]).status == 0)
        let user = try Unprivileged(seeing: house)
        let gateway = try house.startSettled(
            state: "parent/deep/state", in: user.wrapper, executable: user.executable)
        let observer = try Observer(broker.port)
        try Device.publish("t/heater", "ON", to: broker.port)
        #expect(observer.sees("t/lamp/set ON"))
        for words in place.words { #expect(gateway.waitFor(words), "\(gateway.lines)") }
        let (code, seconds) = gateway.stop()
        #expect(code == 0 && seconds < 2)
        for words in ["going on without", Self.onMemory, "everybody"] {
            #expect(gateway.count(of: words) == place.words.count { $0.contains(words) }, "\(gateway.lines)")
        }
        #expect(FileManager.default.fileExists(atPath: "\(state)/state.db") == place.isSaved)
        if place.testDescription == "a file" { #expect(try String(contentsOfFile: state, encoding: .utf8) == "mine\n") }
        try ProcessRunner.run("chmod", ["-R", "u+rwX", parent])
    }

    @Test("F57: a folder of somebody else is not written to, and that is said", .enabled(if: geteuid() == 0))
    func foreign() throws {
        let broker = try Broker()
        let house = try House(port: broker.port, rules: RestartTests.heater)
        mkdir("\(house.folder.path)/state", 0o700)
        let user = try Unprivileged(seeing: house)
        let gateway = try house.startSettled(in: user.wrapper, executable: user.executable)
        for words in Self.refused { #expect(gateway.waitFor(words), "\(gateway.lines)") }
        #expect(gateway.stop().code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(house.folder.path)/state").isEmpty)
    }
}

/// Somebody to whom permissions mean something: root, who runs some machines' tests, may do everything.
struct Unprivileged {
    private static let isNeeded = geteuid() == 0
    /// The program, where that user can reach it.
    private static let copy = Result {
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        try FileManager.default.copyItem(atPath: House.executable, toPath: "\(folder.path)/hearth")
        return folder
    }

    let executable: String

    init(seeing house: House) throws {
        guard Self.isNeeded else {
            executable = House.executable
            return
        }
        chmod(house.folder.path, 0o755)
        executable = try Self.copy.get().path + "/hearth"
    }

    var wrapper: [String] {
        Self.isNeeded ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"] : []
    }

    /// A command of `sh` that gives a folder and what is in it to that user.
    static func owning(_ folder: String) -> String {
        isNeeded ? "[ ! -e \(folder) ] || chown -hR 65534:65534 \(folder)" : ":"
    }
}
