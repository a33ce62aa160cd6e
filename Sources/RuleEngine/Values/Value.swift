import RuleLanguage

/// What a cell of the engine holds: unknown, a truth, a number, a word or a text.
///
/// One machine word, since a house of thousands of rooms is a matter of memory: numbers are themselves, and all else
/// stands where a double has its many ways to be no number. Texts live in the `TextPool`.
struct Value: Equatable, Sendable {
    enum Kind: UInt8, Sendable {
        case unknown
        case truth
        case word
        case text
        case number
    }

    private let bits: UInt64

    /// Set in all that are no numbers.
    private static let mark: UInt64 = 0x7FF8_0000_0000_0000
    private static let exponent: UInt64 = 0x7FF0_0000_0000_0000
    private static let payload: UInt64 = 0x0000_FFFF_FFFF_FFFF

    private init(bits: UInt64) {
        self.bits = bits
    }

    private init(_ kind: Kind, _ payload: UInt64) {
        bits = Self.mark | UInt64(kind.rawValue) << 48 | payload
    }

    static let unknown = Value(bits: 0x7FF8_0000_0000_0000)
    static let `false` = Value(bits: 0x7FF9_0000_0000_0000)
    static let `true` = Value(bits: 0x7FF9_0000_0000_0001)

    static func truth(_ value: Bool) -> Value {
        value ? .true : .false
    }

    /// A number; what is not finite is unknown, since overflow and division by zero have no answer.
    static func number(_ value: Double) -> Value {
        // -0 and 0 are one number to a reader, so they are one value here.
        value.isFinite ? Value(bits: (value + 0).bitPattern) : .unknown
    }

    static func word(_ id: WordID) -> Value {
        Value(.word, UInt64(id))
    }

    static func text(_ id: Int) -> Value {
        Value(.text, UInt64(id))
    }

    var kind: Kind {
        guard bits & Self.exponent == Self.exponent else { return .number }
        return Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 48) & 7) ?? .unknown
    }

    var isNumber: Bool { bits & Self.exponent != Self.exponent }
    var isUnknown: Bool { bits == Self.unknown.bits }
    var isTrue: Bool { bits == Self.true.bits }
    var isFalse: Bool { bits == Self.false.bits }

    /// The number; only where `kind` is `.number`.
    var number: Double { Double(bitPattern: bits) }
    /// The word; only where `kind` is `.word`.
    var wordID: WordID { WordID(truncatingIfNeeded: bits & Self.payload) }
    /// The text's place in the pool; only where `kind` is `.text`.
    var textID: Int { Int(truncatingIfNeeded: bits & Self.payload) }
}
