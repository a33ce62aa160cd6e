/// The texts that values point to. A text stands at most once, so that equal texts are equal values;
/// what no value points to any more is swept from time to time.
struct TextPool {
    /// Most bytes of one text; what is longer is cut at a character and reported.
    static let longestText = 64 * 1024
    /// No sweep before so many texts have been added since the last one.
    private static let sweepInterval = 1024

    private var texts: [String] = []
    /// By bytes: two texts that only look alike are two texts.
    private var places: [[UInt8]: Int] = [:]
    private var free: [Int] = []
    private var addedSinceSweep = 0

    /// How many texts there are.
    var count: Int { places.count }

    subscript(value: Value) -> String {
        texts[value.textID]
    }

    /// The value for a text, added if it is new.
    mutating func intern(_ text: String) -> Value {
        let key = Array(text.utf8)
        if let place = places[key] {
            return .text(place)
        }
        addedSinceSweep += 1
        if let place = free.popLast() {
            texts[place] = text
            places[key] = place
            return .text(place)
        }
        texts.append(text)
        places[key] = texts.count - 1
        return .text(texts.count - 1)
    }

    /// Where to cut a text that is too long: at the last character that fits.
    static func cut(_ bytes: UnsafeRawBufferPointer) -> Int {
        var end = longestText
        while end > 0, bytes[end] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
        return end
    }

    var isSweepDue: Bool {
        addedSinceSweep > max(Self.sweepInterval, places.count / 2)
    }

    /// Frees every text that is not among `used`.
    mutating func sweep(keeping used: Set<Int>) {
        for place in texts.indices where !used.contains(place) {
            // A place that is free already has no key of its own.
            guard places.removeValue(forKey: Array(texts[place].utf8)) != nil else { continue }
            texts[place] = ""
            free.append(place)
        }
        addedSinceSweep = 0
    }
}
