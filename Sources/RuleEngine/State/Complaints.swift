import RuleLanguage

/// When something was last said, so that a stranger who sends nonsense cannot fill the journal.
struct Complaints {
    /// The same is said at most so often, in nanoseconds.
    static let interval: Int64 = 60_000_000_000

    struct Account {
        var lastSaid = noTime
        var unsaid = 0

        /// Counts once more, and gives the count if it is time to say so.
        mutating func note(at time: Int64) -> Int? {
            unsaid += 1
            guard lastSaid == noTime || time - lastSaid >= Complaints.interval else { return nil }
            defer { unsaid = 0 }
            lastSaid = time
            return unsaid
        }
    }

    var badReadings: [Account]
    var refusals: [Account]
    var cutTexts: [Account]
    var rules: [Int: Account] = [:]
    /// By the place of the text.
    var longTexts: [String: Account] = [:]
    var chains = Account()
    var dropped = Account()

    init(inputCount: Int) {
        badReadings = Array(repeating: Account(), count: inputCount)
        refusals = badReadings
        cutTexts = badReadings
    }
}
