import RuleLanguage

/// What a payload says to one input.
package enum Reading {
    /// The path is not in this payload: it says nothing.
    case absent
    /// An empty payload: the value is no longer known.
    case empty
    /// It says that the value is unknown.
    case unknown
    /// It does not fit the type.
    case bad
    case number(Double)
    case word(WordID)
    /// Points into the payload, or into the reader: valid until the next payload.
    case text(UnsafeRawBufferPointer)
}
