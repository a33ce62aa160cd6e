import TestSupport

/// Damages texts.
struct Mangler {
    private var random: SplitMix64

    private static let splinters = [
        "(", ")", "\"", "'", "{", "}", "\n", ",", "while", "until", "keep", "when", "input", "=", "..", "\\", "\u{0}",
        "°", "for 5 min", "not ", "any ", "-", "\r", "((((((", "[", "]", "|", "is", "#", "do", "1e999", "22:", "🔥",
        "\t", "if ", "*", "otherwise", "at", "over 1 s", "every", "at least", "0", "{room}", "test \"",
    ]

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The text with a few bytes or words changed, left out, doubled or put elsewhere.
    mutating func mangled(_ text: [UInt8]) -> [UInt8] {
        var bytes = text
        for _ in 0..<random.within(1...5) where !bytes.isEmpty { mangle(&bytes) }
        return bytes
    }

    private mutating func mangle(_ bytes: inout [UInt8]) {
        let place = random.below(bytes.count)
        let end = min(bytes.count, place + random.within(1...20))
        switch random.below(6) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
        case 2: bytes[place] = UInt8(random.below(256))
        case 3: bytes.swapAt(place, random.below(bytes.count))
        case 4:
            let piece = Array(bytes[place..<end])
            bytes.removeSubrange(place..<end)
            bytes.insert(contentsOf: piece, at: random.below(bytes.count + 1))
        default: bytes.insert(contentsOf: Array(random.pick(Self.splinters).utf8), at: place)
        }
    }
}
