extension TopicPattern {
    /// Makes a pattern from a topic's text, whose settings are already filled in, and its parameters.
    package init(pieces: [Piece], for use: TopicUse) throws(TopicProblem) {
        var levels: [Level] = []
        for level in Self.split(pieces) {
            if case .anyRest = levels.last { throw .restNotLast }
            levels.append(try Self.level(level, for: use))
        }
        self.levels = levels
        let bytes = filter.utf8
        if bytes.isEmpty { throw .empty }
        if bytes.count > TopicProblem.longestTopic { throw .tooLong }
        if bytes.contains(0) { throw .nulCharacter }
    }

    /// A topic without parameters.
    package init(text: String, for use: TopicUse) throws(TopicProblem) {
        try self.init(pieces: [.text(text)], for: use)
    }

    /// The pieces of each level; neighbouring texts are one.
    private static func split(_ pieces: [Piece]) -> [[Piece]] {
        var levels: [[Piece]] = [[]]
        for piece in pieces {
            guard case .text(let text) = piece else {
                levels[levels.count - 1].append(piece)
                continue
            }
            // As bytes, as a broker sees it: before a combining accent a slash is no character of its own.
            let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            for (index, part) in parts.map({ String(Substring($0)) }).enumerated() {
                if index > 0 { levels.append([]) }
                guard !part.isEmpty else { continue }
                if case .text(let before) = levels[levels.count - 1].last {
                    levels[levels.count - 1][levels[levels.count - 1].count - 1] = .text(before + part)
                } else {
                    levels[levels.count - 1].append(.text(part))
                }
            }
        }
        return levels
    }

    private static func level(_ pieces: [Piece], for use: TopicUse) throws(TopicProblem) -> Level {
        var previousIsCapture = false
        for piece in pieces {
            guard case .text(let text) = piece else {
                if previousIsCapture { throw .adjacentCaptures }
                previousIsCapture = true
                continue
            }
            previousIsCapture = false
            guard let wildcard = text.unicodeScalars.first(where: { $0 == "+" || $0 == "#" }).map({ Character($0) })
            else { continue }
            if use == .sending { throw .wildcardInName(wildcard) }
            guard pieces.count == 1, text.utf8.count == 1 else { throw .wildcardInsideLevel(wildcard) }
            return wildcard == "+" ? .anyLevel : .anyRest
        }
        if pieces.isEmpty { return .literal("") }
        if pieces.count == 1, case .text(let text) = pieces[0] { return .literal(text) }
        return .captures(pieces)
    }

    /// The MQTT filter that hears all topics of this pattern, and perhaps more where a level is captured in part.
    package var filter: String {
        levels.map { level in
            switch level {
            case .literal(let text): text
            case .captures, .anyLevel: "+"
            case .anyRest: "#"
            }
        }.joined(separator: "/")
    }

    /// The topic with these levels in the places of the parameters, by parameter index. Where the pattern does not
    /// name what it matches there stands a level of no meaning.
    package func rendered(levels values: [String]) -> String {
        levels.map { level in
            switch level {
            case .literal(let text): text
            case .anyLevel, .anyRest: "any"
            case .captures(let pieces):
                pieces.map { piece in
                    switch piece {
                    case .text(let text): text
                    case .parameter(let index): values[index]
                    }
                }.joined()
            }
        }.joined(separator: "/")
    }

    /// The pattern with some parameters replaced by levels; a nil leaves the parameter as it is.
    package func fixing(_ values: [String?]) -> TopicPattern {
        TopicPattern(
            levels: levels.map { level in
                guard case .captures(let pieces) = level else { return level }
                var result: [Piece] = []
                for piece in pieces {
                    var piece = piece
                    if case .parameter(let index) = piece, index < values.count, let value = values[index] {
                        piece = .text(value)
                    }
                    if case .text(let text) = piece, case .text(let before) = result.last {
                        result[result.count - 1] = .text(before + text)
                    } else {
                        result.append(piece)
                    }
                }
                if result.count == 1, case .text(let text) = result[0] { return .literal(text) }
                return .captures(result)
            })
    }
}
