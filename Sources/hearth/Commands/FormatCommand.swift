import Gateway
import Glibc
import RuleLanguage

extension Command {
    static let format = Command(
        name: "format", operands: "FILE|FOLDER…", operandCount: 1...Int.max,
        options: [
            Option(name: "--check", value: nil, summary: "change nothing, only list the files that would change"),
            Option(name: "--diff", value: nil, summary: "change nothing, show what would change"),
        ],
        summary: "lay rules out evenly",
        text: """
            Lays rules files and hearth.conf out in the one way that all of Hearth's own are: topics, types and cases in
            columns, what belongs to a rule indented by 4 blanks, comments beside each other. It moves blanks and nothing
            else: words, numbers, texts and comments stay as you wrote them, lines stay broken where you broke them, and
            a blank line stays (of more than two in a row two do).

            Of a FOLDER hearth.conf, rules.d/*.rules and *.test are formatted, or, without a rules.d, the *.rules and *.test
            files that lie in it. "-" stands for standard input, whose formatted text goes to standard output.

            A file with mistakes in it is left alone, and they are shown. Each file is replaced at once, never half written.
            Exit code: 0 where all went well, 1 where a file has mistakes or, with --check, would change, 2 where something
            cannot be read or written.
            """,
        run: { arguments, console throws(UsageError) in
            var command = FormatCommand(
                console: console, checks: arguments.has("--check"), showsDiff: arguments.has("--diff"))
            guard arguments.operands.contains("-") else { return command.run(arguments.operands) }
            guard arguments.operands.count == 1 else {
                throw UsageError("\"-\" stands alone, without files", help: "write hearth format - < FILE")
            }
            return command.runStandardInput()
        })
}

/// `hearth format`
struct FormatCommand {
    let console: Console
    let checks: Bool
    let showsDiff: Bool
    private var files = 0
    private var changed = 0
    private var refused = 0
    private var failed = 0

    init(console: Console, checks: Bool, showsDiff: Bool) {
        self.console = console
        self.checks = checks
        self.showsDiff = showsDiff
    }

    mutating func run(_ paths: [String]) -> Int32 {
        for path in paths {
            let list = RulesFileList(path)
            for file in list.files {
                attempt { command throws(FileProblem) in try command.format(file) }
            }
            if let problem = list.problem { complain(problem) }
            for name in RulesFolder.overlooked(in: path) {
                let shown = PlainText.escaping("\(path)/\(name)")
                console.complain("hearth: \(shown) is not formatted, since there is a rules.d beside it")
            }
        }
        if files > 0, !showsDiff { console.print(summary) }
        return exitCode
    }

    mutating func runStandardInput() -> Int32 {
        attempt { command throws(FileProblem) in
            let bytes = try RulesFile.readStandardInput()
            guard let formatted = command.formatted(bytes, name: "standard input") else { return }
            if command.checks || command.showsDiff {
                command.compare(bytes, formatted, name: "standard input")
            } else {
                command.console.write(String(decoding: formatted.bytes, as: UTF8.self))
            }
        }
        return exitCode
    }

    /// What cannot be read or written is said, and the others go on.
    private mutating func attempt(_ work: (inout FormatCommand) throws(FileProblem) -> Void) {
        do throws(FileProblem) {
            try work(&self)
        } catch {
            complain(error)
        }
    }

    private mutating func complain(_ problem: FileProblem) {
        failed += 1
        console.complain("hearth: \(problem)")
    }

    // MARK: One file

    private mutating func format(_ file: RulesFile) throws(FileProblem) {
        let contents = try file.read()
        files += 1
        guard let formatted = formatted(contents.bytes, name: file.name) else { return }
        let bytes = formatted.bytes
        guard bytes != contents.bytes else { return }
        if checks || showsDiff {
            compare(contents.bytes, formatted, name: file.name)
        } else {
            try file.replace(contents, with: bytes)
            changed += 1
            console.print("formatted \(PlainText.escaping(file.name))")
        }
    }

    /// Nil where there are mistakes, which are shown.
    private mutating func formatted(_ bytes: [UInt8], name: String) -> FormattedText? {
        var sources = SourceSet()
        _ = sources.add(name: name, text: bytes)
        switch RuleFormatter.format(sources) {
        case .formatted(let text): return text
        case .refused(let findings):
            refused += 1
            let shown = DiagnosticRenderer(sources: sources, style: console.style).render(findings)
            // Standard output is for the text or the difference, which somebody may read from there.
            if showsDiff || name == "standard input" {
                console.complain(String(shown.dropLast()))
            } else {
                console.write(shown)
            }
            return nil
        }
    }

    private mutating func compare(_ bytes: [UInt8], _ formatted: FormattedText, name: String) {
        guard formatted.bytes != bytes else { return }
        changed += 1
        if showsDiff {
            for line in UnifiedDiff(of: bytes, to: formatted, name: name).lines { print(line) }
        } else {
            console.print("\(PlainText.escaping(name)) would change")
        }
    }

    /// On a terminal nothing in a comment may do more than be read.
    private func print(_ line: UnifiedDiff.Line) {
        let text = isatty(STDOUT_FILENO) == 1 ? PlainText.escaping(line.text) : line.text
        switch line.kind {
        case .header, .hunk: console.print(console.paint(text, .bold))
        case .same: console.print(text)
        case .removed: console.print(console.paint(text, .red))
        case .added: console.print(console.paint(text, .green))
        }
    }

    // MARK: The end

    private var summary: String {
        let what = checks ? "would change" : "changed"
        let skipped = refused == 0 ? "" : ", \(refused) with mistakes left alone"
        return "\(changed) of \(files) \(files == 1 ? "file" : "files") \(what)\(skipped)"
    }

    private var exitCode: Int32 {
        if failed > 0 { return ExitCode.usage }
        return refused > 0 || checks && changed > 0 ? ExitCode.findings : ExitCode.success
    }
}
