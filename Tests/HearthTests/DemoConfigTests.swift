import Foundation
import Testing

@testable import hearth

@Suite("The configuration that the demo runs")
struct DemoConfigTests {
    @Test("settings of the connection are replaced, all others stay")
    func adapted() {
        let settings = """
            # the broker
            broker    "mqtts://mqtt.home.arpa"
              username  "hearth"
            password  from credential "mqtt"
            prefix\t"villa"
            location 52.37, 4.90
            # broker "x"
            """
        #expect(
            DemoConfig.adapted(settings, port: 4_711) == """
                broker   "mqtt://127.0.0.1:4711"
                client   "hearth-demo"
                prefix   "home"
                presence "home/gateways/hearth-demo/status"
                # the broker
                location 52.37, 4.90
                # broker "x"
                """)
    }

    @Test("only rules files are copied, and the folder is gone afterwards")
    func copy() throws {
        let source = try TemporaryFolder()
        defer { source.remove() }
        _ = try source.makeFolder("rules.d")
        try FileText.write("# one\n", to: "\(source.path)/rules.d/a.rules")
        try FileText.write("# two\n", to: "\(source.path)/rules.d/a.rules~")
        try FileText.write("# three\n", to: "\(source.path)/rules.d/.b.rules")
        let target = try TemporaryFolder()
        let folder = try DemoConfig.copy(source.path, into: target, port: 1)
        #expect(FileText.names(in: "\(folder)/rules.d") == ["a.rules"])
        #expect(FileText.read("\(folder)/rules.d/a.rules") == "# one\n")
        #expect(FileText.read("\(folder)/hearth.conf")?.contains("127.0.0.1:1\"") == true)
        target.remove()
        #expect(!FileText.isFolder(target.path))
    }

    @Test("a folder without rules is refused by name")
    func noRules() {
        #expect { try DemoConfig.find(named: "/nowhere") } throws: { error in
            (error as? DemoFailure)?.message == "/nowhere is no folder with rules: there is no rules.d in it."
        }
    }
}

@Suite("The folders of demos")
struct DemoFolderTests {
    @Test("that were killed are cleared away by the next one, those of living ones are not")
    func abandoned() throws {
        let parent = try TemporaryFolder()
        defer { parent.remove() }
        for name in ["hearth-demo-killed", "hearth-demo-lives", "hearth-demo-young", "hearth-demo-other", "mine"] {
            let folder = try parent.makeFolder(name)
            if name != "hearth-demo-other" { try FileText.write("", to: "\(folder)/lock") }
            try FileText.write("x", to: "\(folder)/mosquitto.conf")
            if name != "hearth-demo-young" {
                let old = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
                #expect(utimes(folder, old) == 0)
            }
        }
        let lock = open("\(parent.path)/hearth-demo-lives/lock", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        TemporaryFolder.removeAbandoned(in: parent.path)
        #expect(
            FileText.names(in: parent.path) == [
                "hearth-demo-lives", "hearth-demo-other", "hearth-demo-young", "lock", "mine",
            ])
    }
}

@Suite("The demo's children")
struct DemoChildTests {
    @Test("its last lines and its exit code are known")
    func lastWords() throws {
        let child = try ChildProcess(name: "it", command: ["/bin/sh", "-c", "echo one >&2; echo two >&2; exit 3"])
        while child.end == nil {
            var waiting = pollfd(fd: child.errorPipe, events: Int16(POLLIN), revents: 0)
            poll(&waiting, child.errorPipe >= 0 ? 1 : 0, child.errorPipe >= 0 ? -1 : 1)
            child.look()
        }
        #expect(child.lastLines == ["one", "two"])
        #expect(child.end == "exit code 3")
    }

    @Test("one that does not want to end is made to")
    func stubborn() throws {
        let script = "trap '' TERM; echo ready >&2; while :; do sleep 1; done"
        let child = try ChildProcess(name: "it", command: ["/bin/sh", "-c", script])
        while child.lastLines.isEmpty {
            var waiting = pollfd(fd: child.errorPipe, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, -1)
            child.look()
        }
        child.stop(patience: 0)
        #expect(child.end == "signal 9")
    }
}
