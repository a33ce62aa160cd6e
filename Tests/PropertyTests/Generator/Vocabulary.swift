/// The names, words and lengths of time that generated programs are made of. There are few of each, so that what is made
/// of them meets often.
enum Vocabulary {
    /// A type of words with the payloads of each; the first is the one that is sent.
    struct WordSet {
        var words: [(name: String, payloads: [String])]
    }

    static let wordSets = [
        WordSet(words: [("ON", ["ON"]), ("OFF", ["OFF"])]),
        WordSet(words: [("open", ["true", "1"]), ("closed", ["false", "0"])]),
        WordSet(words: [("low", ["low"]), ("mid", ["mid", "medium"]), ("high", ["high"])]),
        WordSet(words: [("home", ["home"]), ("away", ["away", "none"])]),
    ]

    /// The parameters, and the levels that they stand for.
    static let levels: [String: [String]] = [
        "room": ["kitchen", "office", "living room"], "n": ["left", "right"],
    ]

    static let numbers = ["0", "1", "2", "3", "5", "8", "10", "2.5", "7.5", "-1"]
    static let units = ["°C", "W", "%"]
    static let texts = ["on", "off", "hello", "he said hello", ""]

    /// Lengths of time in milliseconds, and as they are written.
    static let durations: [(milliseconds: Int, text: String)] = [
        (500, "500 ms"), (1_000, "1 s"), (2_000, "2 s"), (5_000, "5 s"), (10_000, "10 s"), (60_000, "1 min"),
        (90_000, "1 min 30 s"), (300_000, "5 min"),
    ]

    static let clockTimes = ["00:00", "00:10", "02:30", "06:00", "12:00", "22:30:15", "23:55"]

    /// A level as an argument is written.
    static func written(_ level: String) -> String {
        level.contains(" ") ? "\"\(level)\"" : level
    }
}

/// Something with a name: an input, event, output or `let`.
struct Thing {
    enum Role: Equatable {
        case input, event, output, binding
    }

    enum Value: Equatable {
        case number(unit: String?)
        case word(Int)
        case text
        /// Of a `let`.
        case condition, happening
    }

    var role: Role
    var name: String
    var parameters: [String]
    /// The levels that its declaration lists, by parameter.
    var members: [String: [String]] = [:]
    var value: Value
    /// Numbers outside are bad readings.
    var hasRange = false
    /// Its topic with `{parameter}` in it, and the path into the payload.
    var topic = ""
    var path = ""
    /// An output that something confirms.
    var isConfirmed = false

    /// The levels that may stand for a parameter.
    func levels(of parameter: String) -> [String] {
        members[parameter] ?? Vocabulary.levels[parameter] ?? []
    }
}
