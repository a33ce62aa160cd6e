/// Which bindings of a domain have been found.
struct DomainState {
    /// For each parameter the levels that are known, in the order in which they came.
    var levels: [[LevelID]]
    /// The bindings, in the order in which they came.
    var bindings: [[LevelID]] = []
    var seen: Set<[LevelID]> = []

    /// Most bindings of one rule; those beyond are refused and reported.
    static let limit = 10_000

    init(parameterCount: Int) {
        levels = Array(repeating: [], count: parameterCount)
    }
}
