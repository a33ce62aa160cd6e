import Link
import RuleLanguage

extension LinkSettings {
    /// What the rules' settings and inputs mean for the link.
    init(_ program: Program, hostName: String, guardsAgainstStorms: Bool) {
        let settings = program.settings
        let client = settings.client ?? "hearth-\(hostName)"
        self.init(
            connection: Connection(
                host: settings.broker.host, port: settings.broker.port, usesTLS: settings.broker.usesTLS,
                clientID: client, username: settings.username, password: settings.password, ca: settings.ca,
                certificate: settings.certificate, protocolVersion: settings.protocolVersion,
                keepalive: settings.keepalive,
                presenceTopic: Self.presence(settings.presence, prefix: settings.prefix, client: client)),
            reconnect: settings.reconnect,
            subscriptions: TopicFilter.reduce(
                program.inputs.map { TopicFilter.Subscription(filter: $0.topic.filter, qos: $0.qos) }
            )
            .map { FilterRequest($0.filter, qos: $0.qos, wantsRetained: Self.feedsValues($0.filter, program)) },
            guardsAgainstStorms: guardsAgainstStorms)
    }

    /// Whether anything but events is heard by a filter.
    private static func feedsValues(_ filter: String, _ program: Program) -> Bool {
        program.inputs.contains { !$0.isEvent && TopicFilter.covers(filter, $0.topic.filter) }
    }

    /// The topic with the names filled in. A value that was put in is not searched again.
    static func presence(_ pattern: String, prefix: String, client: String) -> String {
        var result = ""
        var rest = Substring(pattern)
        while let brace = rest.firstIndex(of: "{") {
            result += rest[..<brace]
            rest = rest[brace...]
            if rest.hasPrefix("{prefix}") {
                result += prefix
                rest = rest.dropFirst("{prefix}".count)
            } else if rest.hasPrefix("{client}") {
                result += client
                rest = rest.dropFirst("{client}".count)
            } else {
                result.append("{")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}
