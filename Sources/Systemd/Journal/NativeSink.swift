import Glibc

/// Speaks the journal's native protocol: one datagram an entry, with fields that may hold any byte.
final class NativeSink: JournalSink {
    let keepsFields = true
    static let socketPath = "/run/systemd/journal/socket"
    /// Bytes of one field's value that are sent; the rest is cut off. The journal's own limit is far higher, but a datagram must fit a socket's buffer.
    static let valueLimit = 16_384

    private let socket: DatagramSocket
    private let identifier: String
    /// Kept between entries, so that a line allocates nothing here.
    private var datagram: [UInt8] = []

    /// Nil when `path` can be no socket's.
    init?(identifier: String, path: String) {
        guard let socket = DatagramSocket(path: path) else { return nil }
        self.socket = socket
        self.identifier = identifier
        datagram.reserveCapacity(2_048)
    }

    func write(_ entry: JournalEntry) -> Bool { send(entry) == 0 }

    /// Returns 0 or the errno of the attempt.
    func send(_ entry: JournalEntry) -> Int32 {
        datagram.removeAll(keepingCapacity: true)
        append("MESSAGE", entry.message)
        append("PRIORITY", digit: entry.priority.rawValue)
        append("SYSLOG_IDENTIFIER", identifier)
        if let id = entry.id { append("MESSAGE_ID", id.description) }
        for field in entry.fields {
            precondition(Self.isValid(field.name), "a journal field's name is made of A-Z, 0-9 and _")
            append(field.name, field.value)
        }
        return datagram.withUnsafeBytes { socket.send($0) }
    }

    /// `NAME`, a line feed, the length in eight bytes (little-endian), the value, a line feed: the form in which a value may contain line feeds.
    private func append(_ name: StaticString, _ value: String) {
        append(name)
        datagram.append(UInt8(ascii: "\n"))
        var value = value
        value.withUTF8 { bytes in
            let count = min(bytes.count, Self.valueLimit)
            withUnsafeBytes(of: UInt64(count).littleEndian) { datagram.append(contentsOf: $0) }
            datagram.append(contentsOf: bytes.prefix(count))
        }
        datagram.append(UInt8(ascii: "\n"))
    }

    private func append(_ name: StaticString, digit: UInt8) {
        append(name)
        datagram.append(UInt8(ascii: "="))
        datagram.append(UInt8(ascii: "0") + digit)
        datagram.append(UInt8(ascii: "\n"))
    }

    private func append(_ name: StaticString) {
        name.withUTF8Buffer { datagram.append(contentsOf: $0) }
    }

    private static func isValid(_ name: StaticString) -> Bool {
        name.withUTF8Buffer { bytes in
            guard let first = bytes.first, bytes.count <= 64 else { return false }
            return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
                && bytes.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                        UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
    }
}
