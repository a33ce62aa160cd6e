import RuleEngine
import RuleLanguage

/// Lines up to an empty one are topics of inputs, in which `{a}`, `{b}` and `{c}` capture; the lines behind it are topics that are heard.
enum TopicFuzz {
    /// Most lines of each kind: each is held against each.
    private static let limit = 6

    static func test(_ bytes: [UInt8]) throws(Wrong) {
        var bytes = FuzzBytes(bytes)
        var patterns: [TopicPattern] = []
        while !bytes.isAtEnd, patterns.count < limit {
            let line = bytes.line()
            guard !line.isEmpty else { break }
            let pieces = pieces(String(decoding: line, as: UTF8.self))
            _ = try? TopicPattern(pieces: pieces, for: .sending)
            guard let pattern = try? TopicPattern(pieces: pieces, for: .listening) else { continue }
            patterns.append(pattern)
        }
        var topics: [[UInt8]] = []
        while !bytes.isAtEnd, topics.count < limit {
            let line = bytes.line()
            if !line.isEmpty { topics.append(line) }
        }
        for pattern in patterns {
            try check(filter: pattern.filter)
            for topic in topics { try check(pattern, topic) }
        }
        for one in patterns {
            for other in patterns { try check(one, with: other, topics) }
        }
        try check(trie: patterns, topics)
        try check(index: topics)
        try check(reduced: patterns.map(\.filter), topics)
    }

    private static func pieces(_ text: String) -> [TopicPattern.Piece] {
        var pieces: [TopicPattern.Piece] = []
        var rest = text.unicodeScalars[...]
        var literal = ""
        while let first = rest.first {
            let parameter = ["{a}", "{b}", "{c}"].firstIndex { rest.starts(with: $0.unicodeScalars) }
            guard let parameter, !pieces.contains(.parameter(parameter)) else {
                literal.unicodeScalars.append(first)
                rest.removeFirst()
                continue
            }
            pieces += [.text(literal), .parameter(parameter)]
            literal = ""
            rest.removeFirst(3)
        }
        return pieces + [.text(literal)]
    }

    /// As bytes it is what a broker takes: wildcards alone in their level, `#` at the end.
    private static func check(filter: String) throws(Wrong) {
        try Wrong.unless(TopicFilter.problem(of: filter) == nil, "the filter \"\(filter)\" is none")
        let levels = filter.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, level) in levels.enumerated() {
            let isWild = level.contains(UInt8(ascii: "+")) || level.contains(UInt8(ascii: "#"))
            try Wrong.unless(!isWild || level.count == 1, "a broker refuses \"\(filter)\"")
            let isRest = level.contains(UInt8(ascii: "#"))
            try Wrong.unless(!isRest || index == levels.count - 1, "a broker refuses \"\(filter)\"")
        }
    }

    private static func check(_ pattern: TopicPattern, _ topic: [UInt8]) throws(Wrong) {
        guard let captures = pattern.match(topic: topic) else { return }
        let words = "\"\(pattern.filter)\" and \"\(String(decoding: topic, as: UTF8.self))\""
        let plain = try? TopicPattern(text: pattern.filter, for: .listening)
        try Wrong.unless(plain?.match(topic: topic) != nil, "matched, but not heard: \(words)")
        let isWild = pattern.levels.contains { $0 == .anyLevel || $0 == .anyRest }
        guard String(validating: topic, as: UTF8.self) != nil else { return }
        var levels: [String] = []
        for capture in captures {
            guard let level = String(validating: capture, as: UTF8.self) else {
                throw Wrong(words: "half a character is captured: \(words)")
            }
            levels.append(level)
        }
        try Wrong.unless(
            isWild || Array(pattern.rendered(levels: levels).utf8) == topic, "made again it is another: \(words)")
        try Wrong.unless(pattern.fixing(levels).match(topic: topic) != nil, "fixed it does not match: \(words)")
    }

    /// What hears one topic meets, and is covered by what covers it.
    private static func check(_ one: TopicPattern, with other: TopicPattern, _ topics: [[UInt8]]) throws(Wrong) {
        let words = "\"\(one.filter)\" and \"\(other.filter)\""
        let meet = one.intersects(with: other)
        try Wrong.unless(meet == other.intersects(with: one), "they meet, but not the other way round: \(words)")
        let overlap = TopicFilter.overlap(one.filter, other.filter)
        try Wrong.unless(overlap == TopicFilter.overlap(other.filter, one.filter), "overlap goes one way: \(words)")
        try Wrong.unless(overlap || !meet, "they meet, but their filters do not: \(words)")
        let both = topics.contains { one.match(topic: $0) != nil && other.match(topic: $0) != nil }
        try Wrong.unless(meet || !both, "both match and do not meet: \(words)")
        guard TopicFilter.covers(one.filter, other.filter) else { return }
        let isLost = topics.contains { hears(other.filter, $0) && !hears(one.filter, $0) }
        try Wrong.unless(!isLost, "it covers and does not hear: \(words)")
    }

    private static func hears(_ filter: String, _ topic: [UInt8]) -> Bool {
        (try? TopicPattern(text: filter, for: .listening))?.match(topic: topic) != nil
    }

    private static func check(trie patterns: [TopicPattern], _ topics: [[UInt8]]) throws(Wrong) {
        let trie = PatternTrie(patterns)
        for topic in topics {
            let found = trie.matches(of: topic)
            let wanted = patterns.indices.filter { patterns[$0].match(topic: topic) != nil }
            try Wrong.unless(
                found.map(\.input) == wanted, "the tree finds others for \(String(decoding: topic, as: UTF8.self))")
        }
    }

    private static func check(index topics: [[UInt8]]) throws(Wrong) {
        var index = TopicIndex()
        var entries: [[UInt8]: Int32] = [:]
        for (number, topic) in topics.enumerated() {
            let before = topic.withUnsafeBytes { index.entry(of: $0) }
            try Wrong.unless(before == entries[topic] ?? TopicIndex.none, "found before it was put in")
            index.insert(topic, entry: Int32(number))
            entries[topic] = Int32(number)
        }
        for (topic, number) in entries {
            try Wrong.unless(topic.withUnsafeBytes { index.entry(of: $0) } == number, "put in and not found")
        }
    }

    /// Fewer filters hear the same, and each topic once.
    private static func check(reduced filters: [String], _ topics: [[UInt8]]) throws(Wrong) {
        let subscriptions = filters.enumerated().map { TopicFilter.Subscription(filter: $1, qos: $0 % 3) }
        let reduced = TopicFilter.reduce(subscriptions)
        for subscription in reduced { try check(filter: subscription.filter) }
        for topic in topics {
            let wanted = subscriptions.filter { hears($0.filter, topic) }.map(\.qos).max()
            let got = reduced.filter { hears($0.filter, topic) }
            let words = "\(filters), reduced to \(reduced.map(\.filter)), for \(String(decoding: topic, as: UTF8.self))"
            try Wrong.unless(got.count <= 1, "a topic is heard twice: \(words)")
            guard let wanted else { continue }
            try Wrong.unless(got.first.map { $0.qos >= wanted } ?? false, "not heard any more: \(words)")
        }
    }
}
