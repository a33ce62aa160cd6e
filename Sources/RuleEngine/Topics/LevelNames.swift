/// A captured topic level as a small integer.
typealias LevelID = Int32

/// The topic levels that have been captured or written in rules, each once.
struct LevelNames {
    private var names: [String] = []
    /// By bytes: two levels that only look alike are two levels.
    private var ids: [[UInt8]: LevelID] = [:]

    subscript(id: LevelID) -> String {
        names[Int(id)]
    }

    mutating func id(of name: String) -> LevelID {
        let key = Array(name.utf8)
        if let id = ids[key] {
            return id
        }
        let id = LevelID(names.count)
        names.append(name)
        ids[key] = id
        return id
    }
}
