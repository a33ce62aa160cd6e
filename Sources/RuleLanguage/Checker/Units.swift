/// How units go together. A number without a unit fits any; different units never do.
enum Units {
    enum Sum {
        case unit(String?)
        case mismatch
    }

    /// The unit of a sum, or of what is compared.
    static func common(_ a: String?, _ b: String?) -> Sum {
        guard let a else { return .unit(b) }
        guard let b else { return .unit(a) }
        return a == b ? .unit(a) : .mismatch
    }

    static func product(_ a: String?, _ b: String?) -> String? {
        a == nil ? b : (b == nil ? a : nil)
    }

    static func quotient(_ a: String?, _ b: String?) -> String? {
        b == nil ? a : nil
    }
}

extension Checking {
    /// The unit as the table spells it. Nil in the first place where it is none, which the parser has reported.
    func canonical(_ unit: NameSyntax?) -> String?? {
        guard let unit else { return .some(nil) }
        return UnitTable.canonical(unit.text).map { .some($0) }
    }
}
