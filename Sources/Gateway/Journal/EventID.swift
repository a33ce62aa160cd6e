import Systemd

/// The kinds of entries in the journal: the name in `HEARTH_EVENT` and the id under which the catalogue explains it.
/// An id never changes and is never used for another kind.
enum EventID: CaseIterable {
    case command, connected, connectionLost, connectionRefused, settled, reloaded, reloadFailed, started, stopped
    case badReading, subscriptionRefused, commandFailed, storm, instancesRefused, rulesRejected
    case stateNotSaved, stateSavedAgain, clock

    var name: String {
        switch self {
        case .command: "command"
        case .connected: "connected"
        case .connectionLost: "connection-lost"
        case .connectionRefused: "connection-refused"
        case .settled: "settled"
        case .reloaded: "reloaded"
        case .reloadFailed: "reload-failed"
        case .started: "started"
        case .stopped: "stopped"
        case .badReading: "bad-reading"
        case .subscriptionRefused: "subscription-refused"
        case .commandFailed: "command-failed"
        case .storm: "storm"
        case .instancesRefused: "instances-refused"
        case .rulesRejected: "rules-rejected"
        case .stateNotSaved: "state-not-saved"
        case .stateSavedAgain: "state-saved-again"
        case .clock: "clock"
        }
    }

    var messageID: MessageID {
        switch self {
        case .command: Self.commandID
        case .connected: MessageID("6db7f1141aeb4b6d94a260940d968634")
        case .connectionLost: MessageID("4acf1cb8aa6241e791901d3bb3415952")
        case .connectionRefused: MessageID("dab1694f53b348c78dd538afec3da9c5")
        case .settled: MessageID("8c0e5c97974b4708ad6b120b60efb51c")
        case .reloaded: MessageID("3b6f7e5ca20a4687a463ad6de8f0e2b3")
        case .reloadFailed: MessageID("3a639c34b3c945748c3fb4d3e6adb864")
        case .started: MessageID("e183dcda56da459f8cb3548ddae3af87")
        case .stopped: MessageID("9cf9bf325fac4cd0bd40a7b46a894574")
        case .badReading: MessageID("ddc88a3a314b43deabd9b80a02623327")
        case .subscriptionRefused: MessageID("c06cafdde400447b9ce9a65e3c6f67cf")
        case .commandFailed: MessageID("28d6d6bfa8124c0d9f638d246e98df3d")
        case .storm: MessageID("2a876c58dfea4a6fabeb12c5b3ed2226")
        case .instancesRefused: MessageID("51fc037bce7c422ba8ed80f5d591df38")
        case .rulesRejected: MessageID("b809d9aecdc94a37a3e211c4636c9810")
        case .stateNotSaved: MessageID("1f3d2f6a6ae64a7f9a6d1c2b5c0b7e52")
        case .stateSavedAgain: MessageID("a53c9f0e27d1458fb2f5d9a1e2f84c6b")
        case .clock: MessageID("7d0c2c9b4a554f0cb8a9d3b1c96f3e17")
        }
    }

    /// Commands are many: their id is made once.
    private static let commandID = MessageID("c01fc96ec36641a8a4613f153c041f46")
}
