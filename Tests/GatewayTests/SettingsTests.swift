import Link
import RuleLanguage
import Testing

@testable import Gateway

@Suite("From the rules to the link's settings")
struct SettingsTests {
    func settings(_ change: (inout Settings) -> Void = { _ in }) -> LinkSettings {
        var program = Program()
        change(&program.settings)
        return LinkSettings(program, hostName: "pi", guardsAgainstStorms: true)
    }

    @Test("without settings: the local broker, and a client named after the machine")
    func defaults() {
        let connection = settings().connection
        #expect(connection.address == "localhost:1883")
        #expect(connection.clientID == "hearth-pi")
        #expect(connection.presenceTopic == "home/gateways/hearth-pi/status")
        #expect(connection.infoTopic == "home/gateways/hearth-pi/info")
    }

    @Test("the presence topic is filled in, and what was put in is not searched again")
    func presence() {
        let connection = settings {
            $0.client = "{prefix}"
            $0.prefix = "a/{client}"
            $0.presence = "{prefix}/{client}/{other}/{"
        }.connection
        #expect(connection.presenceTopic == "a/{client}/{prefix}/{other}/{")
    }

    @Test("filters of inputs are reduced so that no message comes twice")
    func filters() {
        var program = Program()
        for (name, levels) in [("all", [TopicPattern.Level.anyRest]), ("one", [.literal("a"), .literal("b")])] {
            let range = SourceRange(file: 0, start: 0, end: 0)
            program.inputs.append(
                Input(
                    isEvent: false, name: name, parameters: [], topic: TopicPattern(levels: levels), path: [],
                    type: .text,
                    range: range, nameRange: range))
        }
        let settings = LinkSettings(program, hostName: "pi", guardsAgainstStorms: true)
        #expect(settings.subscriptions == [FilterRequest("#", qos: 1)])
    }
}
