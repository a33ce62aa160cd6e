import RuleLanguage

/// From a topic to the inputs that it feeds.
struct TopicTable {
    /// One input that a topic feeds.
    struct Target {
        var input: Int32
        /// Its instance, or `nothing` as long as nothing that fits was heard on it.
        var instance: Int32 = nothing
    }

    /// Most topics that are remembered; those beyond are matched anew with each message.
    static let limit = 200_000

    private var index = TopicIndex()
    private var patterns: PatternTrie
    /// Where the targets of each entry begin; one more at the end.
    private var starts: [Int32] = [0]
    var targets: [Target] = []
    /// What the parameters of each target's input stand for.
    private(set) var bindings: [[LevelID]] = []

    init(program: Program) {
        patterns = PatternTrie(program.inputs.map(\.topic))
    }

    /// The targets of a topic that was heard before, or nil.
    func known(_ topic: UnsafeRawBufferPointer) -> Range<Int>? {
        let entry = Int(index.entry(of: topic))
        return entry < 0 ? nil : Int(starts[entry])..<Int(starts[entry + 1])
    }

    /// Finds the targets of a new topic and remembers them. A topic that feeds nothing is not remembered.
    mutating func match(_ topic: UnsafeRawBufferPointer, levels: inout LevelNames) -> Range<Int> {
        let bytes = Array(topic)
        let matches = patterns.matches(of: bytes)
        let first = Int(starts[starts.count - 1])
        guard !matches.isEmpty else { return first..<first }
        // Beyond the limit the last entry is used again and again.
        targets.removeSubrange(first...)
        bindings.removeSubrange(first...)
        for match in matches {
            targets.append(Target(input: Int32(match.input)))
            bindings.append(match.captures.map { levels.id(of: String(decoding: $0, as: UTF8.self)) })
        }
        if starts.count <= Self.limit {
            index.insert(bytes, entry: Int32(starts.count - 1))
            starts.append(Int32(targets.count))
        }
        return first..<targets.count
    }
}
