import RuleEngine
import RuleLanguage

/// What of a program's rules its tests have reached: which cases were ever chosen, and which `when`s ever ran.
package struct Coverage {
    /// A case or `when` that no test reached.
    package struct Gap: Sendable, Hashable {
        /// Of the whole case or `when`.
        package var range: SourceRange
        /// Its first line, as it is written.
        package var text: String
        /// What is known beside that.
        package var remark: String?
    }

    private let program: Program
    private var reached: Reached

    package init(of program: Program) {
        self.program = program
        reached = Reached(in: program)
    }

    package mutating func add(_ outcome: TestOutcome) {
        if let other = outcome.reached { reached.formUnion(other) }
    }

    /// How many cases and `when`s there are.
    package var count: Int { reached.cases.count + reached.whens.count }

    /// In the order of the files.
    package var gaps: [Gap] {
        let cases = zip(program.keeps.flatMap(\.cases), reached.cases).filter { !$1 }.map { gap($0.0.range) }
        let whens = zip(program.whens, reached.whens).filter { $1 != .ran }.map { when, progress in
            gap(when.range, progress == .triggered ? "it came, but its \"if\" never held" : nil)
        }
        return (cases + whens).sorted { ($0.range.file, $0.range.start) < ($1.range.file, $1.range.start) }
    }

    private func gap(_ range: SourceRange, _ remark: String? = nil) -> Gap {
        let text = program.sources.text(of: range)
        let line = text.prefix { !$0.isNewline }
        let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return Gap(range: range, text: line.split(whereSeparator: blank).joined(separator: " "), remark: remark)
    }
}
