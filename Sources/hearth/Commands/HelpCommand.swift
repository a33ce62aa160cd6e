extension Command {
    static let help = Command(
        name: "help", operands: "[COMMAND|rules]", operandCount: 0...1,
        summary: "explain a command, or the rules language on one page",
        text: """
            Without an argument lists the commands; with the name of a command explains it; "hearth help rules" shows the
            rules language on one page.
            """,
        run: { arguments, console throws(UsageError) in
            guard let topic = arguments.operands.first else {
                console.write(HelpPages.overview)
                return ExitCode.success
            }
            if topic == "rules" {
                console.write(HelpPages.rules)
            } else if let command = Hearth.commands.first(where: { $0.name == topic }) {
                console.write(HelpPages.page(of: command))
            } else {
                throw .unknown("command", topic, among: Hearth.commands.map(\.name) + ["rules"])
            }
            return ExitCode.success
        })
}
