import RuleLanguage

/// The parts of a page about a finding as they are printed.
enum FindingText {
    private static let width = 100
    /// Of an example that is longer than any reader the beginning is shown.
    private static let mostLines = 40
    private static let shownOfLong = 3

    /// Words in lines that fit a terminal.
    static func wrapped(_ text: String) -> String {
        var lines: [String] = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }

    /// A program, set off from the text around it.
    static func indented(_ program: String) -> String {
        var lines = program.split(separator: "\n", omittingEmptySubsequences: false).map(shown)
        if lines.last == "" { lines.removeLast() }
        let isLong = lines.count > mostLines
        let kept = isLong ? lines.prefix(shownOfLong) + ["… and \(lines.count - shownOfLong) more lines"] : lines[...]
        return kept.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }

    /// What cannot be seen is shown by its number, a byte that is no text as messages show it.
    private static func shown(_ line: Substring) -> String {
        line.map { $0 == "\u{FFFD}" ? "\\xFC" : PlainText.escaping(String($0)) }.joined()
    }
}
