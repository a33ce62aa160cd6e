/// MQTT filters among themselves.
package enum TopicFilter {
    package struct Subscription: Sendable, Hashable {
        package var filter: String
        package var qos: Int

        package init(filter: String, qos: Int) {
            self.filter = filter
            self.qos = qos
        }
    }

    /// What is wrong with a filter, if anything is.
    package static func problem(of filter: String) -> TopicProblem? {
        do throws(TopicProblem) {
            _ = try TopicPattern(text: filter, for: .listening)
            return nil
        } catch {
            return error
        }
    }

    /// What is wrong with a topic that a message is sent to, if anything is.
    package static func problem(ofTopic topic: String) -> TopicProblem? {
        do throws(TopicProblem) {
            _ = try TopicPattern(text: topic, for: .sending)
            return nil
        } catch {
            return error
        }
    }

    /// Whether each topic of the second is one of the first.
    package static func covers(_ general: String, _ special: String) -> Bool {
        Levels(general).covers(Levels(special))
    }

    /// Whether there is a topic that both hear.
    package static func overlap(_ a: String, _ b: String) -> Bool {
        Levels(a).overlaps(Levels(b))
    }

    /// Fewest filters that hear all that these hear and of which no two hear the same topic: a broker may deliver a
    /// message once for each filter that matches. What overlaps in part is replaced by what both have in common,
    /// at the higher QoS of the two. Sorted by bytes.
    package static func reduce(_ subscriptions: [Subscription]) -> [Subscription] {
        var wild: [Entry] = []
        var plain: [Entry] = []
        for subscription in merged(subscriptions) {
            let entry = Entry(levels: Levels(subscription.filter), qos: subscription.qos)
            if entry.levels.hasWildcard { insert(entry, into: &wild) } else { plain.append(entry) }
        }
        for entry in plain {
            if let index = wild.firstIndex(where: { $0.levels.overlaps(entry.levels) }) {
                wild[index].qos = max(wild[index].qos, entry.qos)
            } else {
                wild.append(entry)
            }
        }
        return wild.map { Subscription(filter: $0.levels.text, qos: $0.qos) }.sorted(by: isBefore)
    }

    private static func isBefore(_ one: Subscription, _ other: Subscription) -> Bool {
        one.filter.utf8.elementsEqual(other.filter.utf8)
            ? one.qos < other.qos : one.filter.utf8.lexicographicallyPrecedes(other.filter.utf8)
    }

    private struct Entry {
        var levels: Levels
        var qos: Int
    }

    /// Each filter once, in order of its bytes.
    private static func merged(_ subscriptions: [Subscription]) -> [Subscription] {
        var result: [Subscription] = []
        for subscription in subscriptions.sorted(by: isBefore) {
            if let last = result.last, last.filter.utf8.elementsEqual(subscription.filter.utf8) { result.removeLast() }
            result.append(subscription)
        }
        return result
    }

    /// Puts a filter in and swallows all that it overlaps; what grew by that may overlap more.
    private static func insert(_ new: Entry, into entries: inout [Entry]) {
        var new = new
        while let index = entries.firstIndex(where: { $0.levels.overlaps(new.levels) }) {
            let old = entries.remove(at: index)
            new.levels = old.levels.generalised(with: new.levels)
            new.qos = max(old.qos, new.qos)
        }
        entries.append(new)
    }
}

/// A filter by its levels, as bytes: to a broker two levels that only look alike are two levels.
private struct Levels {
    var levels: [[UInt8]]

    private static let plus = Array("+".utf8)
    private static let hash = Array("#".utf8)

    init(_ filter: String) {
        levels = filter.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Array($0) }
    }

    var text: String { String(decoding: Array(levels.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self) }

    var hasWildcard: Bool { levels.contains { $0 == Self.plus || $0 == Self.hash } }

    /// A first level with a wildcard does not hear `$…`.
    private func mayMeet(_ other: Levels) -> Bool {
        guard let first = levels.first, let theirs = other.levels.first else { return true }
        func hides(_ a: [UInt8], _ b: [UInt8]) -> Bool {
            a.first == UInt8(ascii: "$") && (b == Self.plus || b == Self.hash)
        }
        return !hides(first, theirs) && !hides(theirs, first)
    }

    func covers(_ other: Levels) -> Bool {
        guard mayMeet(other) else { return false }
        for (index, level) in levels.enumerated() {
            if level == Self.hash { return true }
            guard index < other.levels.count, other.levels[index] != Self.hash else { return false }
            guard level == Self.plus || level == other.levels[index] else { return false }
        }
        return levels.count == other.levels.count
    }

    func overlaps(_ other: Levels) -> Bool {
        guard mayMeet(other) else { return false }
        for index in 0..<max(levels.count, other.levels.count) {
            let mine = index < levels.count ? levels[index] : nil
            let theirs = index < other.levels.count ? other.levels[index] : nil
            if mine == Self.hash || theirs == Self.hash { return true }
            guard let mine, let theirs else { return false }
            guard mine == theirs || mine == Self.plus || theirs == Self.plus else { return false }
        }
        return true
    }

    /// The narrowest filter that covers both, which overlap.
    func generalised(with other: Levels) -> Levels {
        var result = self
        result.levels = []
        for index in 0..<max(levels.count, other.levels.count) {
            guard index < levels.count, index < other.levels.count, levels[index] != Self.hash,
                other.levels[index] != Self.hash
            else {
                result.levels.append(Self.hash)
                break
            }
            result.levels.append(levels[index] == other.levels[index] ? levels[index] : Self.plus)
        }
        return result
    }
}
