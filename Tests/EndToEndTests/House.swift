import Foundation
import Glibc
import TestSupport

/// A folder of rules, and gateways that run on it as real processes.
final class House {
    static let climate = """
        input  temperature(room)  from "{prefix}/sensors/{room}/temperature"  as number °C in -40..60, stale after 15 min
        output fan(room)          to   "{prefix}/{room}/fan/set"              as ON | OFF

        keep fan(room)
            OFF  while temperature(room) is unknown for 10 min
            ON   while temperature(room) > 26 °C until temperature(room) < 24 °C
            OFF  otherwise

        """

    let folder: TemporaryFolder
    private(set) var gateways: [RunningProcess] = []

    init(port: UInt16, settings: [String] = [], rules: String = House.climate) throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/rules.d", withIntermediateDirectories: true)
        try configure(port: port, settings)
        try write(rules)
    }

    deinit {
        for gateway in gateways {
            gateway.send(SIGKILL)
            gateway.wait()
        }
    }

    func configure(port: UInt16, _ settings: [String] = []) throws {
        let own = settings.contains { $0.hasPrefix("broker") } ? [] : ["broker \"mqtt://127.0.0.1:\(port)\""]
        let always = ["client \"hearth-test\"", "prefix \"t\"", "reconnect 100 ms .. 300 ms"]
        let lines =
            own + always.filter { line in !settings.contains { $0.hasPrefix(line.prefix { $0 != " " }) } } + settings
        try folder.write(lines.joined(separator: "\n") + "\n", to: "hearth.conf")
    }

    func write(_ rules: String, to name: String = "house.rules") throws {
        try folder.write(rules, to: "rules.d/\(name)")
    }

    /// Starts a gateway; the first one's state folder is the house's.
    /// - Parameter wrapper: a program that becomes the gateway in the end: `unshare`, `setpriv`.
    func start(
        state: String = "state", environment: [String: String] = [:], in wrapper: [String] = [],
        executable: String = House.executable
    ) throws -> RunningProcess {
        let command = wrapper + [executable, "run", folder.path, "--state", "\(folder.path)/\(state)"]
        let gateway = try RunningProcess(command[0], Array(command.dropFirst()), environment: environment)
        gateways.append(gateway)
        return gateway
    }

    /// Starts one and waits until it knows the state.
    func startSettled(
        state: String = "state", environment: [String: String] = [:], in wrapper: [String] = [],
        executable: String = House.executable
    ) throws -> RunningProcess {
        let gateway = try start(state: state, environment: environment, in: wrapper, executable: executable)
        guard gateway.waitForLine(where: { $0.contains("the state of the house is known") }) != nil else {
            throw Unexpected(lines: gateway.lines)
        }
        return gateway
    }

    struct Unexpected: Error {
        let lines: [String]
    }

    /// Beside the test's own bundle.
    static let executable: String = {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let beside = bundle.appendingPathComponent("hearth").path
        if FileManager.default.isExecutableFile(atPath: beside) { return beside }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.appendingPathComponent(".build/debug/hearth").path
    }()
}

extension RunningProcess {
    /// Waits until so many lines contain the text.
    @discardableResult
    func waitFor(_ text: String, times: Int = 1) -> Bool {
        var count = 0
        return waitForLine { line in
            if line.contains(text) { count += 1 }
            return count >= times
        } != nil
    }

    func count(of text: String) -> Int { lines.filter { $0.contains(text) }.count }

    /// Asks it to stop; gives the exit code and how long it took.
    func stop(with signal: Int32 = SIGTERM) -> (code: Int32, seconds: Double) {
        let start = ContinuousClock.now
        send(signal)
        let code = wait()
        let elapsed = ContinuousClock.now - start
        return (code, Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18)
    }
}
