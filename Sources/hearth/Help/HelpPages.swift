/// The pages of `hearth help`, made of what the commands say of themselves.
enum HelpPages {
    static var overview: String {
        let rows = Hearth.commands.map { ($0.usage, $0.summary) }
        let options = [("--version", "show the versions of Hearth and of libmosquitto"), ("-h, --help", "show this")]
        return """
            Hearth: a home-automation gateway whose rules can be read aloud

            usage: hearth COMMAND

            \(table(rows + [("", "")] + options))

            "hearth help COMMAND" tells more. To begin: "hearth demo", then "hearth help rules".

            """
    }

    static func page(of command: Command) -> String {
        let options = command.options.map {
            ([$0.name, $0.value].compactMap { $0 }.joined(separator: " "), $0.summary)
        }
        let usage = options.isEmpty ? command.usage : "\(command.usage) [OPTIONS]"
        return """
            usage: hearth \(usage)

            \(command.text)

            Options:
            \(table(options + [("-h, --help", "show this")]))

            """
    }

    /// Two columns.
    private static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, summary in
            name.isEmpty ? "" : "  \(name)\(String(repeating: " ", count: width - name.count))  \(summary)"
        }.joined(separator: "\n")
    }
}
