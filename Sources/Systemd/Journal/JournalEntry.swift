/// How serious an entry is; syslog's levels.
package enum Priority: UInt8, Comparable, Sendable {
    case emergency, alert, critical, error, warning, notice, info, debug

    /// The more serious one is the smaller.
    package static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}

/// The fixed id of a kind of entry, under which a catalogue explains it (`journalctl -x`).
package struct MessageID: Hashable, Sendable, CustomStringConvertible {
    /// 32 hexadecimal digits, as they stand in the catalogue.
    package let description: String

    package init(_ digits: StaticString) {
        description = "\(digits)"
        precondition(
            description.utf8.count == 32 && description.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit },
            "a message id is 32 hexadecimal digits")
    }
}

/// One fact of an entry, for `journalctl NAME=value`.
package struct JournalField: Sendable {
    let name: StaticString
    let value: String

    /// `name` is made of capital letters, digits and `_`, and begins with a letter. `value` may hold anything.
    package init(_ name: StaticString, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// One entry, on its way to a sink.
package struct JournalEntry: Sendable {
    let priority: Priority
    /// Already escaped.
    let message: String
    let id: MessageID?
    let fields: [JournalField]
}
