/// Finds what a mistyped word was meant to be.
package enum Nearest {
    /// Longer names are not compared: nobody mistypes them, and the work grows with the square.
    private static let longestName = 64

    /// The candidate that is the fewest slips away, at most a third of the word's length; of several the first.
    /// A slip is a letter too many, too few, another one, or two that changed places. Upper and lower case count as one slip in all.
    package static func name(to word: String, among candidates: some Sequence<String>) -> String? {
        let letters = Array(word.unicodeScalars.prefix(longestName + 1))
        guard !letters.isEmpty, letters.count <= longestName else { return nil }
        let lowercased = word.lowercased()
        var best: (name: String, distance: Int)?
        for candidate in candidates where candidate != word {
            let limit = best.map { $0.distance - 1 } ?? max(1, letters.count / 3)
            guard limit >= 1 else { break }
            if candidate.lowercased() == lowercased {
                best = (candidate, 1)
            } else if let distance = distance(letters, Array(candidate.unicodeScalars), atMost: limit) {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// Damerau-Levenshtein distance of two words (adjacent transpositions); nil beyond `limit`.
    static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost limit: Int) -> Int? {
        guard abs(a.count - b.count) <= limit, b.count <= longestName else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count] <= limit ? last[b.count] : nil
    }
}
