/// A captured topic level as a small integer.
typealias LevelID = Int32

/// The topic levels that have been captured or written in rules, each once.
struct LevelNames {
    private var names: [String] = []
    /// As they are written in rules: every reason and every command names some.
    private var writtenNames: [String] = []
    /// By bytes: two levels that only look alike are two levels.
    private var ids: [[UInt8]: LevelID] = [:]

    subscript(id: LevelID) -> String {
        names[Int(id)]
    }

    /// `kitchen`, or `"living room"` where it is no name.
    func written(_ id: LevelID) -> String {
        writtenNames[Int(id)]
    }

    mutating func id(of name: String) -> LevelID {
        let key = Array(name.utf8)
        if let id = ids[key] {
            return id
        }
        let id = LevelID(names.count)
        names.append(name)
        writtenNames.append(LevelText.written(name))
        ids[key] = id
        return id
    }
}
