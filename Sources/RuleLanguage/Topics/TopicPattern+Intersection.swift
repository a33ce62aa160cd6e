extension TopicPattern {
    /// Whether there is a topic that both match. Where it would take too long to be sure the answer is yes.
    package func intersects(with other: TopicPattern) -> Bool {
        guard Self.mayBothBegin(self, other), Self.mayBothBegin(other, self) else { return false }
        var index = 0
        while true {
            let mine = index < levels.count ? levels[index] : nil
            let theirs = index < other.levels.count ? other.levels[index] : nil
            switch (mine, theirs) {
            case (nil, nil): return true
            case (.anyRest, _), (_, .anyRest): return true
            case (nil, _), (_, nil): return false
            case (.some(let a), .some(let b)):
                guard Self.intersect(a, b) else { return false }
            }
            index += 1
        }
    }

    /// A wildcard at the first level does not hear `$SYS`.
    private static func mayBothBegin(_ a: TopicPattern, _ b: TopicPattern) -> Bool {
        guard case .literal(let text) = a.levels.first, text.utf8.first == UInt8(ascii: "$") else { return true }
        return b.beginsLiterally
    }

    private static func intersect(_ a: Level, _ b: Level) -> Bool {
        if case .literal(let first) = a, case .literal(let second) = b {
            return first.utf8.elementsEqual(second.utf8)
        }
        return Glob(a).intersects(with: Glob(b))
    }

    /// A level as bytes and gaps.
    private struct Glob {
        enum Token: Equatable {
            case byte(UInt8)
            case anyByte
            case anyBytes
        }

        var tokens: [Token] = []

        init(_ level: Level) {
            switch level {
            case .literal(let text): tokens = text.utf8.map { .byte($0) }
            case .anyLevel, .anyRest: tokens = [.anyBytes]
            case .captures(let pieces):
                for piece in pieces {
                    switch piece {
                    case .text(let text): tokens += text.utf8.map { .byte($0) }
                    case .parameter: tokens += [.anyByte, .anyBytes]
                    }
                }
            }
        }

        /// Most pairs of tokens that are looked at.
        static let workLimit = 4_000_000

        func intersects(with other: Glob) -> Bool {
            let (a, b) = (tokens, other.tokens)
            guard a.count * b.count <= Self.workLimit else { return true }
            // row[j]: whether a[i...] and b[j...] have a text in common.
            var row = [Bool](repeating: false, count: b.count + 1)
            for i in stride(from: a.count, through: 0, by: -1) {
                var next = [Bool](repeating: false, count: b.count + 1)
                for j in stride(from: b.count, through: 0, by: -1) {
                    next[j] = Self.common(a, b, i, j, below: row, right: next)
                }
                row = next
            }
            return row[0]
        }

        private static func common(_ a: [Token], _ b: [Token], _ i: Int, _ j: Int, below: [Bool], right: [Bool]) -> Bool
        {
            if i == a.count, j == b.count { return true }
            let mine: Token? = i < a.count ? a[i] : nil
            let theirs: Token? = j < b.count ? b[j] : nil
            if mine == .anyBytes, below[j] || (theirs != nil && right[j + 1]) { return true }
            if theirs == .anyBytes, right[j + 1] || (mine != nil && below[j]) { return true }
            guard let mine, let theirs, mine != .anyBytes, theirs != .anyBytes else { return false }
            return (mine == theirs || mine == .anyByte || theirs == .anyByte) && below[j + 1]
        }
    }
}
