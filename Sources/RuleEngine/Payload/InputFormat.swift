import RuleLanguage

/// The type of an input, ready to be compared with bytes.
struct InputFormat: Sendable {
    private struct WordPayload: Sendable {
        var bytes: [UInt8]
        var id: WordID
    }

    private enum Kind: Sendable {
        case text
        case number(units: [[UInt8]], low: Double, high: Double)
        case words([WordPayload])
    }

    private var kind: Kind
    private var exceptions: [Literal]
    /// Words of ours that would otherwise say that a value is unknown.
    private var ownsUnknownWords: Bool

    /// Payloads that say that a value is unknown, in lower case.
    private static let unknownWords = ["unavailable", "unknown", "none", "null"].map { Array($0.utf8) }

    init(_ input: Input) {
        exceptions = input.exceptions
        ownsUnknownWords = false
        switch input.type {
        case .text:
            kind = .text
        case .number(let type):
            let range = type.range ?? -Double.infinity...Double.infinity
            let units = type.unit.map { UnitTable.spellings(of: $0).map { Array($0.utf8) } } ?? []
            kind = .number(units: units, low: range.lowerBound, high: range.upperBound)
        case .words(let words):
            kind = .words(
                words.flatMap { word in word.payloads.map { WordPayload(bytes: Array($0.utf8), id: word.id) } })
        }
    }

    /// Reads a plain payload, or a text out of JSON.
    func read(_ payload: UnsafeRawBufferPointer) -> Reading {
        switch kind {
        case .text:
            return readText(payload)
        case .number(let units, let low, let high):
            return readNumber(trimmed(payload), units: units, range: (low, high))
        case .words(let words):
            return readWord(trimmed(payload), words)
        }
    }

    /// Takes a number out of JSON; words match its characters instead.
    func read(number: Double, characters: () -> UnsafeRawBufferPointer?) -> Reading {
        switch kind {
        case .number(_, let low, let high):
            return accept(number, range: (low, high))
        case .text, .words:
            return characters().map { read($0) } ?? .bad
        }
    }

    private func readText(_ payload: UnsafeRawBufferPointer) -> Reading {
        guard isText(payload) else { return .bad }
        for case .text(let text) in exceptions where text.utf8.elementsEqual(payload) {
            return .bad
        }
        return .text(payload)
    }

    /// UTF-8 without NUL.
    private func isText(_ payload: UnsafeRawBufferPointer) -> Bool {
        var bytes = payload.makeIterator()
        var decoder = UTF8()
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue("\0"), .error: return false
            case .scalarValue: continue
            case .emptyInput: return true
            }
        }
    }

    private func readNumber(
        _ payload: UnsafeRawBufferPointer, units: [[UInt8]], range: (low: Double, high: Double)
    ) -> Reading {
        if let number = NumberText.parse(payload) {
            return accept(number, range: range)
        }
        for unit in units where payload.hasSuffix(unit) {
            let digits = UnsafeRawBufferPointer(rebasing: payload[..<(payload.count - unit.count)])
            if let number = NumberText.parse(digits) {
                return accept(number, range: range)
            }
        }
        return saysUnknown(payload) ? .unknown : .bad
    }

    private func accept(_ number: Double, range: (low: Double, high: Double)) -> Reading {
        guard number >= range.low, number <= range.high else { return .bad }
        for case .number(let exception) in exceptions where exception == number {
            return .bad
        }
        return .number(number)
    }

    private func readWord(_ payload: UnsafeRawBufferPointer, _ words: [WordPayload]) -> Reading {
        let exact = words.first { $0.bytes.elementsEqual(payload) }
        guard let match = exact ?? words.first(where: { payload.equalsIgnoringCase($0.bytes) }) else {
            return saysUnknown(payload) ? .unknown : .bad
        }
        return exceptions.contains(.word(match.id)) ? .bad : .word(match.id)
    }

    private func saysUnknown(_ payload: UnsafeRawBufferPointer) -> Bool {
        Self.unknownWords.contains { payload.equalsIgnoringCase($0) }
    }
}

/// The payload without blanks and line breaks at its ends.
private func trimmed(_ payload: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var start = 0
    var end = payload.count
    while start < end, payload[start].isBlank { start += 1 }
    while end > start, payload[end - 1].isBlank { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: payload[start..<end])
}

extension UInt8 {
    fileprivate var isBlank: Bool {
        self == 0x20 || (0x09...0x0D).contains(self)
    }

    fileprivate var lowercasedASCII: UInt8 {
        (0x41...0x5A).contains(self) ? self | 0x20 : self
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func hasSuffix(_ suffix: [UInt8]) -> Bool {
        count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
    }

    /// Compares letters of ASCII byte by byte, and all others as Unicode lower-cases them.
    fileprivate func equalsIgnoringCase(_ other: [UInt8]) -> Bool {
        if count == other.count, zip(self, other).allSatisfy({ $0.lowercasedASCII == $1.lowercasedASCII }) {
            return true
        }
        guard contains(where: { $0 >= 0x80 }), other.contains(where: { $0 >= 0x80 }) else { return false }
        guard let text = String(validating: self, as: UTF8.self) else { return false }
        return text.lowercased() == String(decoding: other, as: UTF8.self).lowercased()
    }
}
