extension TopicPattern {
    /// The captured parts by parameter index, or nil where the topic is none of this pattern. Each capture is never
    /// empty and takes as little as it can from the left. Not for the hot path.
    package func match(topic: [UInt8]) -> [ArraySlice<UInt8>]? {
        let parts = topic.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if topic.first == UInt8(ascii: "$"), !beginsLiterally { return nil }
        var captures = [ArraySlice<UInt8>](repeating: [], count: captureCount)
        for (index, level) in levels.enumerated() {
            if case .anyRest = level {
                // `a/#` hears `a` too, but `#` alone needs something to hear.
                return captures
            }
            guard index < parts.count, Self.match(parts[index], level, into: &captures) else { return nil }
        }
        return parts.count == levels.count ? captures : nil
    }

    package func match(topic: String) -> [String]? {
        match(topic: Array(topic.utf8))?.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Wildcards at the first level do not hear topics that begin with `$`.
    var beginsLiterally: Bool {
        if case .literal = levels.first { return true }
        return false
    }

    /// One more than the highest parameter index.
    package var captureCount: Int {
        var count = 0
        for case .captures(let pieces) in levels {
            for case .parameter(let index) in pieces { count = max(count, index + 1) }
        }
        return count
    }

    private static func match(_ part: ArraySlice<UInt8>, _ level: Level, into captures: inout [ArraySlice<UInt8>])
        -> Bool
    {
        switch level {
        case .literal(let text): return part.elementsEqual(text.utf8)
        case .anyLevel, .anyRest: return true
        case .captures(let pieces): return match(part, pieces, into: &captures)
        }
    }

    /// The earliest place of each text leaves the most for what follows, so no other place need be tried; only the
    /// text at the end has but one place.
    private static func match(_ part: ArraySlice<UInt8>, _ pieces: [Piece], into captures: inout [ArraySlice<UInt8>])
        -> Bool
    {
        var rest = part
        var open: Int?
        for (index, piece) in pieces.enumerated() {
            guard case .text(let text) = piece else {
                if case .parameter(let parameter) = piece { open = parameter }
                continue
            }
            let bytes = Array(text.utf8)
            guard let parameter = open else {
                guard rest.starts(with: bytes) else { return false }
                rest = rest.dropFirst(bytes.count)
                continue
            }
            let isLast = index == pieces.count - 1
            guard let place = isLast ? suffix(bytes, in: rest) : first(bytes, in: rest) else { return false }
            captures[parameter] = rest[rest.startIndex..<place]
            rest = rest[(place + bytes.count)...]
            open = nil
        }
        guard let parameter = open else { return rest.isEmpty }
        captures[parameter] = rest
        return !rest.isEmpty
    }

    /// Where the text stands at the end with at least one byte before it.
    private static func suffix(_ text: [UInt8], in part: ArraySlice<UInt8>) -> Int? {
        guard part.count > text.count, part.suffix(text.count).elementsEqual(text) else { return nil }
        return part.endIndex - text.count
    }

    /// The first place of the text with at least one byte before it.
    private static func first(_ text: [UInt8], in part: ArraySlice<UInt8>) -> Int? {
        guard part.count > text.count else { return nil }
        return (part.startIndex + 1...part.endIndex - text.count).first { part[$0...].starts(with: text) }
    }
}
