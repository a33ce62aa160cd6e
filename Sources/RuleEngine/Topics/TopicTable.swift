import RuleLanguage

/// From a topic to the inputs that it feeds.
struct TopicTable {
    /// One input that a topic feeds.
    struct Target {
        var input: Int32
        /// Its instance, or `nothing` as long as nothing that fits was heard on it.
        var instance: Int32 = nothing
        var levels: [LevelID]
    }

    /// Most topics that are remembered; those beyond are matched anew with each message.
    static let limit = 200_000

    private var index = TopicIndex()
    private var patterns: PatternTrie
    /// The targets of each entry.
    private var entries: [Range<Int>] = []
    var targets: [Target] = []

    init(program: Program) {
        patterns = PatternTrie(program.inputs.map(\.topic))
    }

    /// The targets of a topic that was heard before, or nil.
    func known(_ topic: UnsafeRawBufferPointer) -> Range<Int>? {
        let entry = index.entry(of: topic)
        return entry == TopicIndex.none ? nil : entries[Int(entry)]
    }

    /// Finds the targets of a new topic.
    func match(_ topic: UnsafeRawBufferPointer, levels: inout LevelNames) -> [Target] {
        patterns.matches(of: Array(topic)).map { match in
            Target(
                input: Int32(match.input),
                levels: match.captures.map { levels.id(of: String(decoding: $0, as: UTF8.self)) })
        }
    }

    /// Remembers a topic with its targets.
    mutating func remember(_ topic: UnsafeRawBufferPointer, _ found: [Target]) {
        guard entries.count < Self.limit else { return }
        let start = targets.count
        targets += found
        index.insert(Array(topic), entry: Int32(entries.count))
        entries.append(start..<targets.count)
    }
}
