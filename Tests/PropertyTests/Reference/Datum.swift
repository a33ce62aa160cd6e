import RuleLanguage

/// What something is at an instant. Conditions are `truth` or `unknown`.
enum Datum: Hashable {
    case unknown
    case truth(Bool)
    case number(Double)
    case word(WordID)
    case text(String)

    /// A number; without an answer, as in a division by zero, it is unknown.
    static func finite(_ number: Double) -> Datum {
        number.isFinite ? .number(number == 0 ? 0 : number) : .unknown
    }

    init(_ literal: Literal) {
        switch literal {
        case .number(let number): self = .finite(number)
        case .word(let id): self = .word(id)
        case .text(let text): self = .text(text)
        }
    }

    var truth: Bool? {
        if case .truth(let truth) = self { truth } else { nil }
    }

    var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    var isTrue: Bool { self == .truth(true) }
    var isFalse: Bool { self == .truth(false) }

    /// As it stands in a text.
    func text(words: [String]) -> String {
        switch self {
        case .unknown: "unknown"
        case .truth(let truth): "\(truth)"
        case .number(let number):
            if number == number.rounded(), abs(number) < 1e15 {
                "\(Int(number))"
            } else {
                // Without an exponent.
                "\(number)".contains("e") ? NumberText.shortest(number) : "\(number)"
            }
        case .word(let id): words[id]
        case .text(let text): text
        }
    }
}
