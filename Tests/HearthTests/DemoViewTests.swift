import Testing

@testable import hearth

@Suite("The demo's picture")
struct DemoViewTests {
    private func scene() -> DemoScene {
        var scene = DemoScene(rooms: ["kitchen", "office", "living room"])
        scene.hear("home/gateways/hearth-demo/status", "online", at: 0)
        scene.hear("home/sensors/kitchen/status", "online", at: 0)
        scene.hear("home/sensors/kitchen/temperature", "25.9", at: 5)
        scene.hear("home/sensors/kitchen/temperature", "26.5", at: 20)
        scene.hear(
            "home/kitchen/fan/set", "ON", at: 20, rule: "climate.rules:20",
            reason: "temperature(kitchen) is 26.5 °C, above 26 °C")
        scene.hear("home/kitchen/fan/state", "ON", at: 20)
        return scene
    }

    private func view(_ scene: DemoScene) -> DemoView {
        let house = DemoView.House(secondOfDay: 50_465, second: 65, outside: 29.44, sun: 0.7)
        return DemoView(house: house, scene: scene, port: 4_711)
    }

    private func text(_ scene: DemoScene, width: Int, height: Int) -> [String] {
        view(scene).lines(width: width, height: height).map { $0.rendered(width: width, palette: .none) }
    }

    @Test("readings, statuses, fans, commands and reasons are in it")
    func contents() {
        let lines = text(scene(), width: 100, height: 30)
        #expect(lines[0].hasPrefix(" Hearth demo") && lines[0].hasSuffix("14:01:05"))
        #expect(lines[2] == " outside 29.4 °C   sun ███████░░░   gateway online")
        #expect(lines[4].hasPrefix(" kitchen       26.5 °C"))
        #expect(lines[4].hasSuffix("▆▇  thermometer online         fan ON 0:45"))
        #expect(lines[5].contains("no reading") && lines[5].contains("silent"))
        #expect(
            lines.contains(
                " 14:00:20  kitchen fan ON: temperature(kitchen) is 26.5 °C, above 26 °C (climate.rules:20)"))
        #expect(lines.last?.contains("mosquitto_sub -p 4711 -t 'home/#' -v") == true)
    }

    @Test("a narrow terminal gets the reason on a line of its own, and no line is wider than it")
    func narrow() {
        let lines = text(scene(), width: 60, height: 30)
        #expect(lines[4] == " kitchen       26.5 °C   online         fan ON 0:45")
        #expect(lines.contains(" 14:00:20  kitchen fan ON:"))
        #expect(lines.contains { $0.hasPrefix("           temperature(kitchen) is 26.5 °C, above 26 °C") })
        #expect(lines.contains("           (climate.rules:20)"), "a reason goes on below")
        #expect(lines[0].hasSuffix("14:01:05"))
        #expect(lines.last == " Ctrl-C ends it. The broker's port is 4711.")
        #expect(text(scene(), width: 40, height: 30)[4] == " kitchen       26.5 °C   fan ON 0:45")
        for width in 1...120 {
            #expect(text(scene(), width: width, height: 30).allSatisfy { $0.count <= width })
        }
    }

    @Test("the picture is never higher than the terminal")
    func low() {
        var many = scene()
        for second in 0..<200 {
            many.hear("home/office/fan/set", second % 2 == 0 ? "ON" : "OFF", at: second, rule: "x.rules:1")
        }
        for height in 1...60 {
            #expect(text(many, width: 80, height: height).count <= height)
        }
        for height in 14...60 {
            let entries = text(many, width: 30, height: height).drop { !$0.contains("The latest") }.dropFirst()
            #expect(entries.first?.hasPrefix(" 14:0") == true, "no reason without its command")
        }
        #expect(many.entryCount == 202)
        #expect(many.entries.count < 100)
    }

    @Test("colours stand around the text and are left out when they are not wanted")
    func colours() {
        let line = StyledLine("fan ", .dim).with("ON", .good)
        #expect(line.rendered(width: 10, palette: .none) == "fan ON")
        #expect(line.rendered(width: 10, palette: .colours) == "\u{1B}[2mfan \u{1B}[0m\u{1B}[32mON\u{1B}[0m")
        #expect(line.rendered(width: 5, palette: .none) == "fan …")
        #expect(line.rendered(width: 4, palette: .none) == "fan…")
    }
}

@Suite("What the demo makes of messages")
struct DemoSceneTests {
    private func scene() -> DemoScene { DemoScene(rooms: ["kitchen", "living room"]) }

    @Test("a sensor that is lost and found makes an entry each time, its first word does not")
    func status() {
        var scene = scene()
        for (second, word) in ["online", "online", "offline", "online"].enumerated() {
            scene.hear("home/sensors/living room/status", word, at: second)
        }
        #expect(
            scene.entries.map(\.text) == [
                "living room thermometer is offline: its last will", "living room thermometer is online again",
            ])
        #expect(scene.rooms[1].statusSince == 3)
    }

    @Test("what is no temperature is told and not taken", arguments: ["nan", "inf", "-127", "", "warm", "1e400"])
    func nonsense(payload: String) {
        var scene = scene()
        scene.hear("home/sensors/kitchen/temperature", "25.0", at: 0)
        scene.hear("home/sensors/kitchen/temperature", payload, at: 1)
        #expect(scene.rooms[0].readings == [25])
        #expect(scene.entries.map(\.text) == ["kitchen thermometer says \"\(payload)\", which is no temperature"])
    }

    @Test("commands of rules that the demo does not know are shown with their topic")
    func otherCommand() {
        var scene = scene()
        scene.hear("garden/pump/set", "ON", at: 0, rule: "garden.rules:3", reason: "it is dry")
        scene.hear("garden/pump/state", "ON", at: 0)
        #expect(scene.entries.map(\.text) == ["garden/pump/set = ON"])
        #expect(scene.entries.map(\.reason) == ["it is dry (garden.rules:3)"])
    }

    @Test("control characters of a payload do not reach the terminal")
    func control() {
        var scene = scene()
        scene.hear("home/sensors/kitchen/temperature", "\u{1B}[2J\n\u{202E}", at: 0)
        #expect(scene.entries.map(\.text) == ["kitchen thermometer says \"·[2J··\", which is no temperature"])
    }
}

extension DemoScene {
    /// A message at that second of the house.
    fileprivate mutating func hear(
        _ topic: String, _ payload: String, at second: Int, rule: String? = nil, reason: String? = nil
    ) {
        hear(topic: topic, payload: payload, rule: rule, reason: reason, second: second)
    }
}
