/// Finds what a mistyped word was meant to be.
package enum Nearest {
    /// Longer names are not compared: nobody mistypes them, and the work grows with the square.
    private static let longestName = 64

    /// The candidate that is the fewest slips away, at most a third of the word's length. Of several the one that shares more
    /// letters with it (`ofline` lacks a letter of `offline`, and has a wrong one for `online`), then the one that begins
    /// like it, then the first.
    /// A slip is a letter too many, too few, another one, or two that changed places. Upper and lower case count as one slip in all.
    package static func name(to word: String, among candidates: some Sequence<String>) -> String? {
        let letters = Array(word.unicodeScalars.prefix(longestName + 1))
        guard !letters.isEmpty, letters.count <= longestName else { return nil }
        let lowercased = word.lowercased()
        var best: Fit?
        for candidate in candidates where candidate != word {
            let limit = best?.distance ?? max(1, letters.count / 3)
            let scalars = Array(candidate.unicodeScalars)
            let isSameWord = candidate.lowercased() == lowercased
            guard let distance = isSameWord ? 1 : distance(letters, scalars, atMost: limit) else { continue }
            let fit = Fit(
                name: candidate, distance: distance, shared: isSameWord ? letters.count : shared(letters, scalars),
                beginning: isSameWord ? letters.count : zip(letters, scalars).prefix { $0 == $1 }.count)
            if best.map({ fit.isNearer(than: $0) }) ?? true { best = fit }
        }
        return best?.name
    }

    /// How well a candidate fits.
    private struct Fit {
        var name: String
        var distance: Int
        /// So many letters stand in both, wherever.
        var shared: Int
        /// So many letters at the beginning are the same.
        var beginning: Int

        func isNearer(than other: Fit) -> Bool {
            (-distance, shared, beginning) > (-other.distance, other.shared, other.beginning)
        }
    }

    private static func shared(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var rest = b
        return a.count { letter in
            guard let index = rest.firstIndex(of: letter) else { return false }
            rest.remove(at: index)
            return true
        }
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
