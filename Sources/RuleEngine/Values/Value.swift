import RuleLanguage

/// What a cell of the engine holds: unknown, a truth, a number, a word or a text.
/// Trivial to copy, so that arrays of it cost nothing but memory: texts live in the `TextPool`.
struct Value: Equatable, Sendable {
    enum Kind: UInt8, Sendable {
        case unknown
        case truth
        case number
        case word
        case text
    }

    private(set) var kind: Kind
    private var bits: UInt64

    private init(_ kind: Kind, _ bits: UInt64) {
        self.kind = kind
        self.bits = bits
    }

    static let unknown = Value(.unknown, 0)
    static let `true` = Value(.truth, 1)
    static let `false` = Value(.truth, 0)

    static func truth(_ value: Bool) -> Value {
        Value(.truth, value ? 1 : 0)
    }

    /// A number; what is not finite is unknown, since overflow and division by zero have no answer.
    static func number(_ value: Double) -> Value {
        // -0 and 0 are one number to a reader, so they are one value here.
        value.isFinite ? Value(.number, (value + 0).bitPattern) : .unknown
    }

    static func word(_ id: WordID) -> Value {
        Value(.word, UInt64(id))
    }

    static func text(_ id: Int) -> Value {
        Value(.text, UInt64(id))
    }

    var isUnknown: Bool { kind == .unknown }
    var isTrue: Bool { kind == .truth && bits == 1 }
    var isFalse: Bool { kind == .truth && bits == 0 }

    /// The number; only where `kind` is `.number`.
    var number: Double { Double(bitPattern: bits) }
    /// The word; only where `kind` is `.word`.
    var wordID: WordID { WordID(truncatingIfNeeded: bits) }
    /// The text's place in the pool; only where `kind` is `.text`.
    var textID: Int { Int(truncatingIfNeeded: bits) }
}
