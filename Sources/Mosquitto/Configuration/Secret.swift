/// A password or passphrase, which never shows itself in a description, a dump or an interpolated string.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The bytes as they go over the wire. Only the call that hands them to the C library reads them.
    let bytes: [UInt8]

    /// A secret of exactly these bytes. A NUL byte among them is refused when the secret is used.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A secret of the text's UTF-8.
    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Always `[redacted]`.
    public var description: String { "[redacted]" }

    /// Always `[redacted]`.
    public var debugDescription: String { "[redacted]" }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
