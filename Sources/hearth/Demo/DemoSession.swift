import Glibc
import RuleTesting

/// A running demo: broker, gateway, house and the view's own connection, turned in one thread.
final class DemoSession {
    private let options: Demo.Options
    private let screen: Screen
    private let temporary: TemporaryFolder
    private var interruption = Interruption()
    private var broker: PrivateBroker?
    private var gateway: ChildProcess?
    private var devices: DemoDevices?
    /// Hears all that is said at the broker.
    private var listener: DemoClient?
    private var scene = DemoScene(rooms: [])

    /// How much faster than life the house lives.
    private static let speed: Int64 = 10
    private static let turnMilliseconds: Int32 = 50
    /// How long the gateway may take until it says that it is there.
    private static let patience = 15 * Monotonic.second
    /// The gateway says goodbye to the broker before it ends.
    private static let goodbyeSeconds = 6
    private static let brokerGrace = Monotonic.second / 2

    init(_ options: Demo.Options, screen: Screen) throws(DemoFailure) {
        self.options = options
        self.screen = screen
        temporary = try TemporaryFolder()
    }

    /// Runs until it was asked to end, or its time is over.
    func run() throws(DemoFailure) {
        let source = try DemoConfig.find(named: options.configFolder)
        guard let started = try PrivateBroker.start(in: temporary, while: { !interruption.came() }) else { return }
        broker = started
        listener = try DemoClient(id: "demo-view", port: started.port, filters: ["#"])
        let devices = DemoDevices(seed: options.seed ?? UInt64.random(in: 0...999_999), port: started.port)
        self.devices = devices
        scene = DemoScene(rooms: devices.house.rooms.map(\.name))
        try startGateway(source: source, port: started.port)
        if try awaitGateway() { try live(devices, port: started.port) }
    }

    /// Ends everything that was started; the broker last, so that the gateway can say goodbye to it.
    func cleanUp() {
        screen.restore()
        gateway?.stop(patience: DemoSession.goodbyeSeconds)
        devices = nil
        listener = nil
        broker?.process.stop(patience: 2)
        temporary.remove()
    }

    private func startGateway(source: String, port: Int) throws(DemoFailure) {
        guard let own = Executables.own() else { throw DemoFailure("The program's own file is not known.") }
        let config = try DemoConfig.copy(source, into: temporary, port: port)
        let state = try temporary.makeFolder("state")
        gateway = try ChildProcess(name: "The gateway", command: [own, "run", config, "--state", state])
    }

    /// - Returns: whether the gateway is there; false if the demo was ended before.
    private func awaitGateway() throws(DemoFailure) -> Bool {
        let deadline = Monotonic.now() + DemoSession.patience
        while scene.gateway != "online" {
            if interruption.came() { return false }
            guard Monotonic.now() < deadline else {
                throw DemoFailure("The gateway did not become ready.", details: gateway?.lastLines ?? [])
            }
            try turn()
        }
        return true
    }

    private func live(_ devices: DemoDevices, port: Int) throws(DemoFailure) {
        var report = DemoReport(screen: screen)
        let start = Monotonic.now()
        while !interruption.came() {
            let now = Monotonic.now()
            if let duration = options.duration, now - start >= duration { return }
            try devices.advance(to: Int((now - start) * DemoSession.speed / Monotonic.second))
            try turn()
            let house = devices.house
            let picture = DemoView.House(
                secondOfDay: house.secondOfDay, second: house.second, outside: house.outside, sun: house.sun)
            report.show(DemoView(house: picture, scene: scene, port: port), now: Monotonic.now())
        }
    }

    /// Waits a moment for whoever has something to say, and lets everybody act on it.
    private func turn() throws(DemoFailure) {
        let clients = (listener.map { [$0] } ?? []) + (devices?.connections ?? [])
        let children = [broker?.process, gateway].compactMap { $0 }
        var entries = clients.map(\.pollEntry)
        entries += children.map { pollfd(fd: $0.errorPipe, events: Int16(POLLIN), revents: 0) }
        poll(&entries, nfds_t(entries.count), DemoSession.turnMilliseconds)
        for (client, entry) in zip(clients, entries) { client.turn(entry.revents) }
        try checkEverybodyIsThere(clients, children)
        try devices?.obey()
        for message in listener?.takeHeard() ?? [] {
            scene.hear(
                topic: message.topic, payload: message.payload, rule: message.rule, reason: message.reason,
                second: max(0, devices?.house.second ?? 0))
        }
    }

    private func checkEverybodyIsThere(_ clients: [DemoClient], _ children: [ChildProcess]) throws(DemoFailure) {
        let broken = clients.compactMap(\.failure).first
        children.forEach { $0.look() }
        // Whoever is connected notices a moment before us that the broker has ended, which is the better message.
        if broken != nil || gateway?.end != nil { broker?.process.awaitEnd(atMost: DemoSession.brokerGrace) }
        for child in children {
            guard let end = child.end else { continue }
            throw DemoFailure("\(child.name) ended by itself (\(end)). Its last lines:", details: child.lastLines)
        }
        if let broken { throw DemoFailure("A connection to the broker broke: \(broken).") }
    }
}
