/// What is worth a line in the journal: changes of state, each once.
package enum LinkReport: Sendable, Equatable {
    /// `after` is in nanoseconds, from the loss or the start.
    case connected(address: String, after: Int64)
    case lost(LinkFailure)
    case failing(address: String, LinkFailure)
    case steppedDown(LinkFailure)
    /// The broker takes no will as we would have it.
    case willReduced(LinkFailure)
    case takenOver(clientID: String, certain: Bool)
    case filterRefused(filter: String, reason: UInt8)
    /// The marker never came back.
    case markerMissing(topic: String)
    case presenceRefused(topic: String, reason: UInt8)
    case publishRefused(topic: String, reason: UInt8)
    case unsendable(topic: String, String)
    /// Something that the broker does not offer, and what is done instead.
    case serverLimit(String)
    /// The first message is dropped because too many wait.
    case outboxFull
    case outboxDropped(count: Int)
    case publicationsLost(count: Int)
    case expired(count: Int)
    case stormBegan(key: String)
    case stormEnded(key: String, suppressed: Int)

    package enum Priority: Sendable, Equatable { case error, warning, notice, info }

    package var priority: Priority {
        switch self {
        case .connected, .stormEnded: .info
        case .lost, .filterRefused, .markerMissing, .presenceRefused, .publishRefused, .unsendable, .outboxFull,
            .outboxDropped, .publicationsLost, .expired, .stormBegan:
            .warning
        case .failing(_, let failure): failure.kind == .passing ? .warning : .error
        case .takenOver: .error
        case .steppedDown, .willReduced, .serverLimit: .notice
        }
    }

    package var message: String {
        switch self {
        case .connected(let address, let after):
            // At the start it is a matter of milliseconds, which nobody wants to know.
            after < Limits.second ? "connected to \(address)" : "connected to \(address) after \(seconds(after))"
        case .lost(let failure): "connection lost: \(failure.sentence)"
        case .failing(let address, let failure):
            "cannot connect to \(address): \(failure.sentence); trying again with growing delay"
        case .steppedDown(let failure): "\(failure.words): going on with MQTT 3.1.1"
        case .willReduced(let failure): "\(failure.words): the last will is made to fit"
        case .takenOver(let id, true):
            "another client uses the id \"\(id)\": give each client its own with \"client\"; waiting longer"
        case .takenOver(let id, false):
            "the broker ends each connection at once: perhaps another client uses the id \"\(id)\"; waiting longer"
        case .filterRefused(let filter, let reason):
            "the broker refuses the subscription to \(filter): \(LinkFailure.words(forReason: reason)); "
                + "its inputs stay unknown"
        case .markerMissing(let topic):
            "the marker on \(topic) did not come back within 2 s: let the gateway read and write that topic "
                + "in the broker's access list; going on without knowing that the retained state is complete"
        case .presenceRefused(let topic, let reason):
            "the broker refuses our presence on \(topic): \(LinkFailure.words(forReason: reason)); "
                + "check the broker's access list"
        case .publishRefused(let topic, let reason):
            "the broker refuses the message to \(topic): \(LinkFailure.words(forReason: reason))"
        case .unsendable(let topic, let words): "the message to \(topic) cannot be sent: \(words)"
        case .serverLimit(let words): words
        case .outboxFull: "the broker takes messages too slowly: new ones are dropped"
        case .outboxDropped(let count):
            "\(count) \(count == 1 ? "message was" : "messages were") dropped while too many waited for the broker"
        case .publicationsLost(let count):
            "\(count) \(count == 1 ? "message" : "messages") to publish lost with the connection"
        case .expired(let count):
            "\(count) \(count == 1 ? "message" : "messages") waited too long and \(count == 1 ? "was" : "were") not sent"
        case .stormBegan(let key):
            "\(key) sent more than \(Limits.stormCommands) commands in \(Limits.stormSpan / Limits.second) s: "
                + "held to its latest value each second"
        case .stormEnded(let key, let suppressed):
            "\(key) has calmed down: \(suppressed) \(suppressed == 1 ? "command was" : "commands were") held back"
        }
    }

    private func seconds(_ nanoseconds: Int64) -> String {
        let tenths = (nanoseconds + Limits.second / 20) / (Limits.second / 10)
        return tenths >= 100 || tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}

extension LinkFailure {
    /// The words, and what to change.
    var sentence: String { advice.map { "\(words) (\($0))" } ?? words }
}
