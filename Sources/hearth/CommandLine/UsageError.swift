import RuleLanguage

/// A command line that cannot be understood.
struct UsageError: Error {
    /// One sentence, lower case, no full stop.
    var message: String
    /// What to write instead.
    var help: String?

    init(_ message: String, help: String? = nil) {
        self.message = message
        self.help = help
    }

    /// Something that is not there, with the nearest that is, or else with what to do.
    static func unknown(
        _ kind: String, _ word: String, among known: [String], else help: String? = nil
    ) -> UsageError {
        let shown = PlainText.escaping(word)
        let nearest = Nearest.name(to: word, among: known)
        return UsageError("there is no \(kind) \"\(shown)\"", help: nearest.map { "did you mean \"\($0)\"?" } ?? help)
    }
}
