import RuleLanguage

/// A program as statements and lines, with what traffic for it needs to know.
struct GeneratedProgram {
    struct Statement {
        var lines: [Phrase]

        var text: String {
            lines.enumerated().map { $0 == 0 ? $1.text : "    " + $1.text }.joined(separator: "\n")
        }
    }

    var statements: [Statement] = []
    /// What can be heard.
    var sources: [Thing] = []

    var text: String { statements.map(\.text).joined(separator: "\n") + "\n" }

    /// The checked program, or nil where there are errors.
    var checked: Program? { Self.check(text).program }

    static func check(_ text: String) -> (program: Program?, diagnostics: [Diagnostic]) {
        var sources = SourceSet()
        _ = sources.add(name: "generated.rules", text: Array(text.utf8))
        return Compiler.compile(sources)
    }

    /// Programs with a little less in them: without a statement, without a line, with a shorter line.
    var smaller: [GeneratedProgram] {
        var result: [GeneratedProgram] = []
        for index in statements.indices.reversed() {
            var copy = self
            copy.statements.remove(at: index)
            result.append(copy)
        }
        for (index, statement) in statements.enumerated() {
            for line in statement.lines.indices.dropFirst().reversed() {
                var copy = self
                copy.statements[index].lines.remove(at: line)
                result.append(copy)
            }
            for (line, phrase) in statement.lines.enumerated() {
                for other in phrase.smaller {
                    var copy = self
                    copy.statements[index].lines[line] = other
                    result.append(copy)
                }
            }
        }
        return result
    }
}
