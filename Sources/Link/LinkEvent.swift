import RuleLanguage

/// What the link is told.
package enum LinkEvent: Sendable {
    /// Begin to connect.
    case start
    /// Say `offline` and end.
    case stop
    /// The rules or the settings were loaded anew.
    /// (Kept out of line, as are other rare and large cases: acknowledgements are many, and should be small.)
    indirect case configure(LinkSettings)
    /// What is to stand in the info topic.
    case inform([UInt8])

    /// The socket of that attempt stands (with TLS, if any) and CONNECT is on its way.
    case opened(attempt: Int)
    indirect case openFailed(attempt: Int, LinkFailure)
    /// CONNACK.
    indirect case accepted(Acceptance)
    case refused(code: UInt8, text: String?)
    /// The connection is gone.
    indirect case lost(LinkFailure)

    case subscribed(token: Int, granted: [UInt8])
    case unsubscribed(token: Int)
    /// A message on the sync topic.
    case marker([UInt8])
    /// A retained message came while settling.
    case retainedHeard
    /// A publish of ours is done with: written at QoS 0, acknowledged at QoS 1 and 2. Below 0x80 is success.
    case acknowledged(token: Int, reason: UInt8)
    /// The library took the publish not at all.
    case unsendable(token: Int, String)

    /// A command or a publication.
    case send(OutgoingMessage)
    /// A message of a former process, decided at that time: it goes out when the connection has settled.
    indirect case takeUp(OutgoingMessage, since: Int64)
    /// Everything that was decided at `settled` has been given to `send`.
    case caughtUp
    /// The time of `nextDeadline` has come.
    case tick
}

/// What the shell around the link must do, in this order.
package enum LinkAction: Sendable, Equatable {
    /// Connect with the connection settings of `Attempt`; the answer is `opened` or `openFailed`.
    indirect case connect(Attempt)
    /// Forget the attempt that is under way; its answer does not matter any more.
    case abandon
    /// Close the socket without a word: the broker publishes the will.
    case drop
    /// Send DISCONNECT and close: the broker does not publish the will.
    case disconnect
    case subscribe(token: Int, filters: [String], qos: Int, options: SubscribeOptions)
    case unsubscribe(token: Int, filters: [String])
    case publish(token: Int, OutgoingMessage)
    /// The command waits for its output's next second, in which the latest one goes out: there is a storm.
    case held
    /// The retained state is known: decide, give what is decided to `send`, then say `caughtUp`.
    case settled
    /// The connection that had settled is gone.
    case disconnected
    indirect case report(LinkReport)
    /// The end: nothing will come after it.
    case stopped

    package struct Attempt: Sendable, Equatable {
        package var number: Int
        package var connection: LinkSettings.Connection
        /// As it came out of stepping down.
        package var protocolVersion: Settings.ProtocolVersion
        package var willQoS: Int
        package var willRetained: Bool
    }

    /// Of MQTT 5; under 3.1.1 neither is set.
    package struct SubscribeOptions: Sendable, Equatable {
        package var noLocal: Bool
        package var withoutRetained: Bool
    }
}
