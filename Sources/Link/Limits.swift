/// Every limit and wait of the link, in one place. Lengths of time are in nanoseconds.
package enum Limits {
    static let second: Int64 = 1_000_000_000

    /// How long name resolution, connecting and the TLS handshake may take before the attempt is given up.
    static let connecting = 15 * second
    /// How long the broker may take to answer CONNECT.
    static let connack = 10 * second
    /// How long the broker may take to answer SUBSCRIBE.
    static let suback = 10 * second
    /// How long the marker is waited for, counted from the last sign that retained messages still come.
    static let marker = 2 * second
    /// How long it is waited for at most, however many retained messages come.
    static let settling = 30 * second
    /// How long the acknowledgement of `offline` is waited for.
    static let farewell = 2 * second
    /// How long a connection must have lasted to be trusted: then the delays start over.
    static let stable = 30 * second
    /// After a loss, attempts that fail in the ordinary way are not reported for so long.
    static let patience = 30 * second

    /// A connection that ends sooner than this after it was accepted counts as a take-over.
    static let shortLife = 2 * second
    /// So many take-overs within `takeoverSpan` are taken for another client with our id.
    static let takeovers = 3
    static let takeoverSpan = 60 * second

    /// Delays after a mistake in the configuration: the first few, then from the lower to the upper end.
    static let mendingSoon = 5 * second...10 * second
    static let mendingSoonTries = 3
    static let mendingLater = 60 * second...300 * second

    /// Publishes that may be unacknowledged before the library is fed no more.
    static let window = 100
    /// Messages that may wait for the window; commands for the same output take one place together.
    static let outbox = 10_000
    /// How long a publication may wait before it is too old to be worth sending.
    static let publicationAge = 10 * second

    /// Commands that one output may send in `stormSpan` before it is held.
    static let stormCommands = 20
    static let stormSpan = 10 * second
    /// How often a held output may send.
    static let stormBeat = second

    /// Filters in one SUBSCRIBE or UNSUBSCRIBE.
    static let filtersAtOnce = 64
}
