import Gateway
import Mosquitto
import RuleLanguage

/// The command line as a whole.
enum Hearth {
    static let commands: [Command] = [.run, .check, .explain, .test, .format, .state, .demo, .help]

    /// Runs the command that the words name, and gives the process's exit code.
    static func run(_ words: [String]) -> Int32 {
        let console = Console()
        guard let first = words.first else {
            console.write(HelpPages.overview)
            return ExitCode.success
        }
        switch first {
        case "-h", "--help": return runHelp(words.dropFirst(), console)
        case "--version":
            console.print("hearth \(Gateway.version) (libmosquitto \(MosquittoLibrary.version))")
            return ExitCode.success
        default: break
        }
        guard let command = commands.first(where: { $0.name == first }) else {
            let names = commands.map(\.name) + ["--help", "--version"]
            let isOption = first.hasPrefix("-")
            return report(.unknown(isOption ? "option" : "command", first, among: names), of: nil, console)
        }
        return run(command, words.dropFirst(), console)
    }

    private static func runHelp(_ words: ArraySlice<String>, _ console: Console) -> Int32 {
        run(.help, words, console)
    }

    private static func run(_ command: Command, _ words: ArraySlice<String>, _ console: Console) -> Int32 {
        do {
            let arguments = try Arguments(words, for: command)
            if arguments.wantsHelp {
                console.write(HelpPages.page(of: command))
                return ExitCode.success
            }
            return try command.run(arguments, console)
        } catch {
            return report(error, of: command, console)
        }
    }

    private static func report(_ error: UsageError, of command: Command?, _ console: Console) -> Int32 {
        let name = command.map { "hearth \($0.name)" } ?? "hearth"
        console.complain("\(name): \(PlainText.escaping(error.message))")
        if let help = error.help { console.complain("  \(help)") }
        let topic = command.map { $0.name == "help" ? "" : " \($0.name)" } ?? ""
        console.complain("  \"hearth help\(topic)\" shows how it is used")
        return ExitCode.usage
    }
}
