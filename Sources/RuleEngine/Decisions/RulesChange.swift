import RuleLanguage

/// What became of the rules when a new program took the place of an old one.
package struct RulesChange: Sendable, Equatable {
    /// Rules by the line that they begin with, `keep fan(room)`, in the order of their program.
    package var begun: [String] = []
    package var changed: [String] = []
    package var dropped: [String] = []

    package init(from old: Program, to new: Program) {
        let former = Self.rules(of: old)
        let present = Self.rules(of: new)
        let texts = Dictionary(former.map { ($0.name, $0.words) }) { first, _ in first }
        let names = Set(present.map(\.name))
        for rule in present {
            if let words = texts[rule.name] {
                if words != rule.words { changed.append(rule.name) }
            } else {
                begun.append(rule.name)
            }
        }
        dropped = former.map(\.name).filter { !names.contains($0) }
    }

    /// `kept: 2 values, 1 timer; changed: keep fan(room); dropped: when press(b) is double, 1 waiting rule`; empty where there
    /// is nothing to say.
    package func words(_ state: KeptState) -> String {
        [
            ("kept", [state.kept.wordsOfSome]), ("changed", [Self.list(changed)]), ("begun", [Self.list(begun)]),
            ("dropped", [Self.list(dropped), state.dropped.wordsOfSome]),
        ].compactMap { verb, parts in
            let words = parts.filter { !$0.isEmpty }.joined(separator: ", ")
            return words.isEmpty ? nil : "\(verb): \(words)"
        }.joined(separator: "; ")
    }

    /// So many rules are named; of the others it is only said how many there are.
    private static let named = 5

    private static func list(_ rules: [String]) -> String {
        let rest = rules.count > named ? " and \(rules.count - named) more" : ""
        return rules.prefix(named).joined(separator: ", ") + rest
    }

    private static func rules(of program: Program) -> [(name: String, words: [Substring])] {
        (program.keeps.map(\.range) + program.whens.map(\.range)).map { range in
            let text = program.sources.text(of: range)
            let head = text.prefix { $0 != "\n" && $0 != "\r\n" && $0 != "#" }
            // Neither blanks nor line breaks make another rule of it.
            return (
                EscapedText.line(head.split(whereSeparator: \.isWhitespace).joined(separator: " ")),
                text.split(whereSeparator: \.isWhitespace)
            )
        }
    }
}
