/// The words of the language, in the groups in which an editor shows them. None is reserved: each is one only where the
/// grammar expects it. Words with a blank between them are one only together.
package enum Vocabulary {
    /// They begin a line and what it states.
    package static let statements = StatementKind.declarations + ["test"]

    package static let settings = Keywords.settings

    /// In the values of settings.
    package static let settingWords = ["credential", "file", "key", "rules"]

    /// They divide a statement, a case or an action into its parts.
    package static let clauses = ["from", "to", "as", "at", "while", "otherwise", "if", "do"]

    package static let types = ["number", "text", "step"]

    /// Of inputs, events, outputs and `when`s.
    package static let options = [
        "stale after", "valid while", "except", "initially", "limit", "qos", "retained", "sending", "at least",
        "at most", "apart", "expires after", "confirmed by", "tries", "try", "resend when", "resend every", "shadow",
        "repeating every", "once at a time", "queued", "late",
    ]

    package static let actions = Keywords.actions
    package static let steps = ["expect nothing", "restart after"] + Keywords.steps

    package static let operators = [
        "and", "or", "not", "until", "for", "within", "over", "is", "in", "contains", "begins with", "ends with",
        "becomes", "changes", "begins", "ends",
    ]

    package static let aggregates = [
        "any", "all", "no", "count of", "min of", "max of", "average of", "sum of", "change of",
    ]

    package static let functions = Keywords.functions.sorted()

    /// What is asked of the clock and the sun.
    package static let clock =
        ["time", "day", "date", "startup", "every"] + Keywords.sunTimes + Keywords.days
        + ["weekday", "weekend", "up", "down"]

    /// What is asked of a value or an output, beside its words.
    package static let states = ["known", "unknown", "failed"]

    /// Of numbers and of lengths of time, the longest first: `m` also begins `min`.
    package static let units = (UnitTable.units + ["day", "week", "weeks"]).enumerated()
        .sorted { ($1.element.utf8.count, $0.offset) < ($0.element.utf8.count, $1.offset) }.map(\.element)
}
