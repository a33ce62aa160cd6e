import Gateway
import RuleLanguage

extension Command {
    static let check = Command(
        name: "check", operands: "FILE|FOLDER…", operandCount: 1...Int.max,
        options: [
            Option(name: "--strict", value: nil, summary: "warnings count as errors do for the exit code"),
            Option(
                name: "--format", value: "text|json",
                summary: "json: for editors, one JSON object a line for each finding"),
        ],
        summary: "find mistakes in rules",
        text: """
            Reads rules and says everything that is wrong with them, with file, line and what to write instead.
            Each FILE is a program of its own; "-" is what is piped in. A FOLDER is one program: its hearth.conf and
            rules.d/*.rules, or, without a rules.d, all *.rules files that lie in it. Nothing is run, and nothing is
            connected to. What stands in brackets behind a finding is its kind: "hearth explain KIND" tells more about it.

            Exit code: 0 without errors (there may be warnings), 1 with errors, 2 where something cannot be read.
            """,
        run: { arguments, console throws(UsageError) in
            let command = CheckCommand(
                console: console, format: try CheckCommand.Format(arguments), isStrict: arguments.has("--strict"))
            return try command.run(arguments.operands)
        })
}

/// `hearth check`
struct CheckCommand {
    enum Format: String, CaseIterable {
        case text, json

        init(_ arguments: Arguments) throws(UsageError) {
            guard let written = arguments.value(of: "--format") else {
                self = .text
                return
            }
            guard let format = Format(rawValue: written) else {
                throw .unknown("format", written, among: Self.allCases.map(\.rawValue), else: "write text or json")
            }
            self = format
        }
    }

    let console: Console
    let format: Format
    /// Whether warnings alone are a failure too.
    let isStrict: Bool

    func run(_ paths: [String]) throws(UsageError) -> Int32 {
        guard paths.count(where: { $0 == RulesArgument.standardInput }) <= 1 else {
            throw UsageError("\"-\" stands twice", help: "what is piped in can be read once")
        }
        let (programs, isComplete) = RulesArgument.read(paths, selecting: .rules, console)
        var errors = 0
        var warnings = 0
        for program in programs {
            let findings = DiagnosticRenderer.told(Compiler.compile(program.sources, zone: ZoneData.lookUp).diagnostics)
            console.write(text(of: findings, in: program.sources))
            errors += findings.count { $0.severity == .error }
            warnings += findings.count { $0.severity == .warning }
        }
        let files = programs.reduce(0) { $0 + $1.sources.files.count }
        if files > 0, format == .text {
            console.print("\(counted(errors, "error")), \(counted(warnings, "warning")) in \(counted(files, "file"))")
        }
        guard isComplete else { return ExitCode.usage }
        return errors == 0 && (warnings == 0 || !isStrict) ? ExitCode.success : ExitCode.findings
    }

    private func text(of findings: [Diagnostic], in sources: SourceSet) -> String {
        switch format {
        case .text: DiagnosticRenderer(sources: sources, style: console.style).render(findings)
        case .json: DiagnosticJSON(sources: sources).render(findings)
        }
    }

    private func counted(_ count: Int, _ word: String) -> String {
        count == 1 ? "1 \(word)" : "\(count) \(word)s"
    }
}
