/// Phrases that messages share.
enum Wording {
    /// `a`, `a and b`, `a, b and c`
    static func list(_ items: [String], joinedBy conjunction: String = "and") -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// The first of many, so that a message stays readable.
    static func shortList(_ items: [String], joinedBy conjunction: String = "and") -> String {
        let limit = 8
        guard items.count > limit else { return list(items, joinedBy: conjunction) }
        return items.prefix(limit).joined(separator: ", ") + " and \(items.count - limit) more"
    }

    static func count(_ number: Int, _ noun: String) -> String {
        switch number {
        case 0: "no \(noun)s"
        case 1: "one \(noun)"
        default: "\(number) \(noun)s"
        }
    }

    static func number(_ value: Double, unit: String?) -> String {
        let text = NumberText.shortest(value)
        guard let unit else { return text }
        return "\(text) \(unit)"
    }

    /// The name in quotes as it would be shown, whatever bytes it has.
    static func quoted(_ name: String) -> String {
        "\"" + name.map { $0 == "\"" ? "\\\"" : String($0) }.joined() + "\""
    }

    static func level(_ level: String) -> String {
        isName(level) ? level : quoted(level)
    }

    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first == "_" || first.properties.isAlphabetic else { return false }
        return text.unicodeScalars.allSatisfy {
            $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil
                || $0.properties.isGraphemeExtend
        }
    }
}
