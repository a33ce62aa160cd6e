/// Knows messages that a broker is about to send once more.
///
/// A message at QoS 1 is acknowledged after it has been taken; who is killed or cut off between the two is sent it again, with
/// the same packet id, before anything new. So is who has written the acknowledgement to a connection on which the broker
/// never read it. It must not be taken twice.
package struct Redeliveries: Sendable, Equatable {
    /// Of the last so many acknowledgements it is not known whether the broker has read them. Brokers usually have no more
    /// messages under way.
    private static let mostRecent = 20

    struct Message: Sendable, Equatable {
        var id: UInt16
        /// Of topic and payload: an id alone is soon used again.
        var fingerprint: UInt64
    }

    /// Taken on this connection, with their acknowledgements still on the way to the socket.
    private var open: [Message] = []
    /// Acknowledged on this connection, the last ones.
    private(set) var recent: [Message] = []
    /// The same of earlier connections.
    private var former: [Message] = []

    package init() {}

    /// As it was when a state was saved: on a connection of its own nothing is open between two turns.
    init(recent: [Message]) { self.recent = recent }

    /// There are acknowledgements of which it is not known that the socket has them.
    package var isAnyOpen: Bool { !open.isEmpty }

    /// A message came at QoS 1 or 2.
    /// - Returns: whether it was taken before, and is to be left alone.
    package mutating func take(
        _ id: UInt16, _ topic: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer
    ) -> Bool {
        let message = Message(id: id, fingerprint: Self.fingerprint(topic, payload))
        open.append(message)
        guard !former.isEmpty, let index = former.firstIndex(of: message) else { return false }
        former.remove(at: index)
        return true
    }

    /// The socket has all acknowledgements.
    package mutating func acknowledged() {
        recent += open.suffix(Self.mostRecent)
        if recent.count > Self.mostRecent { recent.removeFirst(recent.count - Self.mostRecent) }
        open.removeAll(keepingCapacity: true)
    }

    /// What was not acknowledged on the last connection comes again on the next one, and perhaps what was.
    package mutating func connectionEnded() {
        former += recent + open
        recent.removeAll()
        open.removeAll()
    }

    /// The broker has sent everything once more that it had to, or it knows nothing of us.
    package mutating func forgetFormer() { former.removeAll() }

    private static func fingerprint(_ topic: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in topic { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        for byte in payload { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
