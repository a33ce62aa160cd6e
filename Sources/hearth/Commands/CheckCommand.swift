import RuleLanguage

extension Command {
    static let check = Command(
        name: "check", operands: "FILE|FOLDER…", operandCount: 1...Int.max,
        summary: "find mistakes in rules",
        text: """
            Reads rules and says everything that is wrong with them, with file, line and what to write instead.
            Each FILE is a program of its own. A FOLDER is one program: its hearth.conf and rules.d/*.rules, or, without
            a rules.d, all *.rules files that lie in it. Nothing is run, and nothing is connected to.

            Exit code: 0 without errors (there may be warnings), 1 with errors, 2 where something cannot be read.
            """,
        run: { arguments, console in CheckCommand(console: console).run(arguments.operands) })
}

/// `hearth check`
struct CheckCommand {
    let console: Console

    func run(_ paths: [String]) -> Int32 {
        let (programs, isComplete) = RulesArgument.read(paths, selecting: .rules, console)
        var errors = 0
        var warnings = 0
        for program in programs {
            let findings = Compiler.compile(program.sources).diagnostics
            console.write(DiagnosticRenderer(sources: program.sources, style: console.style).render(findings))
            errors += findings.count { $0.severity == .error }
            warnings += findings.count { $0.severity == .warning }
        }
        let files = programs.reduce(0) { $0 + $1.sources.files.count }
        if files > 0 {
            console.print("\(counted(errors, "error")), \(counted(warnings, "warning")) in \(counted(files, "file"))")
        }
        guard isComplete else { return ExitCode.usage }
        return errors == 0 ? ExitCode.success : ExitCode.findings
    }

    private func counted(_ count: Int, _ word: String) -> String {
        count == 1 ? "1 \(word)" : "\(count) \(word)s"
    }
}
